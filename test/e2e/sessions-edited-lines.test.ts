import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Home, type SessionRpc, textOf } from '../helpers/sessions.ts';

const home = new Home();
let client: SessionRpc;
beforeAll(() => {
  client = home.rpc();
});
afterAll(() => client.close());

type Typed = { readonly literal?: string; readonly keys?: readonly string[] };

const shells = {
  bash: { command: 'exec bash --norc --noprofile -i', prompt: '[$#] $' },
  zsh: { command: 'exec zsh -f -i', prompt: '[%#] $' },
  fish: { command: 'exec fish --no-config -i', prompt: '[>#] $' },
} as const;

it.for([
  ['bash', 'another line of the history and back', [{ keys: ['Up', 'Up', 'Down', 'Enter'] }], 'echo x\nx\n'],
  [
    'bash',
    'words taken away',
    [{ literal: 'rm echo hi', keys: ['C-a', 'M-d', 'C-d', 'Enter'] }],
    'echo hi\nhi\n',
  ],
  [
    'bash',
    'a line begun anew',
    [
      { literal: 'echo one', keys: ['C-u'] },
      { literal: 'echo y', keys: ['Enter'] },
    ],
    'echo y\ny\n',
  ],
  [
    'bash',
    'a wide character taken back',
    [
      { literal: 'echo 漢字', keys: ['BSpace'] },
      { literal: 'x', keys: ['Enter'] },
    ],
    'echo 漢x\n漢x\n',
  ],
  [
    'bash',
    'a search',
    [{ keys: ['C-r'] }, { literal: 'two' }, { keys: ['Enter'] }],
    'echo one two three\none two three\n',
  ],
  ['zsh', 'another line of the history and back', [{ keys: ['Up', 'Up', 'Down', 'Enter'] }], 'echo x\nx\n'],
  [
    'zsh',
    'a character put in',
    [
      { literal: 'echo helo', keys: ['Left'] },
      { literal: 'l', keys: ['Enter'] },
    ],
    'echo hello\nhello\n',
  ],
  [
    'fish',
    'a line that is drawn anew with each word',
    [{ literal: 'echo a bc', keys: ['Enter'] }],
    'echo a bc\na bc\n',
  ],
] as const)('%s: %s', async ([shell, , typed, shown], context) => {
  if (spawnSync('sh', ['-c', `command -v ${shell}`]).status !== 0) context.skip(`${shell} is not installed`);
  const { command, prompt } = shells[shell];
  const id = await client.background(command, { pty: true });
  let { cursor } = (await client.until(id, prompt)).details;
  const send = async (input: Typed, until: string): Promise<number> => {
    const { details } = await client.process('send-keys', id, input);
    await client.until(id, until, { cursor: details.cursor });
    return details.cursor;
  };
  await send({ literal: 'echo one two three', keys: ['Enter'] }, `(?s)^one two three$.*${prompt}`);
  await send({ literal: 'echo x', keys: ['Enter'] }, `(?s)^x$.*${prompt}`);
  cursor = (await client.process('poll', id)).details.cursor;
  const last = shown.trimEnd().split('\n').at(-1);
  for (const input of typed.slice(0, -1)) await client.process('send-keys', id, input);
  for (const input of typed.slice(-1)) await send(input, `(?s)^${last}$.*${prompt}`);
  const output = textOf(await client.process('poll', id, { cursor }));
  expect(
    output
      .split('\n')
      .slice(0, 2)
      .map((line) => line.replace(/^bash\S* /, '').trimEnd()),
  ).toEqual(shown.trimEnd().split('\n'));
  await client.process('remove', id);
});

it.each([{ background: true }, {}])(
  'what is drawn into a line stands where it was drawn: %j',
  async (more) => {
    const command = `printf 'name\\033[4Cvalue\\r\\nabc\\b\\b\\033[K\\r\\n10%%\\rdone\\r\\n'`;
    const outcome = await client.call('shell', { command, pty: true, ...more });
    const text = outcome.status === 'running' ? await shownAtEnd(outcome.details.sessionId) : textOf(outcome);
    expect(text).toBe('name    value\na\ndone\n');
  },
);

async function shownAtEnd(id: string): Promise<string> {
  await client.ended(id);
  return textOf(await client.process('log', id));
}

it('a menu that is drawn over itself: a page shows the lines that changed, once', async () => {
  const menu = [
    'stty -icanon -echo; n=0; draw() { for i in 0 1 2; do printf "\\r\\033[2K%s item $i\\n" "$([ $i = $n ] && echo ">")"; done; }',
    'draw; while read -r -n1 key; do [ "$key" = q ] && break; n=$((n+1)); printf "\\033[3A"; draw; printf "%s" "" ; done; printf "\\033[3A\\033[Jchose $n\\n"',
  ].join('\n');
  const id = await client.background(`exec bash -c '${menu}'`, { pty: true });
  const first = (await client.until(id, 'item 2\\n')).details.cursor;
  expect(textOf(await client.process('poll', id))).toContain('> item 0\n item 1\n item 2\n');
  const before = await client.process('send-keys', id, { literal: 'xx' });
  await client.until(id, '> item 2\\n', { cursor: before.details.cursor });
  expect(textOf(await client.process('poll', id, { cursor: first }))).toContain(' item 0\n> item 2\n');
  await client.process('send-keys', id, { literal: 'q' });
  await client.process('wait', id, { timeout: 20 });
  expect(textOf(await client.process('log', id))).toMatch(/^chose 2\n/);
});

it('the last output is made for the size that its terminal had then', async () => {
  const drawn = `printf '${'a'.repeat(25)}\\033[A\\rX\\033[B\\r\\n'`;
  const id = await client.background(`echo ready; read go; ${drawn}`, { pty: true });
  const exited = new Promise<Record<string, unknown>>((resolve) => {
    client.onNotification = ({ method, params }) => method === 'session/exited' && resolve(params);
  });
  await client.until(id, 'ready');
  await client.process('resize', id, { cols: 20, rows: 9 });
  await client.process('write', id, { data: '\n' });
  const last = `\nX${'a'.repeat(24)}\n`;
  expect(textOf(await client.ended(id))).toContain(last);
  expect((await exited).tail).toContain(last);
});
