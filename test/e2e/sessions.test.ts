import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { Home, type SessionRpc, textOf } from '../helpers/sessions.ts';

describe('a sidecar', () => {
  const home = new Home();
  let client: SessionRpc;
  beforeAll(() => {
    client = home.rpc();
  });
  afterAll(() => client.close());

  it('reads without taking away, from two readers', async () => {
    const id = await client.background('printf "a\\nb\\nc\\n"; sleep 60');
    await client.until(id, '^c$');
    const other = home.rpc();
    const [one, two] = await Promise.all([client.process('poll', id), other.process('poll', id)]);
    await other.close();
    expect(textOf(one)).toBe('a\nb\nc\n');
    expect(textOf(two)).toBe('a\nb\nc\n');
    expect(one.details).toMatchObject({
      status: 'running',
      from: 0,
      cursor: 6,
      bytes: 6,
      more: false,
      droppedBytes: 0,
    });
    expect(textOf(await client.process('poll', id, { cursor: 2, maxBytes: 2 }))).toBe('b\n');
    expect(textOf(await client.process('poll', id, { cursor: 6 }))).toBe('(no new output)');
    await client.process('remove', id);
  });

  it.each([
    ['words', { argv: ['echo', ...Array.from({ length: 15_000 }, () => 'y'.repeat(99))] }, 1_500_000],
    ['a purpose', { command: 'echo', description: 'x'.repeat(2_000_000) }, 1],
  ])('starts a session whose record has more than a mebibyte of %s', async (_, input, bytes) => {
    const id = (await client.call('shell', { ...input, background: true })).details.sessionId;
    expect((await client.process('wait', id)).details).toMatchObject({ status: 'completed', bytes });
    await client.process('remove', id);
  });

  it('waits for output and answers as it comes', async () => {
    const id = await client.background('read x; echo $x; sleep 60');
    const waiting = client.process('poll', id, { waitMs: 30_000 });
    await client.process('write', id, { data: 'now\n' });
    expect(textOf(await waiting)).toBe('now\n');
    expect(await client.process('poll', id, { cursor: 4, waitMs: 50 })).toMatchObject({ status: 'running' });
    await client.process('remove', id);
  });

  it('a cancelled wait is answered as cancelled, and the session lives', async () => {
    const id = await client.background('sleep 60');
    const wait = client.start('process', { action: 'wait', sessionId: id, timeout: 60 });
    await client.process('poll', id, { waitMs: 100 });
    client.notify('$/cancelRequest', { id: wait.id });
    expect((await wait.answer).error).toMatchObject({
      code: -32800,
      message: 'Cancelled while it waited for the session.',
    });
    expect((await client.process('poll', id)).details.status).toBe('running');
    await client.process('remove', id);
  });

  it('a cancelled kill says that it may go on, as it does', async () => {
    const grace = home.rpc({ env: { AGENT_TOOLS_SHELL_KILL_GRACE_MS: '5000' } });
    const id = await grace.background('trap "echo told" TERM; echo on; while :; do sleep 0.1; done');
    await grace.until(id, '^on$');
    const kill = grace.start('process', { action: 'kill', sessionId: id });
    await grace.until(id, '^told$');
    grace.notify('$/cancelRequest', { id: kill.id });
    const message = 'Cancelled while it ended the session, which may go on nevertheless.';
    expect((await kill.answer).error).toMatchObject({ code: -32800, message });
    expect((await grace.ended(id)).details).toMatchObject({ endedBy: 'kill' });
    await grace.close();
  });

  it('waits with a time limit', async () => {
    const id = await client.background('sleep 60');
    expect(await client.process('wait', id, { timeout: 0.1 })).toMatchObject({
      status: 'timed_out',
      isError: true,
    });
    expect(await client.process('wait', id, { timeout: 0.1, pattern: 'x' })).toMatchObject({
      status: 'timed_out',
      details: { matched: false },
    });
    await client.process('remove', id);
    const ended = await client.background('echo no');
    expect(await client.process('wait', ended, { pattern: 'yes' })).toMatchObject({
      status: 'failed',
      details: { matched: false, status: 'completed', exitCode: 0 },
    });
  });

  it('in vain is answered with the last of the output, and leaves the standard output of a script alone', async () => {
    const id = await client.background("seq 3000; printf 'Error: the port is in use'; sleep 60");
    await client.until(id, 'in use');
    for (const fields of [{}, { pattern: 'ready' }]) {
      const waited = await client.process('wait', id, { timeout: 0.1, ...fields });
      const shown = textOf(waited);
      expect(shown).toContain(`\n3000\nError: the port is in use\n${waited.message}`);
      expect(shown.length).toBeLessThan(2500);
      expect(shown).toMatch(/^\d{4}\n/);
    }
    await client.process('kill', id);
    const ended = await client.process('wait', id, { pattern: 'ready' });
    expect(textOf(ended)).toContain(`the port is in use\n${ended.message}`);
    const script = await home.cli(['process', 'wait', id, '--pattern', 'ready']);
    expect(script).toMatchObject({ status: 1 });
    expect(script.stdout.toString()).toBe('');
    await client.process('remove', id);
  });

  it('names the cursor behind what it handed on, however much has come', async () => {
    const id = await client.background('echo ready; echo done; seq 20000; echo over');
    await client.process('wait', id, { timeout: 20 });
    const seen: string[] = [];
    let cursor = 0;
    for (const pattern of ['ready', 'done', '^over$']) {
      const found = await client.process('wait', id, { pattern, cursor, timeout: 20 });
      seen.push(textOf(found));
      cursor = Number(found.details.cursor);
    }
    expect(seen).toEqual(['ready\n', 'done\n', 'over\n']);
    expect((await client.process('poll', id)).details).toMatchObject({ bytes: cursor });
  });

  it('searches from a cursor', async () => {
    const id = await client.background('echo ready; read x; echo ready again; sleep 60');
    const { details } = await client.until(id, 'ready');
    const second = client.until(id, 'ready', { cursor: details.cursor });
    await client.process('write', id, { data: '\n' });
    expect(textOf(await second)).toBe('ready again\n');
    await client.process('remove', id);
  });

  it('kills by the ladder, with everything the session started', async () => {
    const seconds = uniqueSleep();
    const id = await client.background(
      `trap '' TERM; setsid sleep ${seconds} & sleep ${seconds}; sleep ${seconds}`,
    );
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 2, 'both to run');
    const killed = await client.process('kill', id);
    expect(killed.details).toMatchObject({ status: 'killed', endedBy: 'kill', exitCode: null });
    expect(processesWith(seconds)).toEqual([]);
    expect(await client.process('kill', id)).toMatchObject({ status: 'completed', isError: false });
  });

  it('sends one signal and lets the program answer', async () => {
    const id = await client.background("trap 'echo caught' INT; echo ready; while :; do sleep 0.05; done");
    await client.until(id, 'ready');
    expect((await client.process('kill', id, { signal: 'int' })).message).toContain('was sent SIGINT');
    await client.until(id, 'caught');
    await client.process('kill', id, { signal: 'SIGKILL' });
    expect((await client.ended(id)).details).toMatchObject({ status: 'killed', signal: 'SIGKILL' });
  });

  it('ends at its time limit and at its idle limit', async () => {
    const timed = await client.background('echo begun; sleep 60', { timeout: 1 });
    const idle = await client.background('echo begun; sleep 60', { idleTimeout: 0.3 });
    expect((await client.ended(timed)).details).toMatchObject({ status: 'timed_out', timedOut: true });
    expect((await client.ended(idle)).details).toMatchObject({ status: 'timed_out', idleTimedOut: true });
    expect(await client.output(timed)).toBe('begun\n');
  });

  it('tells of the end', async () => {
    const exits: unknown[] = [];
    client.onNotification = ({ method, params }) => {
      if (method === 'session/exited') exits.push(params);
    };
    const id = await client.background('echo last words; exit 7');
    await client.ended(id);
    await waitFor(() => exits.length > 0, 'the notification');
    client.onNotification = () => {};
    expect(exits).toEqual([
      expect.objectContaining({
        sessionId: id,
        status: 'completed',
        exitCode: 7,
        tail: 'last words\n',
        bytes: 11,
      }),
    ]);
  });

  it('lists what runs and what has ended, newest first, without secrets', async () => {
    const first = await client.background('exit 2');
    await client.ended(first);
    const second = await client.background('sleep 60', {
      env: { MY_SECRET: 'hunter2' },
      description: 'a nap',
    });
    const list = await client.call('process', { action: 'list' });
    const [newest, before] = [list.details.sessions].flat();
    expect(newest).toMatchObject({
      sessionId: second,
      status: 'running',
      description: 'a nap',
      inputOpen: true,
      pty: false,
    });
    expect(before).toMatchObject({ sessionId: first, status: 'completed', exitCode: 2 });
    expect(textOf(list)).toMatch(
      new RegExp(`^${second}  running  .*  sleep 60 \\(a nap\\)\n${first}  exit 2  `),
    );
    expect(JSON.stringify(list)).not.toContain('hunter2');
    expect(processesWith('hunter2')).toEqual([]);
    await client.process('remove', second);
  });

  it('clears finished sessions only, and removes running ones', async () => {
    const finished = await client.background('true');
    await client.ended(finished);
    const running = await client.background('sleep 60');
    expect(await client.process('clear', running)).toMatchObject({ status: 'failed' });
    expect((await client.process('clear', finished)).details).toMatchObject({ cleared: [finished] });
    expect(await client.process('poll', finished)).toMatchObject({ status: 'failed' });
    await client.call('process', { action: 'clear' });
    expect((await client.call('process', { action: 'list' })).details.sessions).toMatchObject([
      { sessionId: running },
    ]);
    expect((await client.process('remove', running)).details).toMatchObject({ status: 'killed' });
    expect((await client.call('process', { action: 'list' })).details.sessions).toEqual([]);
    expect(home.sessionIds()).toEqual([]);
  });

  it('of another workspace does not see it', async () => {
    const id = await client.background('sleep 60');
    const other = home.rpc({ cwd: '/' });
    expect(await other.process('poll', id)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('no such session'),
    });
    expect((await other.call('process', { action: 'list' })).details.sessions).toEqual([]);
    await other.close();
    await client.process('remove', id);
  });

  it('gives standard input that is known from the start, and its end', async () => {
    const id = await client.background('cat; echo end', { stdin: 'given\n' });
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 0 });
    expect(await client.output(id)).toBe('given\nend\n');
    const other = await client.background('cat; echo end');
    await client.process('write', other, { data: 'typed', eof: true });
    await client.ended(other);
    expect(await client.output(other)).toBe('typedend\n');
    expect((await client.process('write', other, { data: 'x' })).message).toContain('it has ended');
  });

  it('says where begins what is printed after something was typed', async () => {
    const id = await client.background('echo name?; read -r a; echo name? again; read -r b');
    await client.until(id, 'name');
    const typed = await client.process('write', id, { data: 'x\n' });
    expect(typed.details.cursor).toBe('name?\n'.length);
    expect(typed.message).toContain('what it prints next begins at cursor 6');
    const waited = await client.process('wait', id, { pattern: 'name', cursor: typed.details.cursor });
    expect(textOf(waited)).toBe('name? again\n');
    await client.process('remove', id);
  });

  it('refuses input that a program does not read before the memory fills', async () => {
    const seconds = uniqueSleep();
    const id = await client.background(`sleep ${seconds}`);
    // Until then the program is still the shell, whose input is judged.
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 1, 'the shell to become sleep');
    const data = 'x'.repeat(500_000);
    const first = await client.process('write', id, { data });
    expect(first.details.queuedBytes).toBeGreaterThan(400_000);
    await client.process('write', id, { data });
    const refused = await client.process('write', id, { data });
    expect(refused).toMatchObject({ status: 'failed', message: expect.stringContaining('it does not read') });
    await client.process('remove', id);
  });

  it('refuses input that nobody reads any more, also the first of it', async () => {
    const id = await client.background('exec 0<&-; echo closed; sleep 60');
    await client.until(id, 'closed');
    for (const eof of [false, true]) {
      const { status, message } = await client.process('write', id, { data: 'lost\n', eof });
      expect({ status, message }).toEqual({
        status: 'failed',
        message: expect.stringContaining('its standard input is closed'),
      });
    }
    await client.process('remove', id);
  });

  it('delivers a large input to a program that reads slowly', async () => {
    const id = await client.background('sleep 0.3; md5sum');
    const data = 'line of text\n'.repeat(70_000);
    await client.process('write', id, { data, eof: true });
    await client.ended(id);
    expect(await client.output(id)).toContain(createHash('md5').update(data).digest('hex'));
  });

  it('answers a yielded call with its result or with where it goes on', async () => {
    const done = await client.call('shell', { command: 'echo quick; exit 5', yieldMs: 20_000 });
    expect(done).toMatchObject({
      status: 'completed',
      isError: true,
      details: { exitCode: 5, timedOut: false },
    });
    expect(textOf(done)).toBe('quick\n(exit code 5)');
    const running = await client.call('shell', { command: 'echo slow; sleep 60', yieldMs: 300 });
    expect(running).toMatchObject({ status: 'running', isError: false, details: { tail: 'slow\n' } });
    expect(textOf(running)).toContain('process poll');
    await client.process('remove', running.details.sessionId);
  });

  it('a cancelled yield leaves nothing', async () => {
    const seconds = uniqueSleep();
    const { id, answer } = client.start('shell', { command: `echo here; sleep ${seconds}`, yieldMs: 60_000 });
    await waitFor(() => processesWith(`sleep\0${seconds}`).length === 1, 'it to run');
    client.notify('$/cancelRequest', { id });
    const { error } = await answer;
    expect(error).toMatchObject({ code: -32800, data: { status: 'cancelled' } });
    expect(JSON.stringify(error)).toContain('here');
    expect(processesWith(seconds)).toEqual([]);
  });

  it('hints at a program that asks', async () => {
    const id = await client.background('printf "Name: "; read x; sleep 60');
    await client.until(id, 'Name: ');
    let waiting = false;
    for (let tries = 0; !waiting && tries < 100; tries += 1) {
      const { details } = await client.process('poll', id, { cursor: 6, waitMs: 100 });
      waiting = details.waitingForInput === true;
    }
    expect(waiting).toBe(true);
    for (const action of ['poll', 'log'])
      expect((await client.process(action, id)).message).toContain(
        'is running and seems to wait for input (write sends it, write with eof ends it); ',
      );
    for (const fields of [{}, { pattern: 'never' }]) {
      const { status, message } = await client.process('wait', id, { timeout: 0.1, ...fields });
      expect([status, message]).toEqual([
        'timed_out',
        expect.stringMatching(
          / still runs.* and seems to wait for input \(write sends it, write with eof ends it\)\.$/,
        ),
      ]);
    }
    const { content } = await client.call('process', { action: 'list' });
    expect(JSON.stringify(content)).toContain(`${id}  running, waits for input  `);
    await client.process('remove', id);
  });
});
