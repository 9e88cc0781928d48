import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
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
  [
    '--json approvals watch',
    'it cannot be made or written (a part of the path is not a folder)',
    1,
    '(XDG_STATE_HOME)',
  ],
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
    'agent-tools: Cannot watch "/proc/none/agent-tools/audit": it cannot be made or written (no such file), expected a place for it that can (audit.path, XDG_STATE_HOME)\n',
  );
  expect(status).toBe(1);
});

/** What may stand in the place of a folder, and what is said of the folders below it. */
const inTheWay: readonly (readonly [name: string, place: (path: string) => void, state: string])[] = [
  ['a file', (path) => writeFileSync(path, ''), 'a part of the path is not a folder'],
  ['a link to nothing', (path) => symlinkSync('/nowhere/at/all', path), 'no such file'],
  ['a loop of links', (path) => symlinkSync(path, path), 'it leads through a loop of symbolic links'],
];

it.each(inTheWay)(
  '%s in the place of the state folder is told in our words, and keeps nothing from being done that needs none',
  async (_, place, state) => {
    const home = tempFolder();
    const folder = join(home, '.local/state/agent-tools');
    mkdirSync(dirname(folder), { recursive: true });
    place(folder);
    const outcomeOf = async (...words: string[]) => {
      const { stdout } = await runCli(['--json', '--yolo', ...words], { home });
      return JSON.parse(stdout.toString());
    };
    const untold = `this call is not in the audit trail: ${folder}/audit/audit.jsonl cannot be written (${state})`;
    expect(await outcomeOf('write', 'new', '--content', 'x')).toMatchObject({
      status: 'completed',
      notices: [
        `Other processes were not kept out while writing ("${folder}/locks": ${state}; XDG_STATE_HOME names another place).`,
        untold,
      ],
    });
    const unkept = `Cannot keep output in "${folder}/spill": it cannot be made or written (${state}), expected a place for it that can (XDG_STATE_HOME)`;
    const { status, notices } = await outcomeOf('shell', 'seq 1 20000');
    expect({ status, notices }).toMatchObject({
      status: 'completed',
      notices: [expect.stringMatching(/ lines omitted; the full output could not be kept: /), untold],
    });
    expect(notices[0]).toContain(unkept);
    expect(await outcomeOf('shell', '--background', 'true')).toMatchObject({
      status: 'failed',
      message: `Cannot start a session in "${folder}/sessions": it cannot be made or written (${state}), expected a place for it that can (XDG_STATE_HOME)`,
    });
  },
);

it.each([
  ['a file', inTheWay[0]?.[1], 'a part of the path is not a folder'],
  ['a link to nothing', inTheWay[1]?.[1], 'a part of the path is not a folder'],
])('config init names %s in the place of its folder', async (_, place, state) => {
  const home = tempFolder();
  const folder = join(home, '.config/agent-tools');
  mkdirSync(dirname(folder), { recursive: true });
  place?.(folder);
  const { status, stderr } = await runCli(['config', 'init'], { home });
  expect(stderr).toBe(
    `agent-tools: Cannot write configuration "${folder}/config.json": ${state}, expected a place that can be written\n`,
  );
  expect(status).toBe(1);
});
