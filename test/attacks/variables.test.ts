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
  'a variable that has an allowed program load settings or code',
  [
    ['macros of rpm', 'RPM_CONFIGDIR=$PWD/settings rpm -qa'],
    ['macros of rpm, exported first', 'export RPM_CONFIGDIR=settings; rpm -qa'],
    ['settings of gem', 'GEMRC=settings/gemrc gem list -d'],
    ['code of a bundle', 'BUNDLER_SETUP=./settings/x.rb gem list'],
    ['a module of python', '_PYTHON_SYSCONFIGDATA_NAME=x pip list'],
    [
      'completion in python',
      String.raw`_ARGCOMPLETE=1 _ARGCOMPLETE_STDOUT_FILENAME=/dev/null COMP_LINE="yq . a\\'\\;CANARY\\;\\'" COMP_POINT=999 yq . a.txt`,
    ],
    ['completion that writes', '_ARGCOMPLETE=1 _ARGCOMPLETE_STDOUT_FILENAME=out COMP_LINE=yq yq . a.txt'],
    ['options of a script', "opt='-r SECRET .env' bzgrep x a.txt"],
    ['the same, exported first', "export opt='-r SECRET .env'; bzgrep x a.txt"],
  ] satisfies readonly Attack[],
  {
    setUp: ({ cwd, canary }) => {
      mkdirSync(join(cwd, 'settings/specifications'), { recursive: true });
      writeFileSync(join(cwd, '.env'), 'SECRET=1\n');
      writeFileSync(join(cwd, 'settings/rpmrc'), '');
      writeFileSync(join(cwd, 'settings/macros'), `%_dbpath %(${canary})\n`);
      writeFileSync(join(cwd, 'settings/gemrc'), `gempath: [${cwd}/settings]\n`);
      const specification = `# -*- encoding: utf-8 -*-\n# stub: x 1.0 ruby lib\n\nsystem('${canary}')\n`;
      writeFileSync(join(cwd, 'settings/specifications/x-1.0.gemspec'), specification);
      writeFileSync(join(cwd, 'settings/x.rb'), `system('${canary}')\n`);
    },
  },
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

attackRows(
  'a variable with which bash cuts the file of its history',
  [
    ['set', 'HISTFILESIZE=0'],
    ['added to', 'HISTFILESIZE+=0'],
    ['as a list', 'HISTFILESIZE=(0)'],
    ['exported', 'export HISTFILESIZE=0'],
    ['by a loop', 'for HISTFILESIZE in 0; do echo; done'],
  ] satisfies readonly Attack[],
  { setUp: ({ home }) => writeFileSync(join(home, '.history'), 'one\ntwo\n') },
);
