import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binary, cleanEnv, startCli } from '../helpers/binary.ts';
import { waitFor } from '../helpers/processes.ts';
import { Home, type SessionRpc, textOf } from '../helpers/sessions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('pages of a session', () => {
  const home = new Home();
  let client: SessionRpc;
  beforeAll(() => {
    client = home.rpc();
  });
  afterAll(() => client.close());

  it('counts binary output instead of showing it', async () => {
    const id = await client.background("printf 'a\\0\\377\\376b'");
    await client.ended(id);
    const poll = await client.process('poll', id);
    expect(textOf(poll)).toBe('[binary output: 5 bytes]');
    expect(poll.details).toMatchObject({ binary: true, bytes: 5, cursor: 5 });
  });

  it('shows what stands around NULs on a terminal, and names the way where the rest is binary', async () => {
    const id = await client.background("printf '\\0'; seq 1 3; printf 'a\\0b'", { pty: true });
    await client.ended(id);
    const poll = await client.process('poll', id);
    expect(textOf(poll)).toBe('1\n2\n3\nab');
    expect(poll.details.binary).toBe(false);
    expect(textOf(await client.process('log', id, { offset: 1, limit: 2 }))).toBe('1\n2\n');
    const program = await client.background("printf '\\0\\1\\2abc'", { pty: true });
    await client.ended(program);
    for (const action of ['poll', 'log']) {
      const { details, notices } = await client.process(action, program);
      expect(details.binary).toBe(true);
      expect(notices.join()).toMatch(/Binary output is counted, not shown; action screen shows/);
    }
  });

  it('says that there is nothing only where there is nothing, not in place of escape sequences', async () => {
    const id = await client.background("printf 'a\x1b[1m'; read line; printf '\x1b[0mb'");
    await client.until(id, 'a');
    const colour = { cursor: 1, waitMs: 30_000 };
    expect(await client.process('poll', id, colour)).toMatchObject({
      content: [{ text: '' }],
      details: { cursor: 5 },
    });
    expect(textOf(await client.process('poll', id, { cursor: 5 }))).toBe('(no new output)');
    await client.process('write', id, { data: '\n' });
    await client.ended(id);
    expect(textOf(await client.process('poll', id, { cursor: 5, maxBytes: 4 }))).toBe('');
    expect(textOf(await client.process('poll', id, { cursor: 9 }))).toBe('b');
    expect(textOf(await client.process('poll', id, { cursor: 10 }))).toBe('(no more output)');
  });

  it('waits for the rest of a character, and no longer than it may', async () => {
    const id = await client.background("printf 'a\\342'; read line; printf '\\202\\254'; read line");
    await client.until(id, 'a');
    const startedAt = performance.now();
    const half = await client.process('poll', id, { cursor: 1, waitMs: 300 });
    expect(performance.now() - startedAt).toBeGreaterThan(290);
    expect(half).toMatchObject({
      content: [{ text: '(no new output)' }],
      details: { cursor: 1, more: false },
    });
    const whole = client.process('poll', id, { cursor: 1, waitMs: 30_000 });
    await client.process('write', id, { data: '\n' });
    expect(await whole).toMatchObject({ content: [{ text: '€' }], details: { cursor: 4 } });
    await client.process('kill', id);
  });

  it('never has a cursor past what it counts, however fast the program prints', async () => {
    const id = await client.background('while :; do echo more; done');
    for (let cursor = 0, polls = 0; polls < 60; polls += 1) {
      const { details } = await client.process('poll', id, { cursor, waitMs: 1000 });
      expect(Number(details.cursor)).toBeLessThanOrEqual(Number(details.bytes));
      const waited = await client.process('wait', id, { cursor, pattern: 'less', timeout: 0 });
      expect(Number(waited.details.cursor)).toBeLessThanOrEqual(Number(waited.details.bytes));
      cursor = Math.max(0, Number(details.bytes) - 10);
    }
    await client.process('remove', id);
  });

  it('brings a cursor past the end back to it, so that nothing is passed over', async () => {
    const id = await client.background('echo a; read line; echo b');
    await client.until(id, 'a');
    const past = await client.process('poll', id, { cursor: 999 });
    expect(past.details).toMatchObject({ from: 999, cursor: 2, more: false });
    expect(past.notices).toContain('Cursor 999 is past the end: there are 2 bytes.');
    await client.process('write', id, { data: '\n' });
    await client.ended(id);
    expect(textOf(await client.process('poll', id, { cursor: past.details.cursor }))).toBe('b\n');
    expect((await client.process('poll', id, { cursor: 5 })).details).toMatchObject({ cursor: 4 });
  });

  it('pages output within a line of the wire, and passes nothing unseen', async () => {
    const id = await client.background('seq 1 30000');
    await client.ended(id);
    let cursor = 0;
    let text = '';
    for (let more = true; more; ) {
      const page = await client.process('poll', id, { cursor, maxBytes: 200_000 });
      expect(page.notices.join()).not.toContain('left out');
      text += textOf(page);
      cursor = page.details.cursor;
      more = page.details.more === true;
    }
    expect(text).toBe(`${Array.from({ length: 30_000 }, (_, index) => index + 1).join('\n')}\n`);
  });
});

