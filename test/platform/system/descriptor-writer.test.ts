import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DescriptorWriter } from '../../../src/platform/system/descriptor-writer.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

describe('DescriptorWriter', () => {
  it('writes everything in order and flushes', async () => {
    const folder = tempFolder();
    const descriptor = openSync(join(folder, 'out'), 'w');
    const writer = new DescriptorWriter(descriptor);
    let expected = '';
    for (let index = 0; index < 3000; index += 1) {
      const piece = `${index} ${'x'.repeat(index % 700)}\n`;
      expected += piece;
      const pressure = writer.write(piece);
      if (pressure !== undefined) await pressure;
    }
    await writer.flush();
    closeSync(descriptor);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(expected);
    rmSync(folder, { recursive: true });
  });

  it('asks to wait behind a full pipe, and tells when its reader is gone', async () => {
    const folder = tempFolder();
    const fifo = join(folder, 'fifo');
    await new Promise((resolve) => spawn('mkfifo', [fifo]).on('close', resolve));
    const reader = spawn('sh', ['-c', 'exec <"$0"; read first; read second', fifo], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const descriptor = openSync(fifo, 'w');
    const writer = new DescriptorWriter(descriptor);
    const closed = new Promise<void>((resolve) => writer.onClosed(resolve));
    const pressure = writer.write(new Uint8Array(4_000_000).fill(97));
    expect(pressure).toBeInstanceOf(Promise);
    reader.kill('SIGKILL');
    await closed;
    await pressure;
    await writer.flush();
    expect(writer.closed).toBe(true);
    expect(writer.write('more')).toBeUndefined();
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });
});
