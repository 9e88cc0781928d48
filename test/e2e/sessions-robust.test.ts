import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { endAll, isAlive, processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { Home, type Outcome, type SessionRpc, textOf } from '../helpers/sessions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Whether a process runs, zombies not counted. */
const runs = (text: string): boolean => processesWith(text).length > 0;

/** A tree that ignores TERM, with one part in a session of its own. */
const stubborn = (seconds: string): string =>
  `trap '' TERM; echo ready; setsid sleep ${seconds} & sleep ${seconds}; sleep ${seconds}`;

describe('a sidecar that goes away', () => {
  it.each([
    ['is killed with -9', (client: SessionRpc) => client.child.kill('SIGKILL')],
    ['is told to end', (client: SessionRpc) => client.child.kill('SIGTERM')],
    ['reads the end of its input', (client: SessionRpc) => client.child.stdin?.end()],
  ])('%s: its sessions end, those with keep stay', async (_, end) => {
    const home = new Home();
    const [mortal, kept] = [uniqueSleep(), uniqueSleep()];
    const client = home.sidecar();
    const dying = await client.background(stubborn(mortal));
    const staying = await client.background(stubborn(kept), { keep: true });
    await client.until(dying, 'ready');
    await client.until(staying, 'ready');
    await waitFor(() => processesWith(`sleep\0${kept}`).length === 2, 'all to run');
    end(client);
    await client.exited;
    await waitFor(() => !runs(mortal), 'the session to end');
    expect(processesWith(`sleep\0${kept}`)).toHaveLength(2);
    const next = home.sidecar();
    expect((await next.ended(dying)).details).toMatchObject({ status: 'killed', endedBy: 'owner' });
    expect(textOf(await next.call('process', { action: 'list' }))).toContain(
      `${dying}  killed, its owner went away  `,
    );
    expect(await next.output(dying)).toBe('ready\n');
    expect((await next.process('poll', staying)).details).toMatchObject({ status: 'running', keep: true });
    await next.process('remove', staying);
    expect(runs(kept)).toBe(false);
  });

  it('in the middle of a yield: nothing stays', async () => {
    const home = new Home();
    const seconds = uniqueSleep();
    const client = home.sidecar();
    client.start('shell', { command: stubborn(seconds), yieldMs: 60_000, keep: true });
    await waitFor(() => processesWith(seconds).length >= 2, 'it to run');
    client.child.kill('SIGKILL');
    await client.exited;
    await expect.poll(() => runs(seconds)).toBe(false);
  });

  it('leaves a yielded session with keep to itself', async () => {
    const home = new Home();
    const seconds = uniqueSleep();
    const client = home.sidecar();
    const { details } = await client.call('shell', { command: stubborn(seconds), yieldMs: 400, keep: true });
    client.child.kill('SIGKILL');
    await client.exited;
    const next = home.sidecar();
    expect((await next.process('poll', details.sessionId, { waitMs: 300, cursor: 6 })).details.status).toBe(
      'running',
    );
    await next.process('remove', details.sessionId);
    expect(runs(seconds)).toBe(false);
  });

  it('reads a session that ended while nobody was there', async () => {
    const home = new Home();
    const first = home.sidecar();
    const id = await first.background('sleep 0.3; echo late; exit 9', { keep: true });
    await first.close();
    const next = home.sidecar();
    expect((await next.ended(id)).details).toMatchObject({ status: 'completed', exitCode: 9 });
    expect(await next.output(id)).toBe('late\n');
  });
});

describe('a keeper killed with -9', () => {
  it('reads as lost with its output, and nothing of its run is left', async () => {
    const home = new Home();
    const client = home.sidecar();
    const seconds = uniqueSleep();
    const id = await client.background(stubborn(seconds));
    await client.until(id, 'ready');
    const exited = new Promise((resolve) => {
      client.onNotification = ({ method, params }) => {
        if (method === 'session/exited') resolve(params);
      };
    });
    process.kill(home.record(id).keeper.pid, 'SIGKILL');
    expect(await exited).toMatchObject({ sessionId: id, status: 'lost', tail: 'ready\n' });
    await waitFor(() => !runs(seconds), 'the run to end');
    const poll = await client.process('poll', id);
    expect(poll.details).toMatchObject({ status: 'lost', exitCode: null, cursor: 6 });
    expect(poll.message).toContain('is lost: its keeper was killed');
    expect(textOf(poll)).toBe('ready\n');
    expect(await client.process('write', id, { data: 'x' })).toMatchObject({ status: 'failed' });
    expect(await client.process('remove', id)).toMatchObject({ status: 'completed' });
  });

  it('with its guardian too: whoever looks next ends the run, and no other', async () => {
    const home = new Home();
    const [seconds, later] = [uniqueSleep(), uniqueSleep()];
    const { details } = await home.json(['shell', '--background', stubborn(seconds)]);
    await home.cli(['process', 'wait', details.sessionId, 'ready']);
    const { keeper, leader } = home.record(details.sessionId);
    const guardian = (): readonly number[] =>
      processesWith('agent-tools-guardian').filter((pid) => parentOf(pid) === keeper.pid);
    await waitFor(() => guardian().length === 1, 'the guardian');
    endAll([...guardian(), keeper.pid]);
    await waitFor(
      () => !existsSync(`/proc/${keeper.pid}`) || parentOf(leader.pid) !== keeper.pid,
      'the keeper to be gone',
    );
    expect(runs(seconds)).toBe(true);
    const { sessionId } = (await home.json(['shell', '--background', `sleep ${later} & sleep ${later}`]))
      .details;
    await waitFor(() => processesWith(`sleep\0${later}`).length === 2, 'another run');
    const list = await home.json(['process', 'list']);
    expect(list.details.sessions).toMatchObject([{ sessionId, status: 'running' }, { status: 'lost' }]);
    expect(runs(seconds)).toBe(false);
    expect(processesWith(`sleep\0${later}`)).toHaveLength(2);
    await home.cli(['process', 'remove', sessionId]);
  });

  it.each([
    ['in its folder', 'state'],
    ['elsewhere, where its folder has too long a name', 'x'.repeat(100)],
  ])('leaves no socket %s, and the next session is none the worse', async (_, name) => {
    const home = new Home();
    const runtime = tempFolder();
    const env = { XDG_STATE_HOME: join(home.folder, name), XDG_RUNTIME_DIR: runtime };
    const cli = (...args: readonly string[]) => home.cli(args, { env });
    const start = async (command: string): Promise<string> =>
      (await cli('shell', '--background', command)).stdout.toString().trim();
    const id = await start('echo until here; sleep 60');
    await cli('process', 'wait', id, 'until here');
    const file = join(home.folder, name, 'agent-tools/sessions', id, 'session.json');
    const { keeper, socket } = JSON.parse(readFileSync(file, 'utf8'));
    process.kill(keeper.pid, 'SIGKILL');
    await waitFor(() => !isAlive(keeper.pid), 'the keeper to be gone');
    expect(statSync(socket).isSocket()).toBe(true);

    const poll = await cli('process', 'poll', id);
    expect(poll.stdout.toString()).toBe('until here\n');
    expect(poll.stderr).toContain(`Session ${id} is lost: its keeper was killed; next cursor 11.`);
    expect(existsSync(socket)).toBe(false);
    expect((await cli('process', 'list')).stdout.toString()).toMatch(new RegExp(`^${id} +lost +`));
    const log = await cli('process', 'log', id);
    expect(log.stdout.toString()).toBe('until here\n');
    expect(log.stderr).toContain('is lost: its keeper was killed; line 1 of 1.');
    const next = await start('echo anew');
    expect((await cli('process', 'wait', next)).status).toBe(0);
    expect((await cli('process', 'log', next)).stdout.toString()).toBe('anew\n');
  });

  it('in the middle of a yield is a failure that names the session', async () => {
    const home = new Home();
    const client = home.sidecar();
    const seconds = uniqueSleep();
    const { answer } = client.start('shell', { command: `echo out; sleep ${seconds}`, yieldMs: 60_000 });
    await waitFor(() => runs(`sleep\0${seconds}`), 'it to run');
    const [id = ''] = home.sessionIds();
    await waitFor(() => existsSync(join(home.sessionFolder(id), 'session.json')), 'its record');
    process.kill(home.record(id).keeper.pid, 'SIGKILL');
    expect((await answer).result).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(`is in session ${id}`),
    });
    expect(runs(seconds)).toBe(false);
  });
});

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

