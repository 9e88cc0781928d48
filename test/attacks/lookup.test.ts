import { chmodSync, copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { attackRows } from '../helpers/attack.ts';

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

attackRows('a link into the workspace', [['through a trusted looking folder', 'bin/tool']], {
  setUp: ({ cwd, canary }) => {
    mkdirSync(join(cwd, 'bin'));
    symlinkSync(canary, join(cwd, 'bin/tool'));
  },
});
