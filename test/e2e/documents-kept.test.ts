import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CliResult, runCli } from '../helpers/binary.ts';
import { namesIn, tableAfter } from '../helpers/document-blocks.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const home = realpathSync(tempFolder());
const cwd = join(home, 'project');
const run = (...args: readonly string[]): Promise<CliResult> => runCli(args, { home, cwd });

/** The names in the folder that a row of docs/install.md begins with. */
function placeOf(variable: string): readonly string[] {
  const row = tableAfter('docs/install.md', '<!-- places -->').find(([place]) => place?.includes(variable));
  return namesIn(row?.[1]);
}

/** Calls of every kind that leaves something behind. */
beforeAll(async () => {
  mkdirSync(join(cwd, '.agents/skills/mine'), { recursive: true });
  const skill = '---\nname: mine\ndescription: A skill of the project\n---\nText.\n';
  writeFileSync(join(cwd, '.agents/skills/mine/SKILL.md'), skill);
  await run('config', 'init');
  await run('config', 'trust', '.agents/skills');
  await run('--yolo', 'shell', 'seq 100000');
  await run('--yolo', 'shell', '--background', '--no-keep', 'true');
  await run('--yolo', 'shell', '--host', 'sandbox', 'true');
  await run('--yolo', 'write', 'a.txt', 'one');
  await run('grep', 'one');
  for (const [command, answer] of [
    ['touch b.txt', '--allow-always'],
    ['touch c.txt', '--allow-once'],
  ] as const) {
    const { details } = JSON.parse((await run('--json', 'shell', command)).stdout.toString());
    await run('approvals', 'resolve', details.approvalId, answer);
    expect((await run('shell', command)).status).toBe(0);
  }
}, 120_000);

describe('docs/install.md tells of every', () => {
  it.each([
    ['XDG_CONFIG_HOME', '.config', ['approvals.jsonc', 'config.json']],
    ['XDG_STATE_HOME', '.local/state', ['approvals', 'audit', 'locks', 'sessions', 'spill', 'trust.json']],
  ])('file and folder below %s', (variable, folder, least) => {
    const made = readdirSync(join(home, folder, 'agent-tools')).filter((name) => !name.startsWith('.'));
    expect(made).toEqual(expect.arrayContaining(least));
    expect(made.filter((name) => !placeOf(variable).includes(name))).toEqual([]);
  });

  it('folder of the home', () => {
    const made = readdirSync(home).filter((name) => name.startsWith('.'));
    expect(made.toSorted()).toEqual(['.cache', '.config', '.local']);
  });
});

it('docs/security-model.md tells of every field of the trail', async () => {
  const told = tableAfter('docs/security-model.md', '<!-- trail -->').flatMap(([names]) => namesIn(names));
  const { stdout } = await run('audit', 'show', '--json');
  const entries = stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.length).toBeGreaterThan(5);
  for (const entry of entries) expect(Object.keys(entry).toSorted()).toEqual(told.toSorted());
});

it('the trail names who resolved an approval, where the environment has no name too', async () => {
  const { username } = userInfo();
  const { stdout } = await run('audit', 'show', '--limit', '100');
  expect(stdout.toString()).toContain(`touch c.txt  [${username} by "approvals"]`);
});
