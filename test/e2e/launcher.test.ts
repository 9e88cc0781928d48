import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { childrenOf, endAll, isAlive, waitFor } from '../helpers/processes.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const canTrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;
if (!canTrace)
  process.stderr.write(
    'Skipped: a launcher that ends while a server starts (needs strace, and leave to trace)\n',
  );

it.runIf(canTrace)(
  'a launcher that ends while a server still reads its configuration is missed',
  async () => {
    const folder = tempFolder();
    const config = join(folder, '.config/agent-tools/config.json');
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, '{}');
    const log = join(folder, 'log');
    // It is strace that starts the server, and holds it where it opens its configuration.
    const holding = ['-f', '-qq', '-o', log, '-P', config, '-e', 'inject=openat:delay_enter=20000000'];
    const launcher = spawn('strace', [...holding, binary, 'rpc'], { cwd: folder, env: cleanEnv(folder) });
    await waitFor(() => existsSync(log) && readFileSync(log, 'utf8').includes(config), 'it to be held');
    const servers = childrenOf(launcher.pid ?? 0).map(({ pid }) => pid);
    expect(servers).toHaveLength(1);
    try {
      launcher.kill('SIGKILL');
      await once(launcher, 'exit');
      // Its standard input stays open, here.
      await waitFor(() => !servers.some(isAlive), 'the server to end');
    } finally {
      endAll(servers);
      launcher.stdin.end();
    }
  },
);
