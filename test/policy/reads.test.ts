/** @module-tag forms */
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programNames } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

function lines(name: string): readonly string[] {
  const text = readFileSync(new URL(`../fixtures/policy/${name}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}

const everyday = lines('everyday-reads.txt');
const never = lines('never-allowed.txt');
/** Builtins and what the machine has stay what they are. */
const ours = /^(cd|echo|test|time|type|true|false|ls|cat|git|find|grep|sed|awk|sort|bash|sh|env)$/;

describe('commands that only read', () => {
  const bench = sharedBench(() => {
    bench.stub(...programNames([...everyday, ...never]).filter((name) => !ours.test(name)));
    for (const file of ['a.txt', 'b.txt', 'src/a.ts', 'src/b.py', 'test/t.ts', 'package.json'])
      bench.file(file, 'x');
    execFileSync('git', ['init', '-q', bench.workspace.cwd]);
  });

  it.each(everyday)('%s is allowed', async (command) => {
    expect(await bench.decide(command)).toBe('allow');
  });
});

describe('commands that write, show secrets or start something', () => {
  const bench = sharedBench(() => {
    bench.stub(...programNames([...everyday, ...never]).filter((name) => !ours.test(name)));
    for (const file of ['a.txt', 'src/a.ts', '.env', 'id_rsa', '-rf', 'opt/-n', 'x.tar.gz'])
      bench.file(file, 'x');
    symlinkSync('.env', join(bench.workspace.cwd, 'plain'));
    execFileSync('git', ['init', '-q', bench.workspace.cwd]);
  });

  it.each(never)('%s is not allowed', async (command) => {
    expect(await bench.decide(command)).not.toBe('allow');
  });
});
