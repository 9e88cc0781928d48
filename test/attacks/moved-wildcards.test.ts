import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attackRows } from '../helpers/attack.ts';

/** The shell makes words of wildcards where it is, the program uses them where it goes: the names here are odd, those there are not. */
attackRows(
  'a wildcard whose names are used in another folder',
  [
    ['an option of git that starts a pager', 'git -C sub grep -e x *.txt'],
    ['the same by a pattern of several names', 'git -C sub grep -e x -[O]*'],
    ['the same by way of two folders', 'git -C sub -C .. grep -e x *.txt'],
    ['the same one at a time', 'for f in *.txt; do git -C sub grep -e x "$f"; done'],
    ['the same where the shell went', 'for f in *.txt; do (cd sub && git grep -e x "$f"); done'],
    ['the same of a folder', 'for d in *.d; do (cd sub && git grep -e x "$d/a.txt"); done'],
    ['the same split', 'for f in w*; do (cd sub && git grep -e x $f); done'],
  ],
  {
    setUp({ cwd, mark }) {
      mkdirSync(join(cwd, 'sub'));
      const run = `: >> '${mark}'\n`;
      for (const name of ['a.txt', 'sub/a.txt']) writeFileSync(join(cwd, name), 'x\n');
      for (const name of ['run', 'sub/run']) writeFileSync(join(cwd, name), run);
      for (const name of ['-Osh run;.txt', 'w -Obash<run;']) writeFileSync(join(cwd, name), '');
      mkdirSync(join(cwd, '-Osh run;.d'));
      writeFileSync(join(cwd, '-Osh run;.d/a.txt'), 'x\n');
      execFileSync('git', ['init', '-q', cwd]);
      execFileSync('git', ['-C', cwd, 'add', 'a.txt', 'sub/a.txt']);
    },
  },
);