describe('a session of another PID namespace on this machine', () => {
  it('is not lost: it stays when finished ones are forgotten, and can be ended', async (context) => {
    const home = new Home();
    const seconds = uniqueSleep();
    const { sessionId } = (await home.json(['shell', '--background', `sleep ${seconds}`])).details;
    const elsewhere = (...words: readonly string[]) =>
      spawnSync('unshare', ['-Urpf', '--mount-proc', binary, '--yolo', ...words], {
        cwd: home.folder,
        env: cleanEnv(home.folder),
        encoding: 'utf8',
      });
    if (spawnSync('unshare', ['-Urpf', '--mount-proc', 'true']).status !== 0) context.skip();
    expect(elsewhere('process', 'clear').stdout).toContain('0 finished sessions are forgotten');
    expect(elsewhere('process', 'clear', sessionId).stderr).toContain('it still runs');
    expect(elsewhere('process', 'list').stdout).toContain(`${sessionId}  running`);
    expect(runs(seconds)).toBe(true);
    expect(elsewhere('process', 'kill', sessionId).status).toBe(0);
    expect(runs(seconds)).toBe(false);
    expect(elsewhere('process', 'clear').stdout).toContain('is forgotten');
  });
});

describe('places', () => {
  it('two that race for the last one: one runs, one is refused by name of the limit', async () => {
    const home = new Home();
    const env = { AGENT_TOOLS_CAPS_SESSIONS: '3' };
    const servers = Array.from({ length: 4 }, () => home.sidecar({ env }));
    const outcomes: readonly Outcome[] = await Promise.all(
      servers.flatMap((server) =>
        [1, 2].map(() => server.call('shell', { command: 'sleep 60', background: true })),
      ),
    );
    const refused = outcomes.filter(({ status }) => status === 'failed');
    expect(outcomes.filter(({ status }) => status === 'running')).toHaveLength(3);
    expect(refused).toHaveLength(5);
    for (const { message } of refused) {
      expect(message).toBe(
        'Cannot start "another session": 3 sessions run already, expected fewer than 3 (caps.sessions); end one with process kill',
      );
    }
    const [first] = outcomes.filter(({ status }) => status === 'running');
    await servers[0]?.process('kill', first?.details.sessionId ?? '');
    expect(await servers[1]?.call('shell', { command: 'true', background: true })).toMatchObject({
      status: 'running',
    });
  });

  it('fifty at once', async () => {
    const home = new Home();
    const client = home.sidecar();
    const seconds = uniqueSleep();
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, index) => client.background(`echo number ${index}; sleep ${seconds}`)),
    );
    expect(new Set(ids).size).toBe(50);
    await Promise.all(ids.map((id, index) => client.until(id, `^number ${index}$`)));
    const { details } = await client.call('process', { action: 'list' });
    expect(details.sessions).toHaveLength(50);
    await Promise.all(ids.map((id) => client.process('remove', id)));
    expect(runs(seconds)).toBe(false);
    expect(home.sessionIds()).toEqual([]);
  });

  it("a folder whose start was killed takes none for long, and a stale socket is in nobody's way", async () => {
    const home = new Home();
    await home.json(['shell', '--background', 'true']);
    const abandoned = home.sessionFolder('abandonedabc');
    mkdirSync(abandoned);
    writeFileSync(join(abandoned, 'socket'), '');
    utimesSync(abandoned, 0, 0);
    const starting = home.sessionFolder('startingabcd');
    mkdirSync(starting);
    const begun = Date.now() / 1000 - 50;
    utimesSync(starting, begun, begun);
    const { details } = await home.json(['process', 'list']);
    expect(details.sessions).toHaveLength(1);
    expect([abandoned, starting].map((folder) => existsSync(folder))).toEqual([false, true]);
  });

  it('finished sessions go when their time is over', async () => {
    const home = new Home();
    const { details } = await home.json(['shell', '--background', 'true']);
    const id = details.sessionId;
    await home.cli(['process', 'wait', id]);
    utimesSync(join(home.sessionFolder(id), 'end.json'), 0, 0);
    expect((await home.cli(['process', 'poll', id])).stderr).toContain('Cannot find session');
    expect(existsSync(home.sessionFolder(id))).toBe(false);
  });
});

