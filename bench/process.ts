import { join } from 'node:path';
import {
  benchEnv,
  binary,
  inTurns,
  interleave,
  median,
  ms,
  quantile,
  type Row,
  withFolder,
} from './harness.ts';
import { LineServer } from './line-server.ts';
import { Sidecar } from './sidecar.ts';

const shellArgv = ['bash', '--noprofile', '--norc', '-p', '-c', '--'];

async function run(argv: readonly string[], home: string): Promise<void> {
  await Bun.spawn([...argv], { cwd: home, env: benchEnv(home), stdio: ['ignore', 'ignore', 'ignore'] })
    .exited;
}

/** Milliseconds from the spawn of a server to its first line; its end is not waited for, which would count the same again. */
async function firstAnswer(argv: readonly string[], home: string): Promise<number> {
  const startedAt = performance.now();
  const server = new LineServer({ argv, cwd: home, env: benchEnv(home) });
  const given = new Promise<unknown>((resolve) => {
    server.onNotification = resolve;
  });
  await Promise.race([server.request('ping', {}), given]);
  const took = performance.now() - startedAt;
  server.process.kill('SIGKILL');
  await server.process.exited;
  return took;
}

/** Compiles the program that does nothing but start bash, and returns its path. */
async function compileStarter(folder: string): Promise<string> {
  const outfile = join(folder, 'bare-starter');
  const source = join(import.meta.dirname, 'bare-starter.ts');
  await run(
    [process.execPath, 'build', '--compile', '--minify', '--bytecode', source, '--outfile', outfile],
    folder,
  );
  return outfile;
}

async function startUp(home: string): Promise<readonly Row[]> {
  const starter = await compileStarter(home);
  const [tool = 0, bare = 0, bash = 0, node = 0] = await interleave(30, [
    () => run([binary, 'shell', '--yolo', 'true'], home),
    () => run([starter], home),
    () => run([...shellArgv, 'true'], home),
    () => run(['node', '-e', '0'], home),
  ]);
  const [answer = 0, echo = 0] = await inTurns(30, [
    () => firstAnswer([binary, 'rpc', '--yolo'], home),
    () => firstAnswer(['cat'], home),
  ]);
  return [
    ms('CLI `shell true`', tool, {
      floor: ['bash -c true', bash],
      target: `at most 10 ms more: ${(tool - bash).toFixed(2)}`,
    }),
    ms('CLI `shell true`', tool, { floor: ['node -e 0', node], target: '<= 0.3 x' }),
    ms('CLI `shell true`', tool, { floor: ['a compiled program that starts bash, and nothing else', bare] }),
    ms('that program', bare, { floor: ['node -e 0', node] }),
    ms('sidecar: start to first answer', answer, {
      floor: ['`cat`, which gives the line back', echo],
      target: '<= 15 ms',
    }),
  ];
}

async function calls(home: string): Promise<readonly Row[]> {
  const sidecar = new Sidecar(home);
  const spawnBare = async (): Promise<void> => {
    const child = Bun.spawn([...shellArgv, 'true'], {
      cwd: home,
      env: benchEnv(home),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()]);
  };
  await sidecar.request('ping', {});
  const idle = await sidecar.rss();
  const actions = [() => sidecar.request('shell', { command: 'true' }), spawnBare];
  const [first = 0, firstBare = 0] = await interleave(200, actions);
  await sidecar.warmUp('shell', { command: 'true' });
  const [call = 0, bare = 0] = await interleave(200, actions);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 300 }, () => sidecar.request('shell', { command: 'sleep 0.2' })));
  const parallel = performance.now() - startedAt;
  const latencies: number[] = [];
  for (let index = 0; index < 40; index += 1) {
    const { id, answer } = sidecar.start('shell', { command: 'sleep 60' });
    await Bun.sleep(20);
    const cancelledAt = performance.now();
    sidecar.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
    await answer;
    latencies.push(performance.now() - cancelledAt);
  }
  await sidecar.close();
  return [
    ms('RPC `shell true`, p50 of the first 200', first, {
      floor: ['bare spawn', firstBare],
      target: '<= 1.6 x',
    }),
    ms('the same after 1,000 more', call, { floor: ['bare spawn', bare], target: '<= 1.6 x' }),
    { name: 'idle RSS', value: idle, unit: 'MiB', target: '<= 45 MiB' },
    ms('300 x `sleep 0.2`, 64 at once', parallel, { floor: ['five rounds of 0.2 s', 1000] }),
    ms('kill latency, p50', median(latencies)),
    ms('kill latency, p95', quantile(latencies, 0.95)),
  ];
}

const flood = 'head -c 1000000000 /dev/zero | tr "\\0" "a" | fold -w 79';

async function floods(home: string): Promise<readonly Row[]> {
  const sidecar = new Sidecar(home);
  const [capped = 0, cat = 0] = await interleave(3, [
    () => sidecar.request('shell', { command: 'cat big', timeout: 120 }),
    () => run(['sh', '-c', 'cat big | cat >/dev/null'], home),
  ]);
  const peak = await sidecar.peakRss();
  await sidecar.close();
  return [
    {
      name: '1 GB through RPC, capped',
      value: 1000 / capped,
      unit: 'GB/s',
      floor: ['cat | cat', 1000 / cat],
      target: '>= 0.5 x',
    },
    { name: 'peak RSS of that', value: peak, unit: 'MiB', target: '<= 150 MiB' },
  ];
}

/** Start-up, calls, kills and floods, each with its floor in the same run. */
export function processRows(): Promise<readonly Row[]> {
  return withFolder(async (home) => {
    await run(['sh', '-c', `${flood} > big`], home);
    return [...(await startUp(home)), ...(await calls(home)), ...(await floods(home))];
  });
}
