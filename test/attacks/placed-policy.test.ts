import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** A workspace with a policy of the attacker's own, named as the real one in its place; `isConfigured` tells whether one is there. */
function prepare(isConfigured: boolean): { readonly home: string; readonly cwd: string } {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  const folders = ['work/agent-tools', 'work/dotfiles/.config/agent-tools', 'work/template', 'work/dist'];
  for (const folder of folders) mkdirSync(join(home, folder), { recursive: true });
  for (const folder of folders.slice(0, 2))
    writeFileSync(join(home, folder, 'config.json'), '{"guard":false}');
  writeFileSync(join(cwd, 'template/.agent-tools.json'), '{"guard":false}');
  writeFileSync(join(cwd, 'dist/x'), 'x');
  if (!isConfigured) return { home, cwd };
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
  writeFileSync(join(home, '.config/agent-tools/config.json'), '{}');
  return { home, cwd };
}

const attacks = [
  ['a folder of that name', 'cp -r agent-tools ~/.config/'],
  ['a folder of that name, the target first', 'cp -rt ~/.config agent-tools'],
  ['the target in one word with other options', 'cp -rt../.config agent-tools'],
  ['the target behind its long option', 'cp -r --target-directory=../.config agent-tools'],
  ['the target behind its long option, cut short', 'cp -r agent-tools --targ ../.config'],
  ['a folder of that name, from where it goes', 'cd ~/.config && cp -r ../work/agent-tools .'],
  ['all that a folder holds', 'cp -r dotfiles/. ~'],
  ['a folder that brings it', 'cp -r dotfiles/.config ~'],
  ['a folder that takes its place', 'cp -rT dotfiles/.config ~/.config'],
  ['what is made just before', 'mkdir new && mv agent-tools new/ && cp -r new/. ~/.config'],
  ['a link by its name alone', 'cd ~/.config && ln -s ../work/agent-tools'],
  ['the same by a long option, cut short', 'cp -r --no-target dotfiles/.config ~/.config'],
  ['with the folders it is named with', 'cd dotfiles && cp -r --parents .config/agent-tools ~'],
  ['the same, of one file', 'cd dotfiles && cp --par .config/agent-tools/config.json ~'],
  ['the same by rsync', 'rsync -aR dotfiles/./.config/agent-tools ~'],
  ['what a list names', 'echo .config/agent-tools >list; rsync -ar --files-from=list dotfiles ~'],
  ['behind a wrapper', 'nohup cp -r agent-tools ~/.config/'],
  ['a project file', 'cp -r template/. .'],
] as const;

describe.each([
  ['where there is a configuration', true],
  ['where there is none yet', false],
])('what is copied takes the place of no policy %s, under security full too', (_, isConfigured) => {
  it.each([
    ...attacks,
    ...(isConfigured
      ? []
      : ([
          ['the folder above', 'mv dotfiles/.config ~/.config'],
          ['a link in place of the folder above', 'ln -s ~/work/dotfiles/.config ~/.config'],
          ['a folder that is made first', 'mkdir ~/.config && cp -r agent-tools ~/.config'],
        ] as const)),
  ])('%s', async (_name, command) => {
    const { home, cwd } = prepare(isConfigured);
    const { status } = await runCli(['shell', '--yolo', command], { home, cwd });
    expect(status).toBe(126);
    const config = join(home, '.config/agent-tools/config.json');
    expect(existsSync(config) ? readFileSync(config, 'utf8') : '{}').toBe('{}');
    expect(existsSync(join(cwd, '.agent-tools.json'))).toBe(false);
  });
});

it.each([
  ['a link', 'ln -s ../../work/dotfiles/.config/agent-tools'],
  ['rsync', 'rsync -a ../work/agent-tools sub'],
])('what starts in the folder above the policy: %s', async (_, command) => {
  const { home } = prepare(true);
  const above = join(home, '.config');
  mkdirSync(join(above, 'sub'));
  const cwd = command.startsWith('ln') ? join(above, 'sub') : above;
  const env = { XDG_CONFIG_HOME: join(above, 'sub') };
  expect((await runCli(['shell', '--yolo', command], { home, cwd, env })).status).toBe(126);
});

describe('honest copies go on', () => {
  let client: RpcClient;
  beforeAll(() => {
    client = new RpcClient(prepare(true));
  });
  afterAll(() => client.close());

  it.each([
    'cp dist/x ~',
    'cp -r dist ~',
    'cp -r dist/. ~',
    'cp -r dist ~/.config',
    'cp -r dist ~/.local/share',
    'cp -r dist/. .',
    'cp -r dotfiles /tmp/elsewhere',
    'git clone u tmp && cp -r tmp/. . && rm -rf tmp',
    'rsync -a dist/ ~/backup/',
    'mv dist/x dist/y',
    'ln -s dist/x',
    'install -d ~/.config/other',
    'cp --parents dist/x ~/.config',
    'rsync -aR dist/x ~',
    'cp -St dist/x agent-tools ~',
    'cp -r --no-clobber dist/. ~/.config',
    'cp -t',
  ])('%s', async (command) => {
    const { result } = await client.request('policy/check', { command });
    expect(result).toMatchObject({ decision: 'allow' });
  });
});
