import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const secret = 'hunter2';

/** A home with secrets that no call may read; `rules` are the user's. */
function prepare(config: object): { readonly home: string; readonly cwd: string } {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
  mkdirSync(cwd);
  writeFileSync(
    join(home, '.config/agent-tools/config.json'),
    JSON.stringify({ ...config, skills: { disabled: [secret] } }),
  );
  writeFileSync(join(cwd, '.env'), `PASSWORD=${secret}\nMORE=1\n`);
  writeFileSync(join(cwd, 'plain.txt'), `${secret}\n`);
  return { home, cwd };
}

const ways: readonly (readonly [string, object])[] = [
  ['by default', {}],
  ['asking nobody', { approval: { ask: 'off' } }],
  ['refusing everything', { approval: { security: 'deny' } }],
  ['under security full', { approval: { security: 'full' } }],
  ['where a rule allows the write alone', { rules: [{ tool: ['write', 'edit'], allow: '.env' }] }],
];

const calls: readonly (readonly [string, string, object])[] = [
  ['a write over it', 'write', { path: '.env', content: 'x\n' }],
  ['an empty write over it', 'write', { path: '.env', content: '' }],
  ['an addition to it', 'write', { path: '.env', content: 'x\n', mode: 'append' }],
  ['a guess at its hash', 'write', { path: '.env', content: 'x', expectedHash: '0'.repeat(64) }],
  ['an edit of it', 'edit', { path: '.env', old: 'MORE=1', new: 'MORE=2' }],
  ['an edit that does not match', 'edit', { path: '.env', old: 'PASSWORD=hunter1', new: 'x' }],
  ['an edit for show', 'edit', { path: '.env', old: 'MORE=1', new: 'MORE=2', dryRun: true }],
  ['a write over the configuration', 'write', { path: '~/.config/agent-tools/config.json', content: '{}' }],
  [
    'an edit of the configuration',
    'edit',
    { path: '~/.config/agent-tools/config.json', old: 'skills', new: 'x' },
  ],
];

describe.each(ways)('a secret stays unseen %s', (_, config) => {
  it.each(calls)('by %s', async (__, tool, input) => {
    const { home, cwd } = prepare(config);
    const client = new RpcClient({ home, cwd, args: [] });
    const answer = await client.request(tool, input);
    await client.close();
    expect(JSON.stringify(answer)).not.toContain(secret);
    const { stdout, stderr } = await runCli([tool, '--input', JSON.stringify(input)], prepare(config));
    expect(stdout.toString() + stderr).not.toContain(secret);
  });
});

it('what may be read is shown as it changes', async () => {
  const { home, cwd } = prepare({});
  const { stdout } = await runCli(['--json', 'write', 'plain.txt', 'x'], { home, cwd });
  expect(JSON.parse(stdout.toString())).toMatchObject({ status: 'approval_required' });
  expect(stdout.toString()).toContain(`-${secret}`);
});

it.each<[string, object]>([
  ['read', { deny: 'drafts/**' }],
  ['grep', { deny: 'drafts' }],
  ['read', { ask: '**/plan.txt' }],
])('a search of the folder above shows nothing of what a rule for %s withholds', async (tool, rule) => {
  const { home, cwd } = prepare({ rules: [{ tool, ...rule }] });
  mkdirSync(join(cwd, 'drafts/deep'), { recursive: true });
  writeFileSync(join(cwd, 'drafts/deep/plan.txt'), `plan ${secret}\n`);
  writeFileSync(join(cwd, 'open.txt'), 'plan b\n');
  const client = new RpcClient({ home, cwd, args: [] });
  const { result } = await client.request('grep', { pattern: 'plan' });
  const { stdout, stderr } = await runCli(['grep', 'plan'], { home, cwd });
  await client.close();
  expect(JSON.stringify(result)).toContain('open.txt:1:plan b');
  expect(JSON.stringify(result)).not.toContain(secret);
  expect(stdout.toString()).toBe('open.txt:1:plan b\n');
  expect(stderr).toContain('Not searched because a rule withholds it: drafts/deep/plan.txt.');
});

it('a search of the folder above shows nothing of what the policy keeps for itself', async () => {
  const { home } = prepare({});
  const client = new RpcClient({ home, cwd: home, args: [] });
  const { result } = await client.request('grep', { pattern: secret });
  const { stdout, stderr } = await runCli(['grep', secret], { home, cwd: home });
  await client.close();
  expect(result).toMatchObject({ content: [{ text: `work/plain.txt:1:${secret}` }] });
  expect(stdout.toString()).toBe(`work/plain.txt:1:${secret}\n`);
  expect(stderr).toContain(
    'Not shown because it belongs to the policy itself: .config/agent-tools, .local/state/agent-tools.',
  );
});

it('a listing of the folder above names nothing that a rule withholds', async () => {
  const { home, cwd } = prepare({ rules: [{ tool: 'glob', deny: 'drafts/**' }] });
  mkdirSync(join(cwd, 'drafts/deep'), { recursive: true });
  writeFileSync(join(cwd, 'drafts/deep/plan.txt'), '');
  writeFileSync(join(cwd, 'open.txt'), '');
  const listed = await runCli(['--json', 'glob', '**', '--include-dirs'], { home, cwd });
  expect(listed.stdout.toString()).toContain('open.txt');
  expect(listed.stdout.toString()).not.toMatch(/plan|deep/);
});

it.each<[string, object]>([
  ['grep -r plan dra*', { rules: [{ tool: 'read', deny: 'drafts/deep/**' }] }],
  ['grep -r plan drafts/de*', {}],
  ['grep -r plan drafts/deep', { workspace: { sensitive: ['deep/*.txt'] } }],
  ['for each in drafts/*; do grep -r plan "$each"; done', { workspace: { sensitive: ['plan.txt'] } }],
  ["cd drafts/deep && grep -rn --exclude='*.md' --include='*.ts' plan .", {}],
  ["cd drafts/deep && grep -r --exclude=plan.txt --include='.e*' plan .", {}],
  ["cd drafts/deep && grep -r --exclude=plan.txt --exclude='*/.env' plan .", {}],
])('a search of folders shows nothing that is closed: %s', async (command, config) => {
  const { home, cwd } = prepare(config);
  mkdirSync(join(cwd, 'drafts/deep'), { recursive: true });
  for (const name of ['plan.txt', '.env']) writeFileSync(join(cwd, 'drafts/deep', name), `plan ${secret}\n`);
  const { stdout, status } = await runCli(['shell', command], { home, cwd });
  expect({ status, shown: stdout.toString() }).toEqual({ status: 126, shown: '' });
});
