import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { binary, cleanEnv, runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const kept = (home: string): string =>
  readFileSync(join(home, '.config/agent-tools/approvals.jsonc'), 'utf8');

/** What `approvals show` says may follow `approvals resolve ID` for always, as a person copies it. */
function alwaysFlags(shown: string): readonly string[] {
  return shown.split('\n').flatMap((line) => /^ {2}(--allow-always.*?) {2,}\S/.exec(line)?.[1] ?? []);
}

it.each([
  ['touch a', [['touch a'], ['touch *']]],
  ['touch "it\'s"', [["touch 'it'\\\\''s'"], ['touch *']]],
  [
    'touch a; mkdir -p b',
    [
      ['touch a', 'mkdir -p b'],
      ['touch *', 'mkdir *'],
    ],
  ],
])(
  'of %s each answer for always that is shown keeps its rules, and the yes goes with them',
  async (command, offers) => {
    for (const [index, rules] of offers.entries()) {
      const home = tempFolder();
      await runCli(['shell', command], { home });
      const store = join(home, '.local/state/agent-tools/approvals');
      const id = readdirSync(store)[0]?.replace('.json', '') ?? '';
      const flags = alwaysFlags((await runCli(['approvals', 'show', id], { home })).stdout.toString());
      expect(flags).toHaveLength(offers.length);
      const line = `"$0" approvals resolve ${id} ${flags[index]}`;
      execFileSync('sh', ['-c', line, binary], { cwd: home, env: cleanEnv(home), stdio: 'ignore' });
      expect(kept(home).match(/(?<="allow":")[^"]*/g)).toEqual(rules);
      expect(readdirSync(store)).toEqual([]);
      expect((await runCli(['shell', command], { home })).status).toBe(0);
    }
  },
);

it.each([
  ['touch a', ['--allow-once'], ''],
  ['touch a', ['--reject'], ''],
  ['touch a', ['--allow-always', '--rule', 'touch a*'], '"touch a*" is allowed from now on'],
  ['touch a; mkdir b', ['--allow-always'], '"touch a" and "mkdir b" are allowed from now on'],
  ['touch a', ['--reject-always'], '"touch a" is denied from now on'],
  // Nothing is offered for always for what cannot be taken apart.
  ['eval "$x"', ['--reject-always', '--rule', 'eval *'], '"eval *" is denied from now on'],
])('for %s the answer %j tells what lasts', async (command, answer, told) => {
  const home = tempFolder();
  await runCli(['shell', command], { home });
  const [record = ''] = readdirSync(join(home, '.local/state/agent-tools/approvals'));
  const id = record.replace('.json', '');
  const { stderr } = await runCli(['approvals', 'resolve', id, ...answer], { home });
  expect(stderr.startsWith(told === '' ? '' : `agent-tools: ${told}`)).toBe(true);
  expect(stderr === '').toBe(told === '');
});

it("says that a rule of the person's own does not allow the call, and which would", async () => {
  const home = tempFolder();
  await runCli(['shell', 'touch a'], { home });
  const [record = ''] = readdirSync(join(home, '.local/state/agent-tools/approvals'));
  const answer = ['resolve', record.replace('.json', ''), '--allow-always', '--rule', 'touch b'];
  const { stderr } = await runCli(['approvals', ...answer], { home });
  expect(stderr.split('\n')).toEqual([
    expect.stringContaining('"touch b" is allowed from now on'),
    'agent-tools: The rule "touch b" is kept, but it does not allow this call, which runs this once and will be asked about again; "touch a" or "touch *" would allow it.',
    '',
  ]);
  expect((await runCli(['shell', 'touch a'], { home })).status).toBe(0);
  expect((await runCli(['shell', 'touch a'], { home })).status).toBe(126);
});

it.each([
  ['touch *', undefined],
  ['touch b', [expect.stringContaining('"touch b" is kept, but it does not allow this call')]],
])('tells a script of a rule of its own that does not allow the call: %s', async (rule, notices) => {
  const home = tempFolder();
  await runCli(['shell', 'touch a'], { home });
  const [record = ''] = readdirSync(join(home, '.local/state/agent-tools/approvals'));
  const answer = ['resolve', record.replace('.json', ''), '--allow-always', '--rule', rule];
  const { stdout, stderr } = await runCli(['--json', 'approvals', ...answer], { home });
  expect(JSON.parse(String(stdout)).notices).toEqual(notices);
  expect(stderr).toBe('');
});

it('shows one whose time is over as ended, with nothing that could be answered', async () => {
  const home = tempFolder();
  await runCli(['shell', 'touch a'], { home });
  const store = join(home, '.local/state/agent-tools/approvals');
  const name = readdirSync(store)[0] ?? '';
  const record: object = JSON.parse(readFileSync(join(store, name), 'utf8'));
  writeFileSync(join(store, name), JSON.stringify({ ...record, expiresAt: '2001-01-01T00:00:00.000Z' }));
  const shown = async (...flags: string[]) =>
    (await runCli(['approvals', 'show', name.replace('.json', ''), ...flags], { home })).stdout.toString();
  expect(await shown()).toMatch(/^\S+ {2}ended, asked by cli at \S+, until 2001-01-01T00:00:00.000Z\n/);
  expect(await shown()).not.toContain('approvals resolve');
  expect(JSON.parse(await shown('--json'))).toMatchObject({ state: 'ended' });
});
