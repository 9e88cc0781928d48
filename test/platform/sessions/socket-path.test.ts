import { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { longestSocketPath } from '../../../src/platform/sessions/local-socket.ts';
import { socketPath } from '../../../src/platform/sessions/socket-path.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

let state = '';
beforeEach(() => {
  state = tempFolder();
});

describe('the socket', () => {
  const id = 'abcdefghijkm';

  it('is in the folder where that fits', () => {
    expect(socketPath('/s', id, undefined)).toBe('/s/socket');
  });

  it('is in a private folder of the runtime folder where it does not', () => {
    const path = socketPath(`/${'x'.repeat(150)}`, id, state);
    expect(path).toBe(join(state, `agent-tools-${process.getuid?.()}`, id));
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  it('closes that folder to others where it is open to them', () => {
    const folder = join(state, `agent-tools-${process.getuid?.()}`);
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    socketPath(`/${'x'.repeat(150)}`, id, state);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('never passes what the system takes', () => {
    const long = join(state, 'y'.repeat(120));
    const path = socketPath(`/${'x'.repeat(150)}`, id, long);
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(longestSocketPath);
    expect(existsSync(long)).toBe(false);
  });

  it('is elsewhere where the runtime folder is not there, as after su', () => {
    const path = socketPath(`/${'x'.repeat(150)}`, id, join(state, 'gone'));
    expect(path).toBe(join(tmpdir(), `agent-tools-${process.getuid?.()}`, id));
  });

  it('is not put into what somebody else may have made', () => {
    mkdirSync(join(state, 'elsewhere'));
    symlinkSync(join(state, 'elsewhere'), join(state, `agent-tools-${process.getuid?.()}`));
    expect(() => socketPath(`/${'x'.repeat(150)}`, id, state)).toThrow(/belongs to somebody else/);
  });

  it.runIf(process.getuid?.() === 0)('is not put into the folder of another user', () => {
    const folder = join(state, 'agent-tools-0');
    mkdirSync(folder);
    chownSync(folder, 65_534, 65_534);
    expect(() => socketPath(`/${'x'.repeat(150)}`, id, state)).toThrow(/belongs to somebody else/);
  });
});