describe('lines of a log', () => {
  it('say which of them a gap cuts', async () => {
    const client = new Home().rpc({ env: { AGENT_TOOLS_CAPS_SESSION_LOG_BYTES: '65536' } });
    const id = await client.background('seq 10001 50000');
    await client.ended(id);
    const log = (page: object) => client.process('log', id, { limit: 10_000, ...page });
    const head = await log({ offset: 1 });
    expect(head.notices).toContain(`The end of line ${head.details.lines} is dropped.`);
    const tail = await log({ offset: 20_000 });
    const [first, end] = [Number(tail.details.startLine), Number(head.details.lines)];
    expect(tail.message).toContain(` of 40000 (before line ${first}: dropped); offset `);
    expect(tail.notices).toContain(
      `The end of line ${end} is dropped, with it lines ${end + 1} to ${first - 1} and perhaps the beginning of line ${first}.`,
    );
    const whole = await log({ offset: -5, limit: 5 });
    expect(whole.notices.join()).not.toContain('is dropped');
    await client.close();
  });
});

describe('a wait for a pattern', () => {
  it.each(['; sleep 600', ''])('says what the log dropped before it was searched (%j)', async (then) => {
    const client = new Home().rpc({ env: { AGENT_TOOLS_CAPS_SESSION_LOG_BYTES: '65536' } });
    const id = await client.background(`seq 100000; echo done${then}`);
    await client.until(id, 'done');
    const waited = await client.process('wait', id, { pattern: '\n50000\n', timeout: 3 });
    const { bytes } = waited.details;
    const kept = 65_536;
    expect(waited.status).toBe(then === '' ? 'failed' : 'timed_out');
    expect(waited.details).toMatchObject({ matched: false, cursor: bytes });
    expect(waited.details.droppedBytes).toBeGreaterThanOrEqual(Number(bytes) - kept);
    expect(waited.message).toContain(
      `did not appear in what the log kept (${waited.details.droppedBytes} bytes dropped unsearched)`,
    );
    await client.close();
  });
});

describe('a list of sessions', () => {
  it('that would not fit its line leaves out what ended first, and says so', async () => {
    const client = new Home().rpc({ env: { AGENT_TOOLS_CAPS_RPC_LINE_BYTES: '12000' } });
    const running = await client.background('sleep 60');
    let newest = '';
    for (let count = 0; count < 20; count += 1) {
      newest = await client.background('true');
      await client.ended(newest);
    }
    const list = await client.call('process', { action: 'list' });
    const lines = textOf(list).trimEnd().split('\n');
    expect(lines[0]).toContain(newest);
    expect(lines.at(-1)).toContain(running);
    expect(list.message).toBe('1 of 21 sessions run.');
    expect(lines.length).toBeLessThan(21);
    const left = 21 - lines.length;
    expect(list.details).toMatchObject({ notListed: left });
    expect([list.details.sessions].flat()).toHaveLength(lines.length);
    expect(list.notices.join()).toContain(`${left} older sessions not listed`);
    await client.close();
  });
});

