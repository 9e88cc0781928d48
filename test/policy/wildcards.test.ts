import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a wildcard that reaches what a rule did not mean', () => {
  const bench = sharedBench(() => {
    bench.stub('git', 'make', 'npm', 'tool');
    for (const name of ['push', 'SHELL=.x', '.env', 'a.ts', 'b.ts', 'deep/publish']) bench.file(name, 'x');
    mkdirSync(join(bench.workspace.cwd, 'led'));
    symlinkSync('../.env', join(bench.workspace.cwd, 'led/plain'));
    for (let made = 0; made < 1100; made += 1) bench.file(`many/n${made}.ts`);
  });

  const allowing = ['git *', 'make *', 'npm *', 'tool *'].map((allow) => ({ allow }));
  const rules = [...allowing, { deny: 'git push *' }, { ask: 'npm publish *' }];

  it.each([
    ['git pus?', 'deny'],
    ['git p* origin', 'deny'],
    ['git {push,a.ts}', 'deny'],
    ['git [ap]* origin', 'deny'],
    ['echo x | git pus[h]', 'deny'],
    ['cd deep && npm publis?', 'ask'],
    ['make S*', 'ask'],
    ['make *', 'ask'],
    ['tool .en*', 'ask'],
    ['tool ./.e*', 'ask'],
    ['tool many/*', 'ask'],
    ['git add *.ts', 'allow'],
    ['git add deep/*', 'allow'],
    ['make *.ts', 'allow'],
    ['tool many/*.ts', 'allow'],
    ['tool nothing*', 'allow'],
    ['wc -l deep/*', 'allow'],
    ['tool x; wc -l deep/*', 'ask'],
    ['tool x & cat < deep/*', 'ask'],
    ['tool x; wc -l *.ts', 'allow'],
    ['tool x; ls deep/*', 'allow'],
    ['wc -l led/*', 'ask'],
    ['wc -l many/*', 'ask'],
  ])('%s: %s', async (command, expected) => {
    expect(await bench.decide(command, { rules })).toBe(expected);
  });

  it.each('.en? .env.l* id_rs* id_ed* id_ec* cred* secr* .npm* .netr* .pgp* .git-c* .bash_h*'.split(' '))(
    'asks about %s although no such file is there',
    async (wildcard) => {
      expect(await bench.decide(`cat ${wildcard}`)).toBe('ask');
      expect(await bench.decide(`cat x${wildcard}`)).toBe('allow');
    },
  );

  it('holds deny rules, closed paths and the guard against what it reaches, also where all else is allowed', async () => {
    const decide = (command: string) => bench.decide(command, { rules, settings: yolo });
    bench.file(`${bench.workspace.home}/.config/agent-tools/config.json`, '{}');
    expect(await decide('git pus?')).toBe('deny');
    expect(await decide('tool ~/.conf*/agent-tools/*')).toBe('deny');
    expect(await decide('rm -rf /et?')).toBe('deny');
    expect(await decide('git add *.ts')).toBe('allow');
  });

  it.each([
    ['cat < .e*', 'deny', 'ask'],
    ['cat < dee?/publish', 'deny', 'deny'],
    ['echo x > a.[t]s', 'deny', 'deny'],
    ['echo x >> ?.ts', 'deny', 'deny'],
    ['tee a.[t]s', 'deny', 'deny'],
    ['tee .[e]nv', 'deny', 'ask'],
    ['echo x > b.[t]s', 'allow', 'ask'],
    ['tee no[n]e.ts', 'allow', 'ask'],
    ['cat < b.[t]s', 'allow', 'allow'],
  ])('%s opens nothing that is closed where all else is allowed (%s)', async (command, full, listed) => {
    const closing = [
      { tool: 'read', deny: 'deep/**' },
      { tool: 'write', deny: 'a.ts' },
    ];
    const approval = { security: 'full' as const, ask: 'off' as const };
    const decide = (options: object) => bench.decide(command, { rules: closing, ...options });
    expect(await decide({ settings: { approval } })).toBe(full);
    expect(await decide({})).toBe(listed);
  });
});
