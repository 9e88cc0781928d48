import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { Home } from '../helpers/sessions.ts';

/** So long that what waits for it is seen by the signal that ended it then. */
const env = { AGENT_TOOLS_SHELL_KILL_GRACE_MS: '10000' };

it.for([
  ['bash', 'bash --norc --noprofile -i', /[$#] $/, { signal: 'SIGHUP' }],
  ['zsh', 'zsh -f -i', /[%#] $/, { exitCode: 1 }],
] as const)(
  'an interactive %s is told that its terminal is closed',
  async ([shell, command, prompt, end], context) => {
    if (spawnSync('sh', ['-c', `command -v ${shell}`]).status !== 0)
      context.skip(`${shell} is not installed`);
    const client = new Home().sidecar({ env });
    const id = await client.background(`HISTFILE= exec ${command}`, { pty: true });
    await client.until(id, prompt.source);
    expect((await client.process('kill', id)).details).toMatchObject({ endedBy: 'kill', ...end });
  },
);

it.each([
  [
    'one that ends by itself',
    'trap "sleep 0.5; echo told; exit 3" TERM; trap "echo hung up; exit 4" HUP',
    { exitCode: 3 },
  ],
  ['one that heeds neither', 'trap "" TERM HUP', { signal: 'SIGKILL' }],
])('%s is told nothing more', async (_, traps, end) => {
  const client = new Home().sidecar({ env: { ...env, AGENT_TOOLS_SHELL_KILL_GRACE_MS: '2000' } });
  const id = await client.background(`${traps}; echo ready; while :; do sleep 0.05; done`, { pty: true });
  await client.until(id, 'ready');
  expect((await client.process('kill', id)).details).toMatchObject(end);
});

it('a command without a terminal is told nothing more', async () => {
  const client = new Home().sidecar({ env: { AGENT_TOOLS_SHELL_KILL_GRACE_MS: '500' } });
  const traps = 'trap "" TERM; trap "exit 4" HUP';
  const id = await client.background(`${traps}; echo ready; while :; do sleep 0.05; done`);
  await client.until(id, 'ready');
  expect((await client.process('kill', id)).details).toMatchObject({ signal: 'SIGKILL' });
});
