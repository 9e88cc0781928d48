import { writeFileSync } from 'node:fs';
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
