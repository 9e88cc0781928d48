/** @module-tag forms */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sedFiles } from '../../src/policy/profiles/sed-script.ts';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('the files of a script of sed', () => {
  it.each<[script: string, files: readonly string[]]>([
    ['w out', ['>out']],
    ['1,3w out file', ['>out file']],
    ['/x/{s/a/b/;w /tmp/x', ['>/tmp/x']],
    ['s/a/b/gw out', ['>out']],
    ['s,a/b,c,w/tmp/x', ['>/tmp/x']],
    ['p\nr in\nw out', ['<in', '>out']],
    ['$R in', ['<in']],
    ['W out', ['>out']],
    ['s/a/r/', []],
    ['s/w x/b/', []],
    ['y/rw/wr/', []],
    ['/w x/p', []],
    ['a w x', []],
    ['# c\nw out', ['>out']],
    ['/[/]/!w out', ['>out']],
    ['s/[/]/x/w out', ['>out']],
    ['p', []],
  ])('%j', (script, files) => {
    expect(sedFiles(script).map(({ path, isWritten }) => `${isWritten ? '>' : '<'}${path}`)).toEqual(files);
  });
});

/** What no rule about programs sees: the path stands in a script, behind options or in what find is told. */
describe('where everything may run', () => {
  let closed: string;
  const bench = sharedBench(() => {
    for (const path of [
      'f',
      '.env',
      'drafts/plan.txt',
      'migrations/1.sql',
      'x/migrations/1.sql',
      'y/other/1.sql',
      'src/a.sql',
      '../home/.cfg/config.json',
    ])
      bench.file(path, 'x');
    closed = join(bench.workspace.home, '.cfg/config.json');
  });

  const decide = async (script: string) => {
    const rules = [
      { tool: 'read', deny: 'drafts/**' },
      { tool: 'write', deny: 'migrations/**' },
    ];
    return (
      await bench.judge(script.replaceAll('CLOSED', closed), {
        settings: yolo,
        rules,
        protectedPaths: [closed],
      })
    ).decision;
  };

  it.each([
    "sed -n 'w CLOSED' f",
    "sed 's/a/b/w CLOSED' f",
    "sed -e 's/a/b/w CLOSED' f",
    "sed --expression='w CLOSED' f",
    `awk '{print > "CLOSED"}' f`,
    `awk '{print >> "CLOSED"}' f`,
    `awk 'BEGIN{while ((getline l < "CLOSED") > 0) print l}'`,
    'wget -qOCLOSED http://x',
    'curl -sSLoCLOSED http://x',
    'sort -uoCLOSED f',
    'tar -czfCLOSED f',
    'gcc -coCLOSED f.c',
    'strace -foCLOSED ls',
    'find ~/.cfg -name config.json -exec sed -i s/x/y/ {} +',
  ])('what belongs to the policy is closed: %s', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    "sed -n 'r drafts/plan.txt' f",
    `awk 'BEGIN{getline l < "drafts/plan.txt"; print l}'`,
    'find drafts -type f -exec cat {} +',
    'find drafts/plan.txt -exec cat {} +',
    'find .env -exec cat {} +',
    "find . -name '.env*' -exec cat {} +",
    "find . -name '.e?v' -exec cp {} x \\;",
    "find drafts -name '*.txt' -exec grep -h . {} +",
  ])('what may not be read is not: %s', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    "sed -n 'w migrations/1.sql' f",
    "sed 's/a/b/w migrations/2.sql' f",
    `awk '{print > "migrations/1.sql"}' f`,
    'find migrations -type f -exec sed -i s/a/b/ {} +',
    "find migrations -name '*.sql' -exec sed -i s/a/b/ {} +",
    'find . -type f -mtime +3 -exec rm -f {} +',
    'cp -r x/. .',
    'cp -rT x .',
    'rsync -a x/ .',
    'ln migrations/1.sql h; echo x > h',
    'find . -type f -exec mv {} /tmp/x \\;',
  ])('what may not be written is not: %s', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    "sed -n 'w out' f",
    'find . -type f -exec cat {} +',
    "find . -name '*.ts' -exec grep -l x {} +",
    'find src -type f -exec sed -i s/a/b/ {} +',
    'find build -type f -exec rm {} +',
    "find . -name '*.log' -mtime +3 -exec rm -f {} +",
    'find . -type d -exec chmod 755 {} +',
    'find src -type f -exec mv {} /tmp/x \\;',
    "find src -name '*.sql' -exec wc -l {} +",
    'gcc -O2 -Wall -I./include -L../lib -o x f.c',
    'tar -czf./x.tgz f',
    'cp -r y/. .',
    'cp -r x/. /tmp/x',
    'ln -s f h',
    'ln f h',
  ])('runs what does none of it: %s', async (script) => {
    expect(await decide(script)).toBe('allow');
  });
});

describe('functions that call each other', () => {
  const bench = sharedBench();

  const chain = (length: number, last: string) =>
    `${Array.from({ length }, (_, at) => `f${at}(){ f${at + 1} "$@";};`).join('')}f${length}(){ ${last};};`;
  const decide = (script: string) =>
    bench.decide(script, { settings: yolo, rules: [{ deny: 'git push *' }] });

  it.each([3, 7, 8, 9, 12, 30])('are followed, or refused, through %d of them', async (length) => {
    expect(await decide(`${chain(length, 'rm -rf "$@"')} f0 /`)).toBe('deny');
    expect(await decide(`${chain(length, '"$@"')} f0 git push`)).toBe('deny');
  });

  it.each([
    'walk(){ for f in "$1"/*; do [ -d "$f" ] && walk "$f"; echo "$f"; done; }; walk .',
    'count(){ echo $1; [ $1 -gt 0 ] && count $(($1-1)); }; count 5',
    'fact(){ [ $1 -le 1 ] && echo 1 || echo $(( $1 * $(fact $(($1-1))) )); }; fact 5',
    'retry(){ curl -f http://x && return; sleep 1; retry; }; retry',
    'log(){ echo "$@"; }; step(){ log "$1"; }; step a; step b',
    'a(){ b "$1"; }; b(){ [ -n "$1" ] && a "$1"; echo done; }; a x',
  ])('are let run where they are their own: %s', async (script) => {
    expect(await decide(script)).toBe('allow');
  });
});
