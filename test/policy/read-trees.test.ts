/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

const bench = sharedBench(() => {
  bench.stub('rg', 'diff', 'grep', 'git');
  for (const path of [
    'priv/.env',
    'drafts/deep/plan.txt',
    'mixed/.env',
    'mixed/deep/plan.txt',
    'plain/a.txt',
    'customers/2026.csv',
    'state/prod.tfstate',
    '.kube/config',
    'clients/.docker/config.json',
    'clients/.docker/x.txt',
    'rootfs/etc/shadow',
    'person/.aws/credentials.d/a',
    'dotfiles/.config/gh/hosts.yml',
    'settings/config',
    'settings/secrets/list.txt',
  ])
    bench.file(path, 'x\n');
  // More than a wildcard is followed to, and more than a folder is looked through.
  for (let i = 0; i < 1030; i += 1) bench.file(`certificates/${i}.pem`, 'x\n');
});

it.each([
  ['priv', 'allow'],
  ['drafts', 'ask'],
  ['plain', 'allow'],
] as const)('holding a patch against the files of %s: %s', async (folder, decision) => {
  const rules = [{ tool: 'read', deny: 'drafts/deep/**' }];
  const judged = (command: string) => bench.judge(`cd ${folder} && ${command}`, { rules });
  expect((await judged('git apply --check ../x.patch')).decision).toBe(decision);
  expect((await judged('git apply --stat ../x.patch')).decision).toBe('allow');
});

const readers = ['grep -r x', 'rg --hidden x', 'diff -r --no-dereference plain'];

describe.each(readers)('a search of folders: %s', (command) => {
  it.each([
    ...['priv', 'p*', './pri?', '{priv,plain}', 'certificates', 'certif*'],
    ...['.kube', 'clients/.docker', 'rootfs/etc', 'person', 'dotfiles/.config'],
  ])('is asked about where %s has a secret right in it', async (words) => {
    expect(await bench.decide(`${command} ${words}`)).toBe('ask');
  });

  it.each(['drafts', 'd*', '[d]rafts'])('is asked about where a rule withholds some of %s', async (words) => {
    const rules = [{ tool: 'read', deny: 'drafts/deep/**' }];
    expect(await bench.decide(`${command} ${words}`, { rules })).toBe('ask');
    expect(await bench.decide(`${command} pl*`, { rules })).toBe('allow');
  });

  it.each(['mixed', 'm*'])(
    'is asked about under a rule for the program, whatever else %s holds',
    async (words) => {
      const broad = ['grep *', 'rg *', 'diff *'].map((allow) => ({ tool: 'shell', allow }));
      const rules = [{ tool: 'read', deny: 'mixed/deep/**' }, ...broad];
      const { decision, reason } = await bench.judge(`${command} ${words}`, { rules });
      expect([decision, reason]).toEqual(['ask', expect.stringContaining('"mixed/deep/**" withholds')]);
    },
  );

  it.each([
    ['customers', 'customers/**'],
    ['cust*', 'customers/**'],
    ['state', '*.tfstate'],
    ['state', 'STATE/*.tfstate'],
    ['st*', '{*.tfstate,*.tfvars}'],
    ['plain', 'plain/?.txt'],
  ])('is asked about where %s has what workspace.sensitive names: %s', async (words, glob) => {
    const settings = { workspace: { sensitive: [glob] } };
    const verdict = await bench.judge(`${command} ${words}`, { settings });
    expect(verdict).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('usually holds secrets'),
    });
  });

  it('runs unasked elsewhere', async () => {
    const settings = { workspace: { sensitive: ['customers/**', '*.tfstate'] } };
    for (const words of ['plain', 'pl*', 'drafts', 'dr*', 'settings'])
      expect(await bench.decide(`${command} ${words}`, { settings })).toBe('allow');
  });
});

describe('a word of a program that a rule allows', () => {
  const rules = [
    { allow: 'reader *' },
    { allow: '{grep,diff} *' },
    { tool: 'read', deny: 'drafts/**' },
    { tool: 'read', ask: 'plain/*.txt' },
    { tool: 'write', deny: 'customers/**' },
  ];

  it.each([
    ['reader drafts/deep/plan.txt', 'ask'],
    ['reader --file=drafts/deep/plan.txt', 'ask'],
    ['reader @drafts/deep', 'ask'],
    ['cd drafts && reader deep/plan.txt', 'ask'],
    ['reader dra*/deep/plan.txt', 'ask'],
    ['reader plain/a.txt', 'ask'],
    ['reader drafts/none', 'allow'],
    ['reader customers/2026.csv', 'allow'],
    ['reader run build', 'allow'],
    ['grep -rn x .', 'ask'],
    ['grep -rn x drafts', 'deny'],
    ['grep -rn x settings', 'allow'],
    ['grep x drafts/deep/plan.txt', 'deny'],
    ['diff -r drafts settings', 'deny'],
  ])('is held against rules about reading: %s', async (command, expected) => {
    bench.stub('reader');
    expect(await bench.decide(command, { rules })).toBe(expected);
  });

  it('is free where the rule has it', async () => {
    const exact = [{ allow: 'grep -rn x .' }, { tool: 'read', deny: 'drafts/**' }];
    expect(await bench.decide('grep -rn x .', { rules: exact })).toBe('allow');
    const spelled = [{ allow: 'reader -q drafts/deep/plan.txt' }, { tool: 'read', ask: 'drafts/**' }];
    const verdict = await bench.judge('reader -q drafts/deep/plan.txt', { rules: spelled });
    expect(verdict.decision).toBe('allow');
  });
});
