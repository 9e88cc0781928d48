import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

/** A search of a folder with a secret in it runs unasked where its words surely leave the secret out. */
describe('what a search leaves out', () => {
  const bench = sharedBench(() => {
    bench.stub('rg', 'git', 'gofmt');
    for (const path of ['a.txt', '.env', 'keys/id_rsa', 'keys/id_rsa.go', 'of/.ssh/known'])
      bench.file(path, 'x\n');
  });

  it.each([
    ["grep -rn --exclude='*.md' --include='*.ts' x .", 'ask'],
    ["grep -rn --include='*.ts' --exclude='*.md' x .", 'allow'],
    ["grep -r --exclude=.env --include='.e*' x .", 'ask'],
    ["grep -r --include='.e*' --exclude=.env x .", 'allow'],
    ["grep -r --exclude-from=a.txt --include='*.ts' x .", 'ask'],
    ["grep -r --include='*.ts' --exclude=q --include='*.md' x .", 'allow'],
    ['grep -r --exclude=.env x .', 'allow'],
    ['grep -r --exclude=.ssh x of', 'ask'],
    ['grep -r --exclude-dir=.ssh x of', 'allow'],
    ["grep -r --include='*.ts' x of", 'allow'],
    ['grep -r --exclude=.env --exclude-dir=node_modules x .', 'allow'],
    ['grep -r --exclude-dir=node_modules x .', 'ask'],
    ["grep -r --include='*.[ch]' x .", 'allow'],
    ['grep -r --include=*.{ts,tsx} x .', 'allow'],
    ["grep -r --exclude='*/.env' x .", 'ask'],
    ["grep -r --exclude='**/.env' x .", 'ask'],
    ["grep -r --exclude='/.env' x .", 'ask'],
    ['grep -r --exclude=.ENV x .', 'ask'],
    ["grep -r --exclude='{.env,}' x .", 'ask'],
    ["grep -r --exclude='.en[v]' x .", 'ask'],
    ["grep -r --include='.e[[:lower:]]v' x .", 'ask'],
    ['for g in \'.e*\'; do grep -r --include="$g" x .; done', 'ask'],
    ["rg -g '!.env' -g '.e*' x", 'ask'],
    ["rg --hidden -g '!.env' -g '*' x", 'ask'],
    ["rg --hidden -g '*' -g '!.env' x", 'allow'],
    ["rg --iglob '.ENV' -g '!.env' x", 'ask'],
    ["rg -g '[.-/]env' x", 'ask'],
    ["rg -g '*.{env}' -g '*.ts' x", 'ask'],
    ["rg -t ts -g '.env' x", 'ask'],
    ["rg -t ts -g '!*.test.ts' x", 'allow'],
    ["rg --hidden -g '' x", 'ask'],
    ["rg --hidden -g '#a' x", 'ask'],
    ["rg --hidden -g '!/.env' x", 'ask'],
    ["rg -g 'keys/**' x keys", 'ask'],
    ["rg -g '**' x", 'ask'],
    ['rg --ignore-file a.txt x', 'ask'],
    ['rg -g "$X" x', 'ask'],
    ["rg -g '*.ts' x", 'allow'],
    ["rg -g '*.{ts,tsx}' -g '!src/**' x", 'allow'],
    ["rg --hidden -g 'src/**/*.ts' x", 'allow'],
    ["rg -uu -g '!.git' -t ts x", 'allow'],
    ['gofmt -l .', 'allow'],
    ['gofmt -l .env', 'ask'],
    ['gofmt -l keys', 'ask'],
    ['git apply --check a.txt', 'allow'],
    ['git apply --check .env', 'ask'],
  ])('%s: %s', async (command, expected) => {
    expect(await bench.decide(command)).toBe(expected);
  });
});
