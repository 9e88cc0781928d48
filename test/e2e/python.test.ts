import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../clients/python/tests');
const modules = readdirSync(folder)
  .filter((name) => /^test_\w+\.py$/.test(name))
  .map((name) => name.slice(0, -3));

/** Runs one module of the client's own tests; every warning is an error. */
async function runModule(name: string): Promise<{ readonly status: number | null; readonly report: string }> {
  const child = spawn('python3', ['-W', 'error', '-m', 'unittest', '-v', name], {
    cwd: folder,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let report = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      report += part.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, report };
}

describe('the Python client', () => {
  it.each(modules)('%s', { timeout: 180_000 }, async (name) => {
    const { status, report } = await runModule(name);
    expect(status, report).toBe(0);
    expect(report).toMatch(/^Ran [1-9]\d* tests?/m);
  });
});