describe('output that a yielding call cannot take in time', () => {
  it('has a line where it was dropped, and no line that the command never wrote', async () => {
    const home = tempFolder();
    const child = startCli(['shell', '--no-cap', '--yield-ms', '100000', 'seq 300000; touch done'], {
      home,
      env: { AGENT_TOOLS_CAPS_SESSION_LOG_BYTES: '65536', AGENT_TOOLS_APPROVAL_SECURITY: 'full' },
    });
    await waitFor(() => existsSync(join(home, 'done')), 'the command to write everything');
    const [stdout = '', stderr = ''] = await Promise.all(
      [child.stdout, child.stderr].map((end) => text(end ?? Readable.from([]))),
    );
    const gap = /^\[… (\d+) bytes dropped: not kept in the session's log …\]$/;
    const lines = stdout.trimEnd().split('\n');
    const gaps = lines.flatMap((line) => gap.exec(line)?.[1] ?? []).map(Number);
    expect(gaps.length).toBeGreaterThan(0);
    const lost = gaps.reduce((sum, bytes) => sum + bytes, 0);
    expect(stderr).toContain(`${lost} bytes of output dropped: it came faster than it could be read`);
    for (const line of lines) if (!gap.test(line)) expect(Number(line)).toBeLessThanOrEqual(300_000);
  });

  it('is no part of the file that a command line names, and the file is not called its beginning', async () => {
    const env = { AGENT_TOOLS_CAPS_SESSION_LOG_BYTES: '65536' };
    const { stderr } = await new Home().cli(['shell', '--yield-ms', '100000', 'seq 3000000'], { env });
    const [, count, path = ''] = /; only (\d+) bytes of the output are in (\S+), --no-cap/.exec(stderr) ?? [];
    expect(stderr).toContain('bytes of output dropped: ');
    expect(statSync(path).size).toBe(Number(count));
  });

  it('is counted as what the command printed, and the text says that it is not all there', async () => {
    const home = new Home();
    const client = home.rpc({ env: { AGENT_TOOLS_CAPS_SESSION_LOG_BYTES: '65536' } });
    const { answer } = client.start('shell', {
      command: "seq -f '%06g' 300000; touch done",
      yieldMs: 100_000,
      _meta: { stream: true },
    });
    client.child.stdout?.pause();
    await waitFor(() => existsSync(join(home.folder, 'done')), 'the command to write everything');
    client.child.stdout?.resume();
    const { result } = await answer;
    const shown = client.notifications.map(({ params }) => params.text ?? '').join('');
    const gaps = [...shown.matchAll(/^\[… (\d+) bytes dropped/gm)].map(([, bytes]) => Number(bytes));
    const droppedBytes = gaps.reduce((sum, bytes) => sum + bytes, 0);
    expect(droppedBytes).toBeGreaterThan(0);
    expect(result?.details?.output).toMatchObject({
      bytes: 2_100_000,
      lines: 300_000,
      truncated: true,
      spillBytes: Buffer.byteLength(shown),
      droppedBytes,
    });
    const said = `${droppedBytes} bytes of output dropped: it came faster than it could be read`;
    expect(result?.notices).toContain(said);
    const [text = ''] = [result?.content].flat().map((item) => Reflect.get(Object(item), 'text'));
    expect(text).toContain(`(${said})`);
    expect(text).toContain('; what was taken of it: ');
    await client.close();
  });
});

describe('a log that the disk takes no more of', () => {
  /** Runs the binary where no file may pass 20 KiB. */
  async function limited(home: Home, args: readonly string[]): Promise<readonly string[]> {
    const script = 'trap "" XFSZ; ulimit -f 20; exec "$0" --yolo "$@"';
    const child = spawn('bash', ['-c', script, binary, ...args], {
      cwd: home.folder,
      env: cleanEnv(home.folder),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return Promise.all([child.stdout, child.stderr].map((end) => text(end)));
  }

  it('shows the last lines that are kept, and says what is lost and why', async () => {
    const home = new Home();
    const [id = ''] = await limited(home, ['shell', '--background', 'seq 30000']);
    await home.cli(['process', 'wait', id.trim()]);
    const last = await home.json(['process', 'log', id.trim(), '--limit', '3']);
    const { startLine, lines, totalLines, nextOffset, logProblem } = last.details;
    expect({ lines, totalLines, nextOffset, logProblem }).toEqual({
      lines: 3,
      totalLines: 30_000,
      nextOffset: null,
      logProblem: 'EFBIG',
    });
    const [first, second] = textOf(last).split('\n').map(Number);
    expect([first, second]).toEqual([startLine, Number(startLine) + 1]);
    const behind = Number(startLine) + 3;
    const loss = `Lines ${behind} to 30000 are dropped: its log could not be written (the content passes the file size limit).`;
    expect(last.notices).toContain(loss);
    const past = await home.json(['process', 'log', id.trim(), '--offset', '20000']);
    expect(past.details).toMatchObject({ lines: 0, totalLines: 30_000, nextOffset: null });
    expect(past.notices).toContain(loss);
    const page = await home.json(['process', 'log', id.trim(), '--offset', '1', '--limit', '5']);
    expect(page.details).toMatchObject({ startLine: 1, lines: 5, nextOffset: 6 });
  });

  it('one line of a call that waits stands for all that is dropped behind another', async () => {
    const command = 'seq 30000; for i in 1 2 3 4; do sleep 0.3; echo $i; done';
    const shown = await limited(new Home(), ['shell', '--yield-ms', '60000', '--no-cap', command]);
    const [dropped = '', ...more] = shown.join('').match(/\d+ bytes dropped: not kept/g) ?? [];
    expect(more).toEqual([]);
    expect(shown.join('')).toContain(
      dropped.replace('dropped: not kept', 'of output dropped: its log could not'),
    );
  });

  it('says so of a session that has ended', async () => {
    const script = 'trap "" XFSZ; ulimit -f 20; exec "$0" "$@"';
    const client = new Home().sidecar({ program: ['bash', '-c', script, binary] });
    const exited = new Promise((resolve) => {
      client.onNotification = ({ method, params }) => method === 'session/exited' && resolve(params);
    });
    await client.background('seq 30000');
    expect(await exited).toMatchObject({ exitCode: 0, logProblem: 'EFBIG' });
  });

  it('says that output is missing where the last of it or the screen is shown', async () => {
    const home = new Home();
    const [id = ''] = await limited(home, ['shell', '--background', '--pty', 'seq 30000']);
    const said =
      "Output is missing here: the session's log could not be written (the content passes the file size limit).";
    const { stderr } = await home.cli(['process', 'wait', id.trim()]);
    expect(stderr).toContain(said);
    const waited = await home.json(['process', 'wait', id.trim()]);
    expect(waited.notices).toEqual([said]);
    expect(textOf(waited)).toContain(`(${said})`);
    const screen = await home.json(['process', 'screen', id.trim()]);
    expect(screen.notices).toContain(said);
  });

  it('says why output of a yielding call is lost', async () => {
    const [, stderr] = await limited(new Home(), ['shell', '--yield-ms', '60000', 'seq 30000']);
    expect(stderr).toMatch(
      /\d+ bytes of output dropped: its log could not be written \(the content passes the file size limit\)/,
    );
  });
});