describe('a state folder', () => {
  it('whose path is too long for a socket', async () => {
    const home = new Home();
    const state = join(home.folder, 'x'.repeat(100));
    const runtime = tempFolder();
    const client = home.sidecar({ env: { XDG_STATE_HOME: state, XDG_RUNTIME_DIR: runtime } });
    const id = await client.background('read x; echo got $x');
    await client.process('write', id, { data: 'it\n' });
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 0 });
    expect(await client.output(id)).toBe('got it\n');
    expect(statSync(join(runtime, `agent-tools-${process.getuid?.()}`)).mode & 0o777).toBe(0o700);
  });

  it('that cannot be made refuses the session', async () => {
    const home = new Home();
    const file = join(home.folder, 'file');
    writeFileSync(file, '');
    const client = home.sidecar({ env: { XDG_STATE_HOME: file } });
    expect(await client.call('shell', { command: 'true', background: true })).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(
        /^Cannot start a session in ".*": it cannot be made or written \([a-z ]+\), expected a place for it that can \(XDG_STATE_HOME\)$/,
      ),
    });
  });

  it.each([
    ['that is removed', ''],
    ['that a growing log keeps from being removed', 'session.json'],
  ])('%s under a running session ends it soon: nobody could find it any more', async (_, removed) => {
    const home = new Home();
    const client = home.sidecar();
    const seconds = uniqueSleep();
    const id = await client.background(`echo one; sleep ${seconds}`, { keep: true });
    const { keeper } = home.record(id);
    await waitFor(() => runs(`sleep\0${seconds}`), 'it to run');
    rmSync(join(home.sessionFolder(id), removed), { recursive: true });
    expect(await client.process('poll', id)).toMatchObject({ status: 'failed' });
    await waitFor(
      () => !runs(seconds) && !existsSync(`/proc/${keeper.pid}`),
      'the keeper to end its run and go',
    );
    expect(existsSync(home.sessionFolder(id))).toBe(false);
  });
});

