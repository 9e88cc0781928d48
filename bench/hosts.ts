import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { benchEnv, interleave, ms, type Row, withFolder } from './harness.ts';
import { Sidecar } from './sidecar.ts';

const bubblewrap = '/usr/bin/bwrap';
const bash = ['bash', '--noprofile', '--norc', '-p', '-c', '--', 'true'];
const options = [
  ...[
    '--unshare-user-try',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--unshare-net',
  ],
  ...['--die-with-parent', '--cap-drop', 'ALL', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--tmpfs', '/tmp', '--tmpfs', '/var/tmp'],
];

async function sandboxRows(folder: string): Promise<readonly Row[]> {
  const home = join(folder, 'home');
  mkdirSync(home);
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const sidecar = new Sidecar(workspace, { HOME: home });
  const bare = async (): Promise<void> => {
    const child = Bun.spawn(
      [bubblewrap, ...options, '--bind', workspace, workspace, '--chdir', workspace, ...bash],
      {
        cwd: workspace,
        env: benchEnv(home),
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    await Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()]);
  };
  await sidecar.request('shell', { command: 'true', host: 'sandbox' });
  const turns = () =>
    interleave(100, [
      () => sidecar.request('shell', { command: 'true', host: 'sandbox' }),
      bare,
      () => sidecar.request('shell', { command: 'true' }),
    ]);
  const [call = 0, floor = 0, local = 0] = await turns();
  await turns();
  const [warm = 0, warmFloor = 0, warmLocal = 0] = await turns();
  sidecar.process.kill('SIGKILL');
  await sidecar.process.exited;
  return [
    ms('RPC `shell true`, host sandbox', call, { floor: ['raw bwrap', floor], target: '<= 1.3 x' }),
    ms('RPC `shell true`, host sandbox', call, {
      floor: ['host local', local],
      target: `at most 5 ms more: ${(call - local).toFixed(2)}`,
    }),
    ms('the same after 200 more of each', warm, {
      floor: ['raw bwrap', warmFloor],
      target: `local + 5 ms (measured: + ${(warm - warmLocal).toFixed(2)}, raw bwrap + ${(warmFloor - warmLocal).toFixed(2)})`,
    }),
  ];
}

/** What a host other than this machine itself costs. */
export async function hostRows(): Promise<readonly Row[]> {
  if (!(await Bun.file(bubblewrap).exists())) {
    console.log('hosts: skipped, bubblewrap is not installed');
    return [];
  }
  return withFolder(sandboxRows);
}
