import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseToolInput } from '../../src/core/schema/validate.ts';
import { silentSink } from '../../src/core/sink.ts';
import { isMarkRunning, machineMark, markOf, ownMark } from '../../src/platform/sessions/session-marks.ts';
import { processTool } from '../../src/tools/process/tool.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';
import { contextFor } from '../helpers/file-context.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let base = '';
let context: ToolContext;
beforeEach(() => {
  base = realpathSync(tempFolder());
  const plain = contextFor(base);
  context = { ...plain, caller: { frontend: 'rpc', client: 'tester' } };
});

const id = 'abcdefghijkm';

it.each<[hex: unknown, read: readonly string[]]>([
  [
    ['1b', '41'],
    ['1b', '41'],
  ],
  ['1b41', ['1b41']],
  ['["1b", "41"]', ['1b', '41']],
  ['[1b]', ['[1b]']],
])('the hex of keys may be a list or one text: %j', (hex, read) => {
  expect(parseToolInput(processTool.input, { action: 'send-keys', sessionId: id, hex })).toMatchObject({
    hex: read,
  });
});

/** A finished session as a keeper leaves it. */
function finished(sessionId: string, output: string | Buffer, more: object = {}, ending: object = {}): void {
  const folder = join(context.folders.state, 'sessions', sessionId);
  mkdirSync(folder, { recursive: true });
  const process = { pid: 2_147_483_646, startTicks: 1 };
  const record = {
    id: sessionId,
    scope: context.workspace.cwd,
    command: 'make  world\n',
    description: null,
    cwd: context.workspace.cwd,
    host: 'local',
    startedAt: '2026-01-01T00:00:00.000Z',
    leader: process,
    runId: crypto.randomUUID(),
    keeper: process,
    machine: { host: 'elsewhere', boot: '' },
    socket: join(folder, 'socket'),
    size: null,
    keep: false,
    timeoutMs: null,
    idleTimeoutMs: null,
    ...more,
  };
  const end = {
    status: 'completed',
    endedBy: 'exit',
    exitCode: 3,
    signal: null,
    endedAt: new Date().toISOString(),
    durationMs: 65_000,
    bytes: Buffer.byteLength(output),
    newlines: output.toString().split('\n').length - 1,
    size: null,
    logProblem: null,
    backgroundPids: [],
    survivors: [],
    ...ending,
  };
  if (output !== '') writeFileSync(join(folder, 'out.0.0'), output);
  writeFileSync(join(folder, 'session.json'), JSON.stringify(record));
  writeFileSync(join(folder, 'end.json'), JSON.stringify(end));
}

async function call(input: object) {
  const plan = await processTool.prepare(input, context);
  return plan.execute(new AbortController().signal, silentSink, {});
}

const text = ({ content }: Awaited<ReturnType<typeof call>>): string =>
  content.map((item) => (item.type === 'text' ? item.text : '')).join('');

describe('the input', () => {
  it.each([
    [{ action: 'poll', sessionId: 'x', waitMs: 30_001 }, 'waitMs'],
    [{ action: 'poll', sessionId: 'x', cursor: -1 }, 'cursor'],
    [{ action: 'poll', sessionId: 'x', maxBytes: 0 }, 'maxBytes'],
    [{ action: 'log', sessionId: 'x', offset: 0 }, 'offset'],
    [{ action: 'resize', sessionId: 'x', cols: 0, rows: 1 }, 'cols'],
    [{ action: 'resize', sessionId: 'x', cols: 1 }, 'rows'],
    [{ action: 'wait', sessionId: 'x', pattern: '' }, 'pattern'],
    [{ action: 'wait', sessionId: 'x', pattern: 'x'.repeat(1001) }, 'pattern'],
    [{ action: 'wait', sessionId: 'x', timeout: 86_401 }, 'timeout'],
    [{ action: 'paste', sessionId: 'x' }, 'text'],
    [{ action: 'send-keys', sessionId: 'x', keys: 'Enter' }, 'keys'],
    [{ action: 'kill' }, 'sessionId'],
    [{ action: 'list', sessionId: 'x' }, 'sessionId'],
    [{ action: 'look' }, 'action'],
    [{}, 'action'],
  ])('%j is refused for %s', async (input, field) => {
    await expect(call(input)).rejects.toMatchObject({ code: 'invalid_input', data: { field } });
  });
});

