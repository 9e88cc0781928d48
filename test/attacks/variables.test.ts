import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Attack, attackRows } from '../helpers/attack.ts';

attackRows(
  'a variable that names a program',
  [
    ['before a script', 'GREP=CANARY zgrep text a.gz'],
    ['exported first', 'export GREP=CANARY; zgrep text a.gz'],
    ['through env', 'env GREP=CANARY zgrep text a.gz'],
    ['of another script', 'GREP=CANARY xzgrep text a.gz'],
    ['of a third one', 'GREP=CANARY bzgrep text a.txt'],
  ] satisfies readonly Attack[],
  { setUp: ({ cwd }) => writeFileSync(join(cwd, 'a.gz'), gzipSync('text\n')) },
);

attackRows(
  'a variable that a builtin sets',
  [
    ['the length of what is printed', "printf 'a%n' PATH; ls"],
    ['behind a sign that stands for itself', "printf '%%%n' PATH && ls"],
    ['in a format that is computed', 'printf "a$(echo %n)" PATH; ls'],
    ['in words that are computed', 'printf a$(echo %n PATH); ls'],
  ] satisfies readonly Attack[],
  {
    setUp: ({ cwd, canary }) => {
      mkdirSync(join(cwd, '1'));
      copyFileSync(canary, join(cwd, '1/ls'));
    },
  },
);

attackRows(
  'a variable that chooses what an allowed program starts',
  [
    ['of make', 'RM=CANARY make clean'],
    ['of make, exported first', 'export YACC=CANARY; make parser'],
  ] satisfies readonly Attack[],
  {
    config: { rules: [{ tool: 'shell', allow: 'make *' }] },
    setUp: ({ cwd }) => writeFileSync(join(cwd, 'Makefile'), 'clean:\n\t$(RM) x\nparser:\n\t$(YACC) x\n'),
  },
);
