import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

const folders = ['.local/share/mise/shims', '.rbenv/shims', '.volta/bin', '.local/bin'] as const;

const bench = sharedBench(() => {
  bench.stub('git', 'mise');
  const place = (path: string) =>
    chmodSync(bench.file(join(bench.workspace.home, path), '#!/bin/sh\n'), 0o755);
  for (const path of [
    `${folders[0]}/python3`,
    `${folders[0]}/gcc`,
    `${folders[1]}/ruby`,
    `${folders[2]}/tsc`,
  ])
    place(path);
  symlinkSync(join(bench.folder, 'bin/mise'), join(bench.workspace.home, folders[0], 'node'));
  for (const [name, path] of [
    ['npm', 'corepack/dist/npm.js'],
    ['terraform', 'tfenv/3.0.0/bin/terraform'],
  ] as const) {
    const linked = bench.file(join(bench.folder, 'bin', path), '#!/bin/sh\n');
    chmodSync(linked, 0o755);
    symlinkSync(linked, join(bench.folder, 'bin', name));
  }
  bench.file(join(bench.workspace.home, '.tool-versions'), 'node path:~/node\n');
});
afterEach(() => {
  for (const name of [
    '.tool-versions',
    'mise.toml',
    '.config',
    '.ruby-version',
    '.python-version',
    '.volta',
    '.nvmrc',
    '.corepack.env',
    '.terraform-version',
  ])
    rmSync(join(bench.workspace.cwd, name), { recursive: true, force: true });
});

const judged = async (command: string) => {
  const shims = folders.map((folder) => join(bench.workspace.home, folder));
  const searchPath = [...shims, bench.searchPath].join(':');
  return bench.judge(command, { exec: { searchPath } });
};

it.each([
  ['.tool-versions', 'node path:./x\n', 'node --version'],
  ['.tool-versions', 'python 3.12\nnode ../../x # 1\n', 'node -v'],
  ['.tool-versions', 'github:a/b 1.0\n', 'node --version'],
  ['mise.toml', '[tools]\nnode = "path:./x"\n', 'python3 --version'],
  ['.config/mise/config.toml', '', 'node --version'],
  ['.ruby-version', '../../x\n', 'ruby -v'],
  ['.ruby-version', '..\n', 'timeout 5 ruby -v'],
  ['.python-version', '3.12\n/x\n', 'cd sub && python3 -V'],
  ['.volta/hooks.json', '{}', 'tsc -v'],
  ['.corepack.env', 'COREPACK_INTEGRITY_KEYS=0\n', 'npm --version'],
  ['.tool-versions', 'gcc path:.\n', 'go env'],
  ['.terraform-version', '../../project/x\n', 'terraform version'],
])('asks where %s holds %j: %s', async (name, content, command) => {
  bench.file('sub/a', '');
  bench.stub('go', 'timeout');
  expect((await judged(command)).decision, 'without the file').toBe('allow');
  bench.file(name, content);
  const { decision, reason } = await judged(command);
  expect([decision, reason]).toEqual([
    'ask',
    expect.stringContaining(`"${name}" in "${bench.workspace.cwd}" can choose`),
  ]);
});

it.each([
  ['.tool-versions', '# these\nnodejs 20.11.0 18.1\r\n\npython 3.12.1 system # both\n', 'node --version'],
  ['.python-version', '3.12\npypy3.10-7.3.12\n', 'python3 --version'],
  ['.ruby-version', 'ruby-3.3.0', 'ruby -v'],
  ['.nvmrc', 'v20', 'node -v'],
  ['.terraform-version', '1.5.7\n', 'terraform version'],
  ['.tool-versions', 'git path:.\n', 'git status'],
])('allows where %s holds %j: %s', async (name, content, command) => {
  bench.file(name, content);
  const { decision, reason } = await judged(command);
  expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
});

it.each([
  ['RBENV_VERSION=../../project/x ruby -v', 'ruby -v'],
  ['export RTX_NODE_VERSION=path:./x; node --version', 'node --version'],
  ['VOLTA_FEATURE_PNPM=1 tsc -v', 'tsc -v'],
  ['TENV_AUTO_INSTALL=true terraform version', 'terraform version'],
])('asks about %s', async (command, plain) => {
  expect((await judged(plain)).decision).toBe('allow');
  const { decision, reason } = await judged(command);
  expect([decision, reason]).toEqual(['ask', expect.stringContaining('can change which code runs')]);
});

it.each([
  ['infocmp', 'gh --version'],
  ['lsb_release', 'cargo -vV'],
  ['getconf', 'cargo --version'],
  ['as', 'go env'],
  ['ld', 'go env GOPATH'],
  // Which a go.mod may name.
  ['go1.99.1', 'go version'],
  ['go1.22-own', 'go env GOPATH'],
  ['go1.30rc1', 'go help mod'],
  ['pkgconf', 'pkg-config --modversion zlib'],
  ['sed', 'git stash -h'],
  ['zgrep', 'zfgrep a f.gz'],
])('asks where %s, which %s starts, lies in the workspace', async (name, command) => {
  bench.stub('gh', 'cargo', 'go', 'zfgrep', 'pkg-config');
  bench.file('f.gz');
  const searchPath = `${join(bench.workspace.cwd, 'own')}:${bench.searchPath}`;
  rmSync(join(bench.workspace.cwd, 'own'), { recursive: true, force: true });
  expect(await bench.decide(command, { exec: { searchPath } }), 'without it').toBe('allow');
  bench.script(`own/${name}`);
  const { decision, reason } = await bench.judge(command, { exec: { searchPath } });
  expect([decision, reason]).toEqual(['ask', expect.stringContaining(`it starts ${name}, which is not`)]);
});

it('takes linear time for a line of blanks', async () => {
  bench.file('.tool-versions', `${' '.repeat(60_000)}:`);
  const before = process.cpuUsage();
  expect((await judged('node --version')).decision).toBe('ask');
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
});

it('fetches no version that a project names, where nothing runs that could mean it', async () => {
  expect((await judged('node --version')).environment).toMatchObject({
    MISE_OFFLINE: '1',
    MISE_EXEC_AUTO_INSTALL: '0',
  });
  expect((await judged('npm ls')).environment).toMatchObject({ COREPACK_ENABLE_NETWORK: '0' });
  expect((await judged('terraform version')).environment).toMatchObject({ TFENV_AUTO_INSTALL: 'false' });
  expect((await judged('git status')).environment).not.toHaveProperty('MISE_OFFLINE');
  expect((await judged('node --version && mise install')).environment).not.toHaveProperty('MISE_OFFLINE');
});