describe('looking', () => {
  it('at nothing', async () => {
    const outcome = await call({ action: 'list' });
    expect(text(outcome)).toBe('No sessions in this workspace.');
    expect(outcome.details).toEqual({ sessions: [] });
  });

  it('at a list', async () => {
    finished(id, '');
    expect(text(await call({ action: 'list' }))).toBe(`${id}  exit 3  1m05s  make world\n`);
  });

  it('at a list with what a session is for', async () => {
    finished(id, '', { description: 'nightly\nbuild' });
    expect(text(await call({ action: 'list' }))).toBe(`${id}  exit 3  1m05s  make world (nightly build)\n`);
  });

  it('at a list that holds nothing which could steer a terminal', async () => {
    const description = 'x\x1b]0;y\x07\x1b[2K\u202eevil';
    finished(id, '', { command: 'echo \x1b[31m\u200b', description });
    const shown = 'echo \\u{1b}[31m\\u{200b} (x\\u{1b}]0;y\\u{7}\\u{1b}[2K\\u{202e}evil)';
    expect(text(await call({ action: 'list' }))).toBe(`${id}  exit 3  1m05s  ${shown}\n`);
  });

  it('at a page: the output, the next cursor, how it ended', async () => {
    finished(id, 'one\ntwo\n');
    const outcome = await call({ action: 'poll', sessionId: id, cursor: 4 });
    expect(text(outcome)).toBe('two\n');
    expect(outcome).toMatchObject({
      status: 'completed',
      isError: false,
      details: {
        sessionId: id,
        status: 'completed',
        exitCode: 3,
        from: 4,
        cursor: 8,
        more: false,
        droppedBytes: 0,
      },
      notices: [`Session ${id} ended with exit code 3; next cursor 8.`],
    });
    expect(text(await call({ action: 'poll', sessionId: id, cursor: 8 }))).toBe('(no more output)');
  });

  it.each([
    [{}, 'l3\nl4\nl5', 3, 3],
    [{ limit: 2 }, 'l4\nl5', 4, 2],
    [{ offset: 2, limit: 2 }, 'l2\nl3\n', 2, 2],
    [{ offset: -4, limit: 2 }, 'l2\nl3\n', 2, 2],
    [{ offset: -2 }, 'l4\nl5', 4, 2],
    [{ offset: 5 }, 'l5', 5, 1],
    [{ offset: -99, limit: 1 }, 'l1\n', 1, 1],
  ])('at lines %j', async (range, shown, startLine, lines) => {
    const all = 'l1\nl2\nl3\nl4\nl5';
    finished(id, all);
    const outcome = await call({ action: 'log', sessionId: id, limit: 3, ...range });
    expect(text(outcome)).toBe(shown);
    expect(outcome.details).toMatchObject({ startLine, lines, totalLines: 5 });
    const told = lines === 1 ? `line ${startLine}` : `lines ${startLine} to ${startLine + lines - 1}`;
    expect(outcome.message).toContain(`; ${told} of 5`);
  });

  it('past the last line', async () => {
    finished(id, 'l1\n');
    const { details, message } = await call({ action: 'log', sessionId: id, offset: 9 });
    expect(details).toMatchObject({ lines: 0, totalLines: 1 });
    expect(message).toMatch(/; none of 1 line\.$/);
  });

  it('at lines that pass the cap: a tail loses its start, a page its end', async () => {
    const line = `${'x'.repeat(99)}\n`;
    finished(id, line.repeat(1000));
    const tail = await call({ action: 'log', sessionId: id, limit: 1000 });
    expect(tail.details).toMatchObject({ startLine: 701, lines: 300, nextOffset: null });
    expect(tail.message).not.toContain('goes on');
    const page = await call({ action: 'log', sessionId: id, offset: 1, limit: 1000 });
    expect(page.details).toMatchObject({ startLine: 1, lines: 300, nextOffset: 301 });
    expect(page.message).toMatch(/; lines 1 to 300 of 1000; offset 301 goes on\.$/);
  });

  it('at a line that passes the cap by itself: what is left out of it is said', async () => {
    finished(id, `one\n${'x'.repeat(100_000)}\nend\n`);
    const page = await call({ action: 'log', sessionId: id, offset: 2 });
    expect(page.details).toMatchObject({ startLine: 2, lines: 1, nextOffset: 3, cutLine: 2 });
    expect(page.notices).toContain('Line 2 is cut; process poll goes on at cursor 30004.');
    const rest = await call({ action: 'poll', sessionId: id, cursor: 30_004, maxBytes: 100_000 });
    expect(text(page) + text(rest)).toBe(`${'x'.repeat(100_000)}\nend\n`);
    const whole = await call({ action: 'log', sessionId: id, offset: 3 });
    expect(whole.details).not.toHaveProperty('cutLine');
    expect(whole.notices.join()).not.toContain('cut');
  });

  it.each(['', '\n'])(
    'at a last line that passes the cap: its beginning is left out (%j)',
    async (ending) => {
      finished(id, `one\n${'x'.repeat(100_000)}${ending}`);
      const tail = await call({ action: 'log', sessionId: id });
      expect(tail.details).toMatchObject({ startLine: 2, lines: 1, cutLine: 2 });
      expect(tail.notices).toContain('The beginning of line 2 is left out; offset 2 shows it.');
    },
  );

  it.each(['poll', 'log'])('at bytes that are not UTF-8, by %s', async (action) => {
    finished(id, Buffer.from('cé\n', 'latin1'));
    const outcome = await call({ action, sessionId: id });
    expect(text(outcome)).toBe('c\ufffd\n');
    expect(outcome.notices).toContain('Bytes that are not UTF-8 are shown as U+FFFD.');
  });

  it.each(['poll', 'log', 'wait', 'kill', 'remove'])(
    'at what still ran when it had ended, by %s',
    async (action) => {
      const survivors = [{ pid: 13, name: 'su', reason: 'the system does not permit it' }];
      finished(id, 'a\n', {}, { backgroundPids: [11, 12], survivors });
      const { notices } = await call({ action, sessionId: id });
      expect(notices.slice(-2)).toEqual([
        'Left in the background: 11, 12; kill in shell ends them.',
        'Process 13 (su) was not ended: the system does not permit it.',
      ]);
    },
  );

  it.each(['poll', 'wait'])('past the end, by %s: it is said, and the cursor comes back', async (action) => {
    finished(id, 'one\n');
    const pattern = action === 'wait' ? { pattern: 'x' } : {};
    const { notices, details } = await call({ action, sessionId: id, cursor: 100, ...pattern });
    expect(notices).toContain('Cursor 100 is past the end: there are 4 bytes.');
    expect(details.cursor).toBe(4);
  });

  it('waits for nothing when it has ended', async () => {
    finished(id, 'listening on 80\n');
    const ended = await call({ action: 'wait', sessionId: id });
    expect(ended).toMatchObject({ status: 'completed', isError: true });
    expect(text(ended)).toBe(`listening on 80\n${ended.message}`);
    const found = await call({ action: 'wait', sessionId: id, pattern: 'on (\\d+)' });
    expect(found).toMatchObject({
      status: 'completed',
      isError: false,
      details: { match: 'on 80', cursor: 16, droppedBytes: 0 },
    });
    expect(text(found)).toBe('listening on 80\n');
  });

  it('never says of output that it had no time to search that a pattern does not appear in it', async () => {
    finished(id, `${'x\n'.repeat(100_000)}ready\n`);
    const wait = { action: 'wait', sessionId: id, pattern: 'ready' };
    const cut = await call({ ...wait, timeout: 0 });
    const { cursor } = cut.details;
    expect(cursor).toBeLessThan(200_006);
    expect(cut).toMatchObject({ status: 'timed_out', isError: true, details: { matched: false } });
    expect(cut.message).toBe(
      `The pattern did not appear, searched up to cursor ${cursor} of 200006, within 0s; session ${id} ended with exit code 3.`,
    );
    expect((await call({ ...wait, cursor })).details).toMatchObject({ matched: true, cursor: 200_006 });
  });

  it.each([
    ['ready', true],
    ['^ready', false],
    ['a\\nready', false],
  ])('finds no pattern over what was dropped: %j', async (pattern, matched) => {
    finished(id, '', {}, { bytes: 16 });
    const folder = join(context.folders.state, 'sessions', id);
    writeFileSync(join(folder, 'out.0.0'), 'a\n');
    writeFileSync(join(folder, 'out.8.1'), 'ready\n');
    const outcome = await call({ action: 'wait', sessionId: id, pattern });
    const droppedBytes = matched ? 6 : 8;
    expect(outcome.details).toMatchObject({ matched, cursor: matched ? 14 : 16, droppedBytes });
    if (!matched) expect(outcome.message).toContain('(8 bytes dropped unsearched)');
  });
});

