import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, interleave, ms, type Row, timed, withFolder } from './harness.ts';
import { Sidecar } from './sidecar.ts';

const rounds = 300;
const burst = 200;
const bytes = 64 * 1024 * 1024;

/** A home whose configuration has this machine as a node, over a plain child process. */
function writeConfig(near: string, far: string): void {
  const folder = join(near, '.config/agent-tools');
  mkdirSync(folder, { recursive: true });
  mkdirSync(far, { recursive: true });
  const text = `cd '${far}' && HOME='${far}' exec '${binary}' rpc --yolo`;
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ hosts: { far: { command: ['sh', '-c', text] } } }),
  );
}

/** What a node costs beside the same calls here, in the same run. */
export function nodeRows(): Promise<readonly Row[]> {
  return withFolder(async (near) => {
    writeConfig(near, join(near, 'far'));
    const sidecar = new Sidecar(near);
    const settled = new Sidecar(near, { AGENT_TOOLS_HOST: 'far' });
    const call =
      (command: string, more: object = {}) =>
      () =>
        sidecar.request('shell', { command, ...more });
    const there = { host: 'far' };
    const connectMs = await timed(call('true', there));
    await call('true')();
    await settled.request('shell', { command: 'true' });
    const shells = [call('true'), () => settled.request('shell', { command: 'true' }), call('true', there)];
    const [firstLocal = 0, firstNode = 0] = await interleave(rounds, shells);
    for (const warm of [sidecar, settled]) await warm.warmUp('shell', { command: 'true' });
    const [local = 0, node = 0, moved = 0] = await interleave(rounds, shells);
    const [localRead = 0, nodeRead = 0] = await interleave(rounds, [
      () => sidecar.request('read', { path: '.config/agent-tools/config.json' }),
      () => sidecar.request('read', { path: join(near, '.config/agent-tools/config.json'), ...there }),
    ]);
    const many = (more: object) => () => Promise.all(Array.from({ length: burst }, call('true', more)));
    const [localBurst = 0, nodeBurst = 0] = await interleave(5, [many({}), many(there)]);
    const flood = (more: object) => call(`head -c ${bytes} /dev/zero | tr '\\0' 'x'`, more);
    const [localFlood = 0, nodeFlood = 0] = await interleave(3, [flood({}), flood(there)]);
    await Promise.all([sidecar.close(), settled.close()]);
    return [
      ms(`shell call on a node, p50 of the first ${rounds}`, firstNode, {
        floor: ['local', firstLocal],
        target: `local + 1 ms (measured: + ${(firstNode - firstLocal).toFixed(2)})`,
      }),
      ms('the same after 1,000 more', node, {
        floor: ['local', local],
        target: `local + 1 ms (measured: + ${(node - local).toFixed(2)})`,
      }),
      ms('the same, the call naming the node', moved, { floor: ['local', local] }),
      ms('read on a node, p50', nodeRead, { floor: ['local', localRead] }),
      ms(`${burst} shell calls at once over one link`, nodeBurst, { floor: ['local', localBurst] }),
      ms('first call, with the start of the node', connectMs),
      ms('64 MiB of output, cut there', nodeFlood, { floor: ['local', localFlood] }),
    ];
  });
}
