import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childrenOf, endAll, isAlive, waitFor } from '../../helpers/processes.ts';

const bun = resolve(import.meta.dirname, '../../../node_modules/.bin/bun');
const search = resolve(import.meta.dirname, '../../fixtures/files/endless-search.ts');
let cache: string;

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'agent-tools-guard-'));
});

afterAll(() => rm(cache, { recursive: true, force: true }));

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

it.runIf(process.platform === 'linux')(
  'a search that prints nothing does not outlive its killed owner',
  async () => {
    const owner = spawn(bun, [search, cache], { stdio: 'ignore' });
    const pid = owner.pid ?? 0;
    const exited = once(owner, 'exit');
    const started = (word: string) => childrenOf(pid).filter((child) => commandOf(child.pid).includes(word));
    try {
      await waitFor(() => started('urandom').length === 1, 'the search');
      await waitFor(() => started('agent-tools-guardian').length === 1, 'the guardian');
      const [searching] = started('urandom');
      owner.kill('SIGKILL');
      await exited;
      await waitFor(() => !isAlive(searching?.pid ?? 0), 'the end of the search');
    } finally {
      endAll([pid, ...childrenOf(pid).map((child) => child.pid)].filter(isAlive));
    }
    expect(started('urandom')).toEqual([]);
  },
);