describe('the log', () => {
  const cap = 65_536;

  it('is exact to the byte: the head, the number of dropped bytes, the tail', async () => {
    const home = new Home();
    const client = home.sidecar({ env: { AGENT_TOOLS_CAPS_SESSION_LOG_BYTES: String(cap) } });
    const id = await client.background('seq 1 100000');
    await client.ended(id);
    const whole = `${Array.from({ length: 100_000 }, (_, index) => index + 1).join('\n')}\n`;
    let cursor = 0;
    let dropped = 0;
    let stored = 0;
    for (let more = true; more; ) {
      const { details, content } = await client.process('poll', id, { cursor });
      const text = content.map((item) => item.text).join('');
      const parts = text.split(/\[… \d+ bytes dropped: .* …\]\n/);
      const gap = Number(details.droppedBytes);
      if (gap === 0) expect(text).toBe(whole.slice(cursor, details.cursor));
      else {
        expect(text).toContain(`[… ${gap} bytes dropped`);
        const head = (parts[0] ?? '').replace(/\n$/, '');
        expect(whole.slice(cursor).startsWith(head)).toBe(true);
        expect(parts[1]).toBe(whole.slice(details.cursor - (parts[1] ?? '').length, details.cursor));
      }
      stored += details.cursor - cursor - gap;
      dropped += gap;
      cursor = details.cursor;
      more = details.more === true;
    }
    expect(cursor).toBe(whole.length);
    expect(stored + dropped).toBe(whole.length);
    expect(stored).toBeLessThanOrEqual(cap);
    expect(stored).toBeGreaterThan(cap * 0.9);
    const log = await client.process('log', id, { limit: 3 });
    expect(textOf(log)).toBe('99998\n99999\n100000\n');
    expect(log.details).toMatchObject({ startLine: 99_998, lines: 3, totalLines: 100_000, nextOffset: null });
    const middle = await client.process('log', id, { offset: 50_000, limit: 2 });
    expect(Number(middle.details.startLine)).toBeGreaterThan(50_000);
  });

  it('on a full disk: the loss is counted, the program goes on, the end is written', async (context) => {
    const home = new Home();
    const state = tempFolder();
    const fill = join(state, 'agent-tools/fill');
    const probe = spawnSync('unshare', ['-Urm', 'true']);
    if (probe.status !== 0) context.skip(`unshare is forbidden here: ${probe.stderr}`);
    const script = [
      `mount -t tmpfs -o size=3m tmpfs ${state}`,
      `export XDG_STATE_HOME=${state} HOME=${home.folder}`,
      `id=$('${binary}' shell --yolo --quiet --background "echo begun; read x; head -c 3000000 /dev/zero | tr '\\0' a; read y; echo done")`,
      `'${binary}' process wait $id begun --yolo --quiet >/dev/null`,
      `head -c 10000000 /dev/zero > ${fill} 2>/dev/null`,
      `'${binary}' process write $id "x\n" --yolo --quiet >/dev/null`,
      `'${binary}' process send-keys $id Enter --yolo --quiet >/dev/null`,
      `'${binary}' process wait $id --yolo --quiet --timeout 20 >/dev/null; echo "status $?"`,
      `'${binary}' process poll $id --yolo --quiet --json --max-bytes 100`,
    ].join('\n');
    const { stdout, stderr } = spawnSync('unshare', ['-Urm', 'sh', '-c', script], {
      cwd: home.folder,
      env: cleanEnv(home.folder),
      encoding: 'utf8',
    });
    const [status = '', json = ''] = stdout.trim().split('\n');
    expect(stderr).toBe('');
    expect(status).toBe('status 0');
    const outcome: Outcome = JSON.parse(json);
    expect(outcome.details).toMatchObject({ status: 'completed', bytes: 3_000_011, logProblem: 'ENOSPC' });
  });
});
