import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesWith, uniqueSleep, waitFor } from '../../helpers/processes.ts';

const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
const module = join(import.meta.dirname, '../../../src/platform/terminal/pty.ts');

/** What a program says that starts a command in a terminal, and how many of our sides of terminals it has left. */
function inTerminal(command: string, request: string, then: string) {
  const program = `
    import { readdirSync, readlinkSync } from 'node:fs';
    import { spawnInTerminal } from ${JSON.stringify(module)};
    const say = (text) => process.stdout.write(text + '\\n');
    const isTerminal = (name) => {
      try {
        return readlinkSync('/proc/self/fd/' + name).endsWith('ptmx');
      } catch {
        return false;
      }
    };
    try {
      const child = spawnInTerminal({
        argv: ['sh', '-c', ${JSON.stringify(command)}],
        cwd: '/',
        env: { PATH: process.env.PATH },
        stdin: { kind: 'closed' },
        streams: 'merged',
        onOutput() {},
        ${request}
      }, { cols: 80, rows: 24 });
      ${then}
    } catch (error) {
      say('caught ' + error.message);
    }
    say('left ' + readdirSync('/proc/self/fd').filter(isTerminal).length);`;
  const { stdout, stderr, status } = spawnSync(bun, ['--eval', program], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout.trimEnd().split('\n');
}

describe('a child in a terminal', () => {
  it('does not stay when nobody can be told of it', async () => {
    const seconds = uniqueSleep();
    const lines = inTerminal(
      `exec sleep ${seconds}`,
      "onSpawned() { throw new Error('no room'); }",
      'child.release();',
    );
    expect(lines).toEqual(['caught no room', 'left 0']);
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 0, 'it to be gone', 2000);
  });

  it('tells whoever waits for its output that this could not be taken', () => {
    const lines = inTerminal(
      'echo a',
      "async onOutput() { throw new Error('no reader'); }",
      'try { await child.drained; } finally { child.release(); }',
    );
    expect(lines).toEqual(['caught no reader', 'left 0']);
  });
});