it('a list leaves out what is removed while its keeper is asked', async () => {
  const { startTicks } = ownMark();
  const folder = join(context.folders.state, 'sessions', id);
  finished(id, '', { keeper: { pid: process.pid, startTicks }, machine: machineMark() });
  rmSync(join(folder, 'end.json'));
  const keeper = createServer((socket) => {
    rmSync(folder, { recursive: true });
    socket.destroy();
  }).listen(join(folder, 'socket'));
  await once(keeper, 'listening');
  try {
    expect((await call({ action: 'list' })).details).toEqual({ sessions: [] });
  } finally {
    keeper.close();
  }
});

it.each(['kill', 'remove'])(
  '%s of a session of another machine ends nothing of this one',
  { tags: ['slow'] },
  async (action) => {
    const other = spawn('sleep', ['600']);
    await once(other, 'spawn');
    const mark = markOf(other.pid ?? 0);
    finished(id, '', { keeper: mark, leader: mark });
    rmSync(join(context.folders.state, 'sessions', id, 'end.json'));
    await expect(call({ action, sessionId: id })).rejects.toThrow(`session ${id}`);
    expect(isMarkRunning(mark)).toBe(true);
    other.kill('SIGKILL');
    await once(other, 'close');
  },
);

describe('what is not there', () => {
  it.each(['poll', 'log', 'wait', 'submit', 'screen', 'kill', 'clear', 'remove'])(
    '%s fails',
    async (action) => {
      await expect(call({ action, sessionId: id })).rejects.toThrow(/Cannot find session "abcdefghijkm"/);
    },
  );

  it('is the same as another workspace’s', async () => {
    finished(id, '', { scope: '/elsewhere' });
    await expect(call({ action: 'poll', sessionId: id })).rejects.toThrow(
      /no such session in this workspace/,
    );
    expect((await call({ action: 'list' })).details).toEqual({ sessions: [] });
  });

  it.each<[string, (record: object) => string]>([
    ['is none', () => '{"id":'],
    ['is of another session', (record) => JSON.stringify({ ...record, id: 'abcdefghijkn' })],
    ['would have others ended', (record) => JSON.stringify({ ...record, runId: '' })],
  ])('a record that %s is named', async (_, damage) => {
    finished(id, '');
    const file = join(context.folders.state, 'sessions', id, 'session.json');
    writeFileSync(file, damage(JSON.parse(readFileSync(file, 'utf8'))));
    await expect(call({ action: 'poll', sessionId: id })).rejects.toThrow(/it is no record of a session/);
  });
});

