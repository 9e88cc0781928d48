import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { Home, textOf } from '../helpers/sessions.ts';

/** Makes a file one that the system does not let be read, for root neither; the returned function puts it back. */
function hide(file: string): () => void {
  renameSync(file, `${file}.kept`);
  symlinkSync(file, file);
  return () => renameSync(`${file}.kept`, file);
}

/** What is said of a file that was hidden. */
const unreadable = (action: string, file: string) =>
  `Cannot ${action} "${file}": it became a symbolic link meanwhile, expected the file that was resolved`;

/** Puts other text in the place of a file; the returned function puts it back. */
function overwrite(file: string, text: string): () => void {
  const kept = readFileSync(file);
  writeFileSync(file, text);
  return () => writeFileSync(file, kept);
}

/** What is said of a record that is none. */
const noRecord = (file: string) =>
  `Cannot read "${file}": it is no record of a session, expected one of this version; to forget the session, remove ${dirname(file)}`;

/** Makes a file a hole of many bytes at its end; the returned function takes it off. */
function lengthen(file: string): () => void {
  const { size } = statSync(file);
  truncateSync(file, 16_777_217);
  return () => truncateSync(file, size);
}

/** Makes a file a folder; the returned function puts it back. */
function replaceByFolder(file: string): () => void {
  renameSync(file, `${file}.kept`);
  mkdirSync(file);
  return () => {
    rmdirSync(file);
    renameSync(`${file}.kept`, file);
  };
}

/** What is said of a record in whose place something else stands. */
const otherThanRecord = (file: string, state: string) =>
  `Cannot read "${file}": ${state}, expected a file of at most 16777216 bytes; to forget the session, remove ${dirname(file)}`;

it.each([
  ['is too long', lengthen, (file: string) => otherThanRecord(file, 'it has 16777217 bytes')],
  ['is a folder', replaceByFolder, (file: string) => otherThanRecord(file, 'it is a folder')],
  ['cannot be read', hide, (file: string) => unreadable('read', file)],
  ['is empty', (file: string) => overwrite(file, ''), noRecord],
  ['is of a version to come', (file: string) => overwrite(file, '{"leader":{"id":1}}'), noRecord],
])('a session whose record %s is named, and stays', async (_, damage, problemOf) => {
  const home = new Home();
  const id = (await home.json(['shell', '--background', 'echo up; read line; echo "$line"'])).details
    .sessionId;
  const folder = home.sessionFolder(id);
  const record = join(folder, 'session.json');
  const putBack = damage(record);
  utimesSync(folder, 0, 0);
  const problem = problemOf(record);
  const list = await home.json(['process', 'list']);
  expect(list).toMatchObject({
    status: 'completed',
    message: 'No session can be read.',
    details: { sessions: [] },
    notices: [problem],
  });
  for (const action of ['poll', 'kill', 'remove', 'clear'])
    expect(await home.json(['process', action, id])).toMatchObject({ status: 'failed', message: problem });
  expect(existsSync(folder)).toBe(true);
  putBack();
  await home.cli(['process', 'write', id, '--data', 'heard\n']);
  await home.cli(['process', 'wait', id]);
  const { content, details } = await home.json(['process', 'poll', id]);
  expect({ content, status: details.status }).toMatchObject({
    content: [{ text: 'up\nheard\n' }],
    status: 'completed',
  });
});

it('a session whose end cannot be read is not taken for a lost one', async () => {
  const home = new Home();
  const id = (await home.json(['shell', '--background', 'exit 3'])).details.sessionId;
  await home.cli(['process', 'wait', id]);
  const end = join(home.sessionFolder(id), 'end.json');
  const putBack = hide(end);
  expect(await home.json(['process', 'poll', id])).toMatchObject({
    status: 'failed',
    message: unreadable('read', end),
  });
  putBack();
  const { details } = await home.json(['process', 'poll', id]);
  expect(details).toMatchObject({ status: 'completed', exitCode: 3 });
});

it('output that cannot be read is not called dropped', async () => {
  const home = new Home();
  const id = (await home.json(['shell', '--background', 'echo out'])).details.sessionId;
  await home.cli(['process', 'wait', id]);
  const log = join(home.sessionFolder(id), 'out.0.0');
  const putBack = hide(log);
  for (const words of [
    ['poll', id],
    ['log', id],
    ['wait', id, 'out'],
  ])
    expect(await home.json(['process', ...words])).toMatchObject({
      status: 'failed',
      message: unreadable('read the output in', log),
    });
  putBack();
  expect(textOf(await home.json(['process', 'poll', id]))).toBe('out\n');
});

it.each([
  ['a named pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a device', (path: string) => symlinkSync('/dev/zero', path)],
])('%s in the place of what a session printed is not waited for', async (kind, place) => {
  const home = new Home();
  const id = (await home.json(['shell', '--background', 'echo out'])).details.sessionId;
  await home.cli(['process', 'wait', id]);
  const file = join(home.sessionFolder(id), 'out.0.0');
  unlinkSync(file);
  place(file);
  const state = kind === 'a device' ? 'it became a symbolic link meanwhile' : `it is ${kind}`;
  for (const action of ['poll', 'log'])
    expect(await home.json(['process', action, id])).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(`Cannot read the output in "${file}": ${state}, expected `),
    });
});
