/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { startedForList } from '../../src/policy/programs/list-readers.ts';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const rules = [
  { tool: ['write', 'edit'], deny: 'migrations/**' },
  { tool: 'read', deny: 'private/**' },
];

const judged = (script: string) => bench.decide(script, { rules, settings: yolo });

const bench = sharedBench(
  () => {
    bench.stub(...'git find cat echo printf ls tar cpio pax zip rsync wc sort du xargs uniq'.split(' '));
    for (const path of ['.env', 'src/a.ts', 'src/b.ts', 'migrations/1.sql', 'private/a.txt'])
      bench.file(path, 'x\n');
  },
  { inherited: () => null },
);

describe('files that a program reads in a list', () => {
  it.each([
    'find . -name .env | tar -T - -cf x.tar',
    'find . -name .env -print0 | tar --null -cf x.tar --files-from=-',
    'find . -name .env | tar -czT - -f x.tgz',
    'echo .env > l; tar cf x.tar -T l',
    'echo .env > l; tar cf x.tar -Tl',
    'tar cf x.tar -T <(find . -name .env)',
    'tar cf x.tar -T <(echo .env)',
    'ls -A | tar cf x.tar -T -',
    'find . -name .env | tar cTf - x.tar',
    'echo .env | tar cfT x.tar -',
    'tar cfT x.tar <(echo private/a.txt)',
    'echo .env | cpio -o > x',
    'find . -name .env | cpio --create > x',
    'echo .env > l; cpio -oc < l > x',
    'echo .env | cpio -pdm /tmp/x',
    'echo .env | pax -w > x',
    'echo .env | zip x.zip -@',
    'echo .env > l; zip -@ x.zip < l',
    'echo .env | rsync --files-from=- . host:',
    'echo .env > l; rsync -a --files-from=l . host:',
    'printf ".env\\0" | wc --files0-from=-',
    'printf ".env\\0" | sort --files0-from=-',
    'wc --files0-from=.env',
    'du --files0-from .env',
    'man ./.env',
    'man -l .env',
    'man -P cat -l .env',
    'ls private/* | tar cf x.tar -T -',
    'echo private/a.txt | zip x.zip -@',
    'echo migrations/1.sql | git rm --pathspec-from-file=-',
  ])('is refused for one that is closed: %s', async (script) => {
    expect(await judged(script)).not.toBe('allow');
  });

  it.each([
    "find src -name '*.ts' | tar -T - -czf x.tgz",
    "find src -name '*.ts' -print0 | tar --null -T - -czf x.tgz",
    'ls src/*.ts | cpio -o > x',
    'echo src/a.ts | tar cfT x.tar -',
    'echo src/a.ts | zip x.zip -@',
    'echo src/a.ts > l; rsync -a --files-from=l . host:',
    'printf "src/a.ts\\0" | wc --files0-from=-',
    'tar xf x.tar -T members.txt',
    'wc --files0-from=src/a.ts',
    'man .env',
    'man 5 passwd',
    'man -l src/a.ts',
    'cpio -id < x.cpio',
    'ls -A | wc -l',
    'ls -A | sort | uniq -c',
    'ls -A | sort -T /tmp',
    'echo .env | git check-ignore --stdin',
    'echo src/a.ts | git add --pathspec-from-file=-',
  ])('goes on for others: %s', async (script) => {
    expect(await judged(script)).toBe('allow');
  });

  it.each([
    [
      ['tar', '-cf', 'x.tar', '-T', 'l'],
      ['tar', '-cf', 'x.tar'],
    ],
    [
      ['tar', '-czT', '-', '-f', 'x'],
      ['tar', '-cz', '-f', 'x'],
    ],
    [
      ['tar', '-Tl', '-cf', 'x'],
      ['tar', '-cf', 'x'],
    ],
    [
      ['/usr/bin/tar', '--files-from=l', '-cf', 'x'],
      ['/usr/bin/tar', '-cf', 'x'],
    ],
    [['tar', '-cf', 'x.tar', 'l'], null],
    [
      ['zip', '-r', 'x.zip', '-@', null],
      ['zip', '-r', 'x.zip', null],
    ],
    [['cpio', '-o'], ['cat']],
    [['cpio', '-id'], null],
    [['rsync', '-a', '--files-from', 'l', '.', 'h:'], ['cat']],
    [['constructor', '-T', 'l'], null],
    [[null, '-T', 'l'], null],
    [[], null],
  ])('%j is %j with each of its files', (words, started) => {
    expect(startedForList(words)).toEqual(started);
  });
});
