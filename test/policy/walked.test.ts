import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a loop over what a wildcard reaches', () => {
  const bench = sharedBench(() => {
    bench.stub('npm', 'git');
    for (const name of [
      'packages/one/package.json',
      'packages/one/src/a.ts',
      'packages/two/package.json',
      'apart/first name/package.json',
      'odd/-n/package.json',
      'led/own/work',
      'kept/one/.env',
      'many/none.txt',
      'moved/a.ts',
      'blank/b .env',
    ])
      bench.file(name, 'x');
    bench.file(join(bench.workspace.home, '.ssh/work'), 'x');
    symlinkSync(join(bench.workspace.home, '.ssh'), join(bench.workspace.cwd, 'led/other'));
    for (let made = 0; made < 40; made += 1) mkdirSync(join(bench.workspace.cwd, `many/n${made}`));
  });

  const decide = (script: string, options: object = {}) => bench.decide(script, options);

  it.each([
    'for d in packages/*; do cat "$d/package.json"; done',
    'for d in packages/*; do cat "$d"/package.json; done',
    'for d in packages/*; do cat "$d"/\'package.json\'; done',
    'for d in packages/*/; do cat "${d}package.json"; done',
    'for d in packages/*; do cat $d/package.json; done',
    'for d in packages/*; do head -3 "$d/package.json" | wc -l; done',
    'for d in packages/*; do diff "$d/package.json" packages/one/package.json; done',
    'for d in packages/*; do grep -f "$d/package.json" packages/one/src/a.ts; done',
    'for f in packages/one/src/*.ts; do cat "$f.old"; done',
    'for d in packages/*; do wc -l < "$d/package.json"; done',
    'for d in odd/*; do cat "$d/package.json"; done',
    'for d in */; do ls "$d/src"; done',
    'for d in packages/*; do (cd "$d" && ls); done',
    'for d in packages/*; do (cd "$d/src" && cat a.ts); done',
    'for d in packages/*; do (cd "$d"; cd src && cat a.ts); done',
    'for d in packages/*; do (cd $d && cat package.json | wc -l); done',
    'for d in */; do (cd "$d" && ls); done',
    'for d in many/*; do (ls "$d"); done',
    'for d in packages/*; do git -C "$d" status; done',
    'for d in packages/*; do (cd "$d" && for f in *.json; do head -1 "$f"; done); done',
    'for d in packages/*; do (cd "$d" && echo "$d"); done',
    'for f in /etc/host*; do (cd packages && cat "$f"); done',
  ])('%s runs unasked', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    ['for d in led/*; do cat "$d/work"; done', 'a folder that leads out'],
    ['for d in led/*; do (cd "$d" && cat work); done', 'a folder that leads out'],
    ['for d in led/*; do (cd "$d"; cat work); done', 'a folder that leads out'],
    ['for d in led/*; do echo x > "$d/work"; done', 'what it writes'],
    ['for d in packages/*; do echo x > "$d/package.json"; done', 'what it writes'],
    ['for d in kept/*; do cat "$d/.env"; done', 'a secret'],
    ['for d in packages/*; do cat "$d/.env"; done', 'the name of secrets'],
    ['for d in packages/*/; do cat "${d}.env"; done', 'the name of secrets'],
    ['for d in kept/*; do (cd "$d" && cat .env); done', 'a secret'],
    ['for d in apart/*; do cat $d/package.json; done', 'names that are split'],
    ['for d in apart/*; do (cd $d && ls); done', 'names that are split'],
    ['cd odd; for d in *; do cat "$d/package.json"; done', 'a name that looks like an option'],
    ['cd odd; for d in *; do (cd "$d" && ls); done', 'a name that looks like an option'],
    ['for d in packages/*; do (cd "$d/.." && cat a.ts); done', 'a folder above, which a link moves'],
    ['for d in packages/*; do (cd "$d"; cd ..; cat a.ts); done', 'a folder above, which a link moves'],
    ['for d in nowhere/*; do (cd "$d" && cat a.ts); done', 'folders that are not there yet'],
    ['for d in many/*; do (cd "$d" && cat a.ts); done', 'more folders than are looked into'],
    ['for d in packages/*; do cd "$d" && ls; done', 'a loop that moves about'],
    ['cd blank && for f in b*; do (cd .. && cat $f); done', 'names of a folder that it left'],
    ['cd blank && for f in b*; do (cd .. && cat < $f); done', 'names of a folder that it left'],
    ['cd odd && for d in *n; do (cd .. && cat "$d/package.json"); done', 'names of a folder that it left'],
    ['for d in packages/*; do (cd "$d" && cat "$d/package.json"); done', 'names of a folder that it left'],
    ['for d in packages/*; do d=$d/../..; cat "$d/a"; done', 'a variable set again'],
    ['for d in packages/*; do cat "$d$X"; done', 'something unknown behind it'],
    ['for d in packages/*; do cat "$d"/*.ts; done', 'a wildcard behind it'],
    ['for d in packages/*; do "$d/run"; done', 'a computed program'],
    ['for d in packages/*; do (cd "$d" && npm test); done', 'a program without a rule'],
    ['mv moved packages/new; for d in packages/*; do cat "$d/a.ts"; done', 'folders that are moved before'],
    [
      'mv moved packages/new; for d in packages/*; do (cd "$d" && cat a.ts); done',
      'folders that are moved before',
    ],
    ['mv moved new; for d in *; do cat "$d/a.ts"; done', 'folders that are moved before'],
    ['mv moved new; for d in *; do (cd "$d" && cat a.ts); done', 'folders that are moved before'],
  ])('%s asks: %s', async (script) => {
    const rules = [{ tool: 'write', allow: '**' }];
    expect(await decide(script, { rules })).toBe('ask');
  });

  it('tells of what is moved before only where a look at a wildcard may be out of date', async () => {
    const rules = [{ tool: 'write', allow: '**' }];
    expect(
      await decide('mv moved new; for d in *; do wc -l < packages/one/package.json; done', { rules }),
    ).toBe('allow');
    expect(await decide('mv moved new; for d in *; do wc -l < "$d/a.ts"; done', { rules })).toBe('ask');
  });

  it('runs what a rule allows in each of the folders', async () => {
    const rules = [{ allow: 'npm test' }];
    expect(await decide('for d in packages/*; do (cd "$d" && npm test); done', { rules })).toBe('allow');
    expect(await decide('for d in packages/*; do (cd "$d" && npm start); done', { rules })).toBe('ask');
  });

  it.each([
    ['for d in packages/*; do cat "$d/package.json"; done', { tool: 'read', deny: 'packages/two/**' }],
    [
      'for d in packages/*; do (cd "$d" && cat package.json); done',
      { tool: 'read', deny: 'packages/two/**' },
    ],
    ['for d in packages/*; do touch "$d/new"; done', { tool: 'write', deny: 'packages/two/**' }],
    ['for d in packages/*; do echo x > "$d/new"; done', { tool: 'write', deny: 'packages/two/**' }],
    ['for d in packages/*; do (cd "$d" && echo x > new); done', { tool: 'write', deny: 'packages/two/**' }],
  ])('%s is held against rules, also where all else is allowed', async (script, rule) => {
    expect(await decide(script, { rules: [rule], settings: yolo })).toBe('deny');
    expect(await decide(script, { settings: yolo })).toBe('allow');
  });
});
