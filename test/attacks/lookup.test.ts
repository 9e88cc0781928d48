import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { attackRows } from '../helpers/attack.ts';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const plant =
  (to: (cwd: string) => string) =>
  ({ cwd, canary }: { readonly cwd: string; readonly canary: string }) => {
    copyFileSync(canary, to(cwd));
    chmodSync(to(cwd), 0o755);
  };

attackRows(
  'another program under a trusted name',
  [
    ['a relative path', './git status'],
    ['PATH in front', 'PATH=.:$PATH git status'],
    ['PATH by export', 'export PATH=.; git status'],
    ['PATH by env', 'env PATH=. git status'],
    ['a folder entered first', 'cd . && ./git log'],
  ],
  { setUp: plant((cwd) => join(cwd, 'git')) },
);

attackRows('PATH of the launcher leads into the workspace', [['ls', 'ls']], {
  env: { PATH: `.:${process.env.PATH ?? ''}` },
  setUp: plant((cwd) => join(cwd, 'ls')),
});

attackRows('loaders and interpreters told by variables', [
  ['LD_PRELOAD', 'LD_PRELOAD=./x.so ls'],
  ['BASH_ENV', "BASH_ENV=CANARY bash -c 'ls'"],
  ['NODE_OPTIONS', 'NODE_OPTIONS=--require=CANARY node --version'],
  ['PYTHONSTARTUP', 'PYTHONSTARTUP=CANARY python3 -i'],
  ['PERL5OPT', 'PERL5OPT=-MCANARY perl -v'],
  ['GIT_PAGER', 'GIT_PAGER=CANARY git log'],
  ['LESSOPEN', "LESSOPEN='|CANARY %s' less a.txt"],
  ['PAGER of a reader', 'PAGER=CANARY git --paginate log'],
]);

attackRows('settings of a pager, under a rule that allows it', [['LESSKEYIN', 'LESSKEYIN=keys less a.txt']], {
  config: { rules: [{ tool: 'shell', allow: 'less *' }] },
  setUp: ({ cwd, canary }) => {
    writeFileSync(join(cwd, 'keys'), `#env\nLESSOPEN=|${canary} %s\n`);
    writeFileSync(join(cwd, 'a.txt'), 'text\n');
  },
});

attackRows('a link into the workspace', [['through a trusted looking folder', 'bin/tool']], {
  setUp: ({ cwd, canary }) => {
    mkdirSync(join(cwd, 'bin'));
    symlinkSync(canary, join(cwd, 'bin/tool'));
  },
});

/** Programs of the workspace in front of PATH, as `node_modules/.bin` is for what npm runs. */
it.each([
  ['bash', 'ls'],
  ['grep', 'egrep text a.txt'],
  ['jq', 'yq . a.txt'],
  ['expr', 'zgrep -in text a.gz'],
  ['cat', 'xzgrep -in text a.gz'],
  ['basename', 'git bisect log'],
  ['gettext.sh', 'git bisect log'],
  ['basename', 'git status'],
  ['basename', 'git -c status.submoduleSummary=true status'],
  ['gzip', 'gunzip -c a.gz'],
  ['ruby', 'gem list'],
  ['gcc', 'go env'],
  ['uname', 'pip list'],
  ['node', 'tsc --version'],
  ['dpkg-query', 'dpkg -l bash'],
  ['dpkg-deb', 'dpkg -f a.txt'],
])('%s of the workspace is not started by %s', async (name, command) => {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  const mark = join(home, 'mark');
  mkdirSync(join(cwd, 'bin'), { recursive: true });
  writeFileSync(join(cwd, 'a.txt'), 'text\n');
  writeFileSync(join(cwd, 'a.gz'), gzipSync('text\n'));
  writeFileSync(join(cwd, 'bin', name), `#!/bin/sh\n: >> '${mark}'\n`);
  chmodSync(join(cwd, 'bin', name), 0o755);
  execFileSync('git', ['init', '-q'], { cwd });
  // For which `git status` starts a script.
  execFileSync('git', ['config', 'status.submoduleSummary', 'true'], { cwd });
  const env = { PATH: `${join(cwd, 'bin')}:${process.env.PATH ?? ''}` };
  const { status } = await runCli(['shell', command], { home, cwd, env });
  expect(existsSync(mark)).toBe(false);
  if (name === 'bash') expect(status).toBe(0);
});