describe('forgetting', () => {
  it('one and all', async () => {
    finished(id, '');
    finished('abcdefghijkn', '');
    finished('abcdefghijkp', '', { scope: '/elsewhere' });
    await call({ action: 'clear', sessionId: id });
    expect(readdirSync(join(context.folders.state, 'sessions')).sort()).toEqual([
      'abcdefghijkn',
      'abcdefghijkp',
    ]);
    expect((await call({ action: 'clear' })).message).toBe('Session abcdefghijkn is forgotten.');
    expect(readdirSync(join(context.folders.state, 'sessions'))).toEqual(['abcdefghijkp']);
  });

  it('all others where one cannot be ended, which it names', async () => {
    finished('abcdefghijkn', '', { startedAt: '2026-01-02T00:00:00.000Z' });
    finished('abcdefghijkp', '', { startedAt: '2025-01-02T00:00:00.000Z' });
    finished(id, '', { machine: machineMark() });
    const folder = join(context.folders.state, 'sessions', id);
    rmSync(join(folder, 'end.json'));
    symlinkSync('out.0.0', join(folder, 'out.0.0'));
    await expect(call({ action: 'clear' })).rejects.toThrow(`Cannot read the output in "${folder}`);
    expect(readdirSync(join(context.folders.state, 'sessions'))).toEqual([id]);
  });

  it.each([
    [{ action: 'kill', sessionId: id }, [{ kind: 'signal', session: id }]],
    [{ action: 'remove', sessionId: id }, [{ kind: 'signal', session: id }]],
    [{ action: 'resize', sessionId: id, cols: 1, rows: 1 }, [{ kind: 'signal', session: id }]],
    [{ action: 'poll', sessionId: id }, []],
    [{ action: 'list' }, []],
  ])('%j has the effects %j', async (input, effects) => {
    finished(id, '');
    expect((await processTool.prepare(input, context)).effects).toEqual(effects);
  });

  it('typing into what has ended fails before anything is judged', async () => {
    finished(id, '');
    await expect(processTool.prepare({ action: 'write', sessionId: id, data: 'x' }, context)).rejects.toThrow(
      /it has ended, expected a session that runs/,
    );
  });
});
