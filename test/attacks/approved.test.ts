import {
  chmodSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { statelessMeta } from '../helpers/mcp-peer.ts';
import { childNode, NodeRig } from '../helpers/nodes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

interface Ground {
  readonly home: string;
  readonly cwd: string;
  readonly bin: string;
  /** A program that leaves the mark. */
  readonly evil: string;
}

function program(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

function prepare(mark: (home: string) => string): Ground & { readonly mark: string } {
  const home = realpathSync(tempFolder());
  const [cwd, bin] = [join(home, 'work'), join(home, 'bin')];
  for (const folder of [cwd, bin, join(cwd, 'sub'), join(cwd, 'other')]) mkdirSync(folder);
  const evil = `: >> '${mark(home)}'`;
  program(join(bin, 'tool'), 'true');
  program(join(cwd, 'run.sh'), 'true');
  symlinkSync('sub', join(cwd, 'link'));
  program(join(cwd, 'sub/go'), 'true');
  program(join(cwd, 'other/go'), evil);
  return { home, cwd, bin, evil, mark: mark(home) };
}

function relink(path: string, target: string): void {
  rmSync(path);
  symlinkSync(target, path);
}

/** What is changed after a person said yes to the command and before it is called again. */
const changes: readonly (readonly [idea: string, command: string, change: (ground: Ground) => void])[] = [
  ['a script operand is edited', 'bash run.sh', ({ cwd, evil }) => program(join(cwd, 'run.sh'), evil)],
  ['a script of its own is edited', './run.sh', ({ cwd, evil }) => program(join(cwd, 'run.sh'), evil)],
  [
    'a script is replaced by a link',
    './run.sh',
    ({ cwd }) => {
      rmSync(join(cwd, 'run.sh'));
      symlinkSync('other/go', join(cwd, 'run.sh'));
    },
  ],
  ['a linked folder leads elsewhere', 'link/go', ({ cwd }) => relink(join(cwd, 'link'), 'other')],
  [
    'a folder that cd enters leads elsewhere',
    'cd link && ./go',
    ({ cwd }) => relink(join(cwd, 'link'), 'other'),
  ],
  [
    'a folder is swapped for another',
    'sub/go',
    ({ cwd }) => {
      renameSync(join(cwd, 'sub'), join(cwd, 'gone'));
      renameSync(join(cwd, 'other'), join(cwd, 'sub'));
    },
  ],
  ['the program on PATH is another file', 'tool x', ({ bin, evil }) => program(join(bin, 'tool'), evil)],
  [
    'a nearer program on PATH',
    'tool x',
    ({ home, evil }) => {
      mkdirSync(join(home, 'first'));
      program(join(home, 'first/tool'), evil);
    },
  ],
  [
    'the program becomes a link',
    'tool x',
    ({ bin, cwd }) => relink(join(bin, 'tool'), join(cwd, 'other/go')),
  ],
];

function open() {
  const ground = prepare((home) => join(home, 'mark'));
  const { home, cwd, bin } = ground;
  const env = { PATH: `${join(home, 'first')}:${bin}:${process.env.PATH ?? ''}` };
  return { ground, mark: ground.mark, options: { home, cwd, env } };
}

it.each(changes)('an approved call does not run when %s', async (_, command, change) => {
  const { ground, mark, options } = open();
  const asked = await runCli(['--json', 'shell', command], options);
  const { status, details } = JSON.parse(asked.stdout.toString());
  expect(status).toBe('approval_required');
  expect((await runCli(['approvals', 'resolve', details.approvalId, '--allow-once'], options)).status).toBe(
    0,
  );
  change(ground);
  expect((await runCli(['shell', command], options)).status).toBe(126);
  expect(existsSync(mark)).toBe(false);
});

/** Calls a tool in the stateless era, has the change happen, and then hands the yes in. */
async function answerAfter(client: RpcClient, command: string, change: () => void): Promise<unknown> {
  const meta = statelessMeta({ elicitation: {} });
  const params = { name: 'shell', arguments: { command }, _meta: meta };
  const { result: asked } = await client.request('tools/call', params);
  expect(asked).toMatchObject({ resultType: 'input_required' });
  change();
  const { result } = await client.request('tools/call', {
    ...params,
    requestState: asked?.requestState,
    inputResponses: { approval: { action: 'accept', content: { decision: 'allow_once' } } },
  });
  await client.close();
  return result;
}

it.each(changes)('nor between two rounds of a stateless call when %s', async (_, command, change) => {
  const { ground, mark, options } = open();
  const client = new RpcClient({ mode: 'mcp', args: [], ...options });
  const answered = await answerAfter(client, command, () => change(ground));
  expect(answered).toMatchObject({ resultType: 'input_required' });
  expect(existsSync(mark)).toBe(false);
});

it('nor on a node between two rounds, and it does when nothing has changed', async () => {
  const rig = new NodeRig((own) => ({ far: childNode(own) }));
  const script = join(rig.far, 'run.sh');
  const mcp = () =>
    new RpcClient({
      mode: 'mcp',
      home: rig.near,
      cwd: join(rig.near, 'ws'),
      args: ['--host', 'far', '--yolo'],
    });
  program(script, 'echo judged');
  expect(await answerAfter(mcp(), './run.sh', () => {})).toMatchObject({ content: [{ text: 'judged\n' }] });
  const change = (): void => program(script, ': > mark');
  expect(await answerAfter(mcp(), './run.sh', change)).toMatchObject({ resultType: 'input_required' });
  expect(existsSync(join(rig.far, 'mark'))).toBe(false);
});

it.each([
  [['approvals', 'resolve', '0000', '--allow-once']],
  [['config', 'trust']],
  [['shell', '--yolo', 'touch mark']],
  [['shell', '--security', 'full', 'touch mark']],
  [['shell', '--ask', 'off', '--security', 'full', 'touch mark']],
])('inside one of our runs %j is refused', async (words) => {
  const { home, cwd } = prepare((folder) => join(folder, 'mark'));
  writeFileSync(join(cwd, '.agent-tools.json'), '{"approval":{"security":"full"}}');
  const { status } = await runCli(words, { home, cwd, env: { AGENT_TOOLS_RUN: 'x' } });
  expect(status).not.toBe(0);
  expect(existsSync(join(cwd, 'mark'))).toBe(false);
});
