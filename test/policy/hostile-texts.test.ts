import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const length = 120_000;
const long = (piece: string) => piece.repeat(length / piece.length);
const word = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const written = (file: string, text: string) => `cat > ${file} <<'E'\n${text}\nE\n`;

/** Texts near the length up to which a command is looked at; a pattern that goes back and forth over one takes minutes. */
const hostile: readonly (readonly [name: string, script: string])[] = [
  ['options', `frob ${`--${'a_'.repeat(40)}.run `.repeat(100)}`],
  ['lines of sed', `sed ${word(`${long('\n')}x`)}`],
  ['blanks of awk', `awk ${word(`>${long(' ')}x`)}`],
  [
    'line ends of records',
    `printf %s ${word(`${long('\n').slice(0, 60_000)}x`)} | awk -v RS= '{system($0)}'`,
  ],
  [
    'blanks of settings that git hands on',
    `GIT_CONFIG_PARAMETERS=${word(`${long(' ').slice(0, 60_000)}x`)} git log`,
  ],
  ['forks', `perl -e ${word(`fork ${long(' ')}x`)}`],
  ['patterns of variables', `x=${'a'.repeat(120)}; ${'echo "${x%%*b}"; '.repeat(6000)}`],
  ['blanks of sed', `sed ${word(`${long(' ')}x`)}`],
  ['blanks of a definition', `python3 -c ${word(`def a${long(' ').slice(0, 60_000)}!`)}`],
  ['names of an import', `python3 -c ${word(`from os import ${long('a').slice(0, 60_000)}`)}`],
  ['a taken apart module', `node -e ${word(`fs {${long('a').slice(0, 60_000)}} = require('x')`)}`],
  ['blanks of a loop', `node -e ${word(`child_process; [].map(${long(' ').slice(0, 60_000)}!`)}`],
  ['comments', `ocaml -e ${word(long('(*'))}`],
  ['blanks behind a text', `scala -e ${word(`""${long(' ').slice(0, 60_000)}n`)}`],
  ['substitutions of a makefile', `${written('Makefile', long('$(shell '))}make`],
  ['substitutions of make', `make --eval ${word(long('$(shell ').slice(0, 40_000))}`],
  ['blanks of a task', `${written('Taskfile.yml', `''${long(' ')}x`)}task`],
  ['names of tests', `${written(`-${long('spec')}u`, 'x')}npm test`],
  ['blanks of a console', `gnuplot <<'E'\nsystem${long(' ')}x\nE`],
  ['line ends of a screen', `screen -X stuff ${word(`${long('\\n')}x`)}`],
  ['a script of sed that makes lines', `sed -i ${word(long(';/'))} x; sh x`],
  ['lines that sed puts in', `sed ${word(long(';i '))} x | sh`],
  ['code that prints', `python3 -c ${word(long('print("'))} | sh`],
  ['sections of settings', written('.git/config', long('[a '))],
  ['blanks of a section', written('.git/config', `[a]${long(' ')}x y`)],
  ['settings', written('.git/config', `[a]\n${long('a =\n')}`)],
  ['actions', `fzf --bind ${word(long('reload('))}`],
  ['macros', `rpm -E ${word(long('%('))}`],
  ['commands of TeX', `pdflatex ${word(long('\\write18{'))}`],
  ['hooks', `apt -o ${word(long('Pre-Invoke'))}`],
  ['zeros of a format', `printf ${word(`%${long('0')}!`)} | sh`],
  ['marks of a format', `printf ${word(long('% '))}`],
  ['a first line', `${written('x', `#!${long('a')}!`)}./x`],
  ['lines of a substitution', `ls "$(cat <<'E'\n${long('\n')}x\nE\n)"`],
  ['printed lines', `x=$(echo '${long('\n')}x'); ls $x`],
  ['flags of tar', `tar -${long('u')}- x`],
  ['flags of a shell', `sh -${long('c')}- x`],
  ['flags of a decoder', `echo x | base64 -${long('d')}-`],
  ['flags of badblocks', `badblocks -${long('w')}-`],
  ['flags of sgdisk', `sgdisk ${word(`-${long('d')}\n`)}`],
  ['sources of a copy', `cp ${long('q ')}y`],
  ['sets of curl', `curl -T ${word(long('{a,'))}`],
  ['open sets of curl', `curl -T ${word(`{a${'{'.repeat(4000)}`)}`],
  ['choices of curl', `curl -T ${word('{a,b,c}'.repeat(500))}`],
  ['files of a form', `curl -F ${word(`a=@${long('a,')}`)}`],
  ['files of a statement', `sqlite3 x ${word(long('readfile('))}`],
  ['fields of a request', `http x ${word(long('a@'))}`],
  ['files of a commit', `git show --textconv ${word(long('a:'))}`],
  ['slashes', `cp x${long('/')}x y`],
  ['slashes behind a variable', `cat "$x"${long('/')}`],
  ['braces', `ls ${'{'.repeat(10_000)}${','.repeat(10_000)}`],
  ['brackets', `ls ${long('[')}`],
  ['choices', `rm {${long(',')}\\"}`],
  ['actions within each other', `find . -exec ${'find . -exec '.repeat(200)}`],
  ['actions behind others', `sudo find . -exec ${'sudo find . -exec '.repeat(12)}`],
  ['functions that print themselves', `f() { echo ${'$(f) '.repeat(32)}; }; git $(f)`],
  [
    'loops that print loops',
    `git ${'$(for i in 1 2 3 4 5 6 7 8 9; do echo '.repeat(8)}x${' $i; done)'.repeat(8)}`,
  ],
  ['a revision', `git show ${word(`/${long(':/')}{`)}`],
  ['a filter', `yq ${word(`.a ${long('0')}!`)}`],
];

describe('a hostile text', () => {
  const bench = sharedBench();

  it.each(hostile)(
    'of %s is judged in linear time',
    { tags: ['slow'], timeout: 60_000 },
    async (_, script) => {
      for (const security of ['allowlist', 'full'] as const) {
        const { decision, reason } = await bench.judge(script, { settings: { approval: { security } } });
        if (decision === 'deny') expect(reason).toContain('than are looked through');
        else expect(decision).toMatch(/^(?:allow|ask)$/);
      }
    },
  );
});

describe('what patterns for hostile texts still find', () => {
  const bench = sharedBench();

  it.each([
    "frob --x-y_exec='rm -rf /'",
    "sed '\n\n1 ! e rm -rf /' f",
    "sed -n '{ e rm -rf /\n}' f",
    `printf '%s\\n' 'rm -rf /' | sh`,
    `printf '%-05s' 'rm -rf /' | sh`,
    "pdflatex '\\write18{rm -rf /}'",
    "fzf --bind 'enter:reload(rm -rf /)'",
    "rpm -E '%(rm -rf /)'",
    "rpm -qf '%(rm -rf /)'",
    "rpm -D 'x %(rm -rf /)' -q bash",
    "rpmbuild --define 'x %(rm -rf /)' -bb x.spec",
    "make --eval '$(shell rm -rf /)'",
    "apt -o 'DPkg::Post-Invoke::=rm -rf /' install x",
    "screen -X stuff 'rm -rf /\\n^M\\015'",
    "gnuplot <<'E'\nsystem ( 'rm -rf /' )\nE",
    `${written('Makefile', 'x:\n\techo\ny = $(shell rm -rf /)')}make`,
    `${written('Taskfile.yml', "cmds: [ 'rm -rf /' ], ")}task`,
    'node -e \'require("child_process"); const f = async ( c ) => exec( c ); f("rm -rf /")\'',
    `python3 -c 'from os import path, system as s; s("rm -rf /")'`,
    `${written('x', '#!/usr/bin/env python3 \nimport os; os.system("rm -rf /")')}./x`,
    'echo cm0gLXJmIC8= | base64 -di | sh',
    'echo OJWSALLSMYQC6=== | base32 -d | sh',
    'echo OJWSALLSMYQC6=== | base32 -di | sh',
    'badblocks -sw /dev/sda',
    'sgdisk -oZ /dev/sda',
    "bash -xc 'rm -rf /'",
    'find . -exec find / -exec rm -rf / \\; \\;',
    'find . -exec find x -exec ls \\; -exec rm -rf / \\;',
  ])('%j', async (script) => {
    expect(await bench.judge(script, { settings: yolo, protectedPaths: [] })).toMatchObject({
      decision: 'deny',
      rule: { text: 'guard' },
    });
  });
});

describe('a name that every object has', () => {
  const bench = sharedBench();

  it.each(['constructor', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__defineGetter__', '__proto__'])(
    'is one like any other: %s',
    async (name) => {
      const scripts = [
        `$(echo x | ${name})`,
        `$(echo x | ${name} y)`,
        `$(echo x | tr ${name} y)`,
        `git ${name} -x`,
        `${name} x`,
      ];
      for (const script of scripts) expect(await bench.decide(script), script).toBe('ask');
    },
  );
});

describe('what stands behind more commands than are looked through', () => {
  const bench = sharedBench();

  const rules = [{ tool: 'shell', deny: 'git push *' }];
  const decide = (script: string) => bench.decide(script, { settings: yolo, rules });
  const loops = 'for x in a b c d; do for y in a b c d; do echo $x $y; done; done\n';

  it.each([
    ['commands', 'ls;'.repeat(4100), 'deny'],
    ['commands of a shell within', `sh -c '${'ls;'.repeat(4100)}';`, 'deny'],
    ['shells', "sh -c 'ls';".repeat(5500), 'deny'],
    ['conditions', 'ls&&'.repeat(8000), 'deny'],
    ['starters of starters', 'env '.repeat(40), 'deny'],
    ['starters of starters, not too many', 'sudo env nice timeout 5 nohup setsid ', 'allow'],
    ['commands, not too many', 'ls;'.repeat(3000), 'allow'],
    ['loops, with all that their variables hold', loops.repeat(300), 'allow'],
    ['functions that start themselves', 'f() { sudo f; g; f; }; g() { f; g; }; f;', 'allow'],
  ])('%s', { tags: ['slow'] }, async (_, before, own) => {
    expect(await decide(`${before}ls`)).toBe(own);
    expect(await decide(`${before}git push x`)).toBe('deny');
  });
});
