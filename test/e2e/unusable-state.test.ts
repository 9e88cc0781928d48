import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

it.each([
  ['audit show', 'a part of the path is not a folder', 1, '(audit.path, XDG_STATE_HOME)'],
  ['audit tail', 'a part of the path is not a folder', 1, '(audit.path, XDG_STATE_HOME)'],
  ['audit verify', 'a part of the path is not a folder', 1, '(audit.path, XDG_STATE_HOME)'],
  ['approvals list', 'a part of the path is not a folder', 1, '(XDG_STATE_HOME)'],
  ['approvals show abcd', 'a part of the path is not a folder', 1, '(XDG_STATE_HOME)'],
  ['approvals resolve abcd --reject', 'a part of the path is not a folder', 1, '(XDG_STATE_HOME)'],
  ['--json approvals watch', 'it cannot be made or written (ENOTDIR)', 1, '(XDG_STATE_HOME)'],
  ['process list', 'a part of the path is not a folder', 1, '(XDG_STATE_HOME)'],
])('%s names a state folder that is none, and what gives another one', async (words, state, status, way) => {
  const home = tempFolder();
  const folder = join(home, '.local/state/agent-tools');
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(folder, 'no folder');
  const result = await runCli(words.split(' '), { home });
  const [said = ''] = result.stderr.trimEnd().split('\n').slice(-1);
  expect(said).toContain(`agent-tools: Cannot `);
  expect(said).toContain(`"${folder}/`);
  expect(said).toContain(`: ${state}, expected `);
  expect(said.slice(-way.length)).toBe(way);
  expect(result.status).toBe(status);
});

it('a call that may have an answer there stays refused, and who lists the answers is refused nothing', async () => {
  const home = tempFolder();
  const env = { XDG_STATE_HOME: join(home, 'file') };
  writeFileSync(env.XDG_STATE_HOME, '');
  const outcomeOf = async (...words: string[]) => {
    const { stdout, status } = await runCli(['--json', ...words], { home, env });
    return { ...JSON.parse(stdout.toString()), exit: status };
  };
  expect(await outcomeOf('approvals', 'list')).toMatchObject({ status: 'failed', exit: 1 });
  expect(await outcomeOf('shell', 'touch x')).toMatchObject({ status: 'approval_required', exit: 126 });
});

it('audit tail says what gives another place to a trail whose folder cannot be made', async () => {
  const env = { XDG_STATE_HOME: '/proc/none' };
  const { status, stderr } = await runCli(['audit', 'tail'], { env });
  expect(stderr).toBe(
    'agent-tools: Cannot watch "/proc/none/agent-tools/audit": it cannot be made or written (ENOENT), expected a place for it that can (audit.path, XDG_STATE_HOME)\n',
  );
  expect(status).toBe(1);
});
