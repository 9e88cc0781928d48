import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Home, textOf } from '../helpers/sessions.ts';

describe('the command line', () => {
  const home = new Home();

  it('starts a session at once, and another process reads it to its end', async () => {
    const { stdout, status, stderr } = await home.cli([
      'shell',
      '--background',
      'echo one; sleep 0.4; echo two; exit 3',
    ]);
    expect(status).toBe(0);
    const id = stdout.toString().trim();
    expect(id).toMatch(/^[a-km-z2-9]{12}$/);
    expect(stderr).toContain(`running as session ${id}`);
    const waited = await home.cli(['process', 'wait', id]);
    expect(waited.status).toBe(3);
    const poll = await home.cli(['process', 'poll', id]);
    expect(poll.stdout.toString()).toBe('one\ntwo\n');
    expect(poll.status).toBe(0);
    expect(poll.stderr).toContain('ended with exit code 3; next cursor 8');
  });

  it('keeps what it writes to itself', async () => {
    const { details } = await home.json(['shell', '--background', 'true']);
    const folder = home.sessionFolder(details.sessionId);
    await home.cli(['process', 'wait', details.sessionId]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'end.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'session.json')).mode & 0o777).toBe(0o600);
  });

  it('yields: the result when it ends in time, live', async () => {
    const { stdout, status, stderr } = await home.cli([
      'shell',
      '--yield-ms',
      '20000',
      'echo out; echo err >&2; exit 4',
    ]);
    expect(stdout.toString()).toBe('out\nerr\n');
    expect(status).toBe(4);
    expect(stderr).toBe('');
  });

  it('yields: what it printed and where it goes on', async () => {
    const script = 'echo begun; until test -e go; do sleep 0.1; done; echo done';
    // The id is the result and no notice.
    const { stdout, status, stderr } = await home.cli(['--quiet', 'shell', '--yield-ms', '500', script]);
    expect(stdout.toString()).toBe('begun\n');
    expect(status).toBe(0);
    const id = /running as session (\w+)/.exec(stderr)?.[1] ?? '';
    const poll = await home.cli(['--quiet', 'process', 'poll', id, '--cursor', '6']);
    expect([poll.stdout.toString(), poll.stderr]).toEqual(['', '']);
    writeFileSync(join(home.folder, 'go'), '');
    const waited = await home.cli(['process', 'wait', id, 'done']);
    expect(waited).toMatchObject({ status: 0 });
    expect(waited.stdout.toString()).toBe('done\n');
  });

  it.each([
    ['write', 'one\ntwo', []],
    ['write', 'and its end\n', ['--eof']],
    ['write', '', ['--eof']],
    ['paste', 'three', []],
  ])('sends by %s what a pipe holds where no text is given: %j %j', async (action, input, flags) => {
    const { details } = await home.json(['shell', '--background', 'cat']);
    const id = String(details.sessionId);
    const sent = await home.cli(['process', action, id, ...flags], { input });
    expect(sent.stdout.toString()).toContain(`${input.length} bytes sent`);
    // A text that is given, an empty one too, leaves the input of a loop around it alone.
    const isOpen = flags.length === 0;
    if (isOpen) await home.cli(['process', 'write', id, '--data', '', '--eof'], { input: 'left' });
    expect((await home.cli(['process', 'wait', id])).status).toBe(0);
    expect((await home.cli(['process', 'poll', id])).stdout.toString().trimEnd()).toBe(input.trimEnd());
  });

  it('passes on what a session printed byte by byte, and all of it with --no-cap', async () => {
    const bytes = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * 7919) % 251));
    const lines = '\x1b[1mbold\x1b[0m\rover\xff\n'.repeat(3000);
    for (const [name, printed] of [
      ['binary', bytes],
      ['lines', Buffer.from(lines, 'latin1')],
    ] as const) {
      writeFileSync(join(home.folder, name), printed);
      const { details } = await home.json(['shell', '--background', `cat ${name}`]);
      const id = details.sessionId;
      await home.cli(['process', 'wait', id]);
      const page = await home.cli(['process', 'poll', id]);
      expect(page.stdout.equals(printed.subarray(0, page.stdout.length)), name).toBe(true);
      expect(page.stdout.length).toBeGreaterThan(29_000);
      expect(page.stderr).toContain('more output follows');
      const whole = await home.cli(['--no-cap', '--quiet', 'process', 'poll', id]);
      expect(whole.stdout.equals(printed), name).toBe(true);
      expect(whole.stderr).toBe('');
      const log = await home.cli(['--no-cap', '--quiet', 'process', 'log', id, '--limit', '10000']);
      expect(log.stdout.equals(printed), name).toBe(true);
      // A model gets text.
      expect(textOf(await home.json(['process', 'poll', id]))).not.toContain('\x1b');
    }
  });

  it('runs what reads our own input in the foreground, whatever shell.yieldMs says', async () => {
    const { status, stdout, stderr } = await home.cli(['shell', 'sleep 0.3; cat'], {
      input: 'piped\n',
      env: { AGENT_TOOLS_SHELL_YIELD_MS: '50' },
    });
    expect([status, stdout.toString(), stderr]).toEqual([0, 'piped\n', '']);
  });

  it('gives words to the fields of each action', async () => {
    const { details } = await home.json(['shell', '--background', 'cat; echo end']);
    const id = details.sessionId;
    expect((await home.cli(['process', 'write', id, 'a b\n'])).status).toBe(0);
    expect((await home.cli(['process', 'paste', id, 'pasted\n'])).status).toBe(0);
    expect((await home.cli(['process', 'send-keys', id, 'x', 'Space', 'y', 'Enter'])).status).toBe(0);
    expect((await home.cli(['process', 'wait', id, '^x y$'])).status).toBe(0);
    expect((await home.cli(['process', 'write', id, '--eof'])).status).toBe(0);
    expect((await home.cli(['process', 'wait', id])).status).toBe(0);
    expect((await home.cli(['process', 'log', id, '--offset', '2'])).stdout.toString()).toBe(
      'pasted\nx y\nend\n',
    );
    expect((await home.cli(['process', 'log', id, '--limit', '1'])).stdout.toString()).toBe('end\n');
  });

  it.each([
    [['process', 'nosuch'], /"nosuch" is not an action; expected one of list/],
    [['process', 'poll'], /"sessionId" is missing/],
    [['process', 'poll', 'x', '--wait-ms', '40000'], /"waitMs" is 40000, must be at most 30000/],
    [['process', 'poll', 'x', 'y'], /"y" is one word too many; process poll takes SESSIONID\n/],
    [['process', 'submit', 'x', 'ls'], /"ls" is one word too many; process submit takes SESSIONID\n/],
    [
      ['process', 'resize', 'x', '1', '2', '3'],
      /"3" is one word too many; process resize takes SESSIONID COLS ROWS\n/,
    ],
    [['process', 'list', 'x'], /"x" is one word too many; process list takes no words\n/],
    [['process', 'resize', 'x', 'wide', '2'], /"cols" must be a number/],
    [['process', 'wait', 'x', '(?=a)'], /not a regular expression in RE2/],
    [['process', 'kill', 'x', 'TERN'], /did you mean "SIGTERM"/],
    [['process', 'kill', 'x', '--signal', '99'], /"signal" is "99", which is no signal$/m],
    [['process', 'kill', 'x', '--signal', 'FOO'], /"signal" is "FOO", which is no signal$/m],
    [['process', 'kill', 'x', '--signal', 'SIGFOO'], /"signal" is "SIGFOO", which is no signal$/m],
    [['process', 'kill', 'x', '--signal', 'SIG'], /"signal" is "SIG", which is no signal$/m],
    [['process', 'kill', 'x', '--signal', 'trem'], /"trem", which is no signal; did you mean "SIGTERM"\?/],
    [
      ['process', 'kill', 'x', '--signal', 'SIGKIL'],
      /"SIGKIL", which is no signal; did you mean "SIGKILL"\?/,
    ],
    [['shell', '--yield-ms', '5', 'true'], /"yieldMs" is 5, must be at least 10/],
    [['shell', '--keep', 'true'], /"keep" needs/],
    [['shell', '--cols', '80', 'true'], /"cols" needs "pty"/],
    [['shell', '--background', '--streams', 'split', 'true'], /"streams" cannot be "split"/],
    [['shell', '--background', '--timeout', '90000', 'true'], /"timeout" is 90000, must be at most 86400/],
  ])('%j is refused', async (args, problem) => {
    const { status, stderr } = await home.cli(args);
    expect(stderr).toMatch(problem);
    expect(status).toBe(2);
  });

  it.each(['9', 'KILL', 'sigkill'])('a signal may be said as %s', async (signal) => {
    const id = (await home.cli(['shell', '--yolo', '--quiet', '--background', 'sleep 600'])).stdout
      .toString()
      .trim();
    const sent = await home.cli(['process', 'kill', id, signal]);
    expect(sent.stdout.toString()).toBe(`Session ${id} was sent SIGKILL.\n`);
    expect((await home.cli(['process', 'wait', id])).status).toBe(137);
  });

  it.each(['poll', 'log', 'write', 'kill', 'remove', 'screen'])(
    '%s of an unknown session fails',
    async (action) => {
      const { status, stderr } = await home.cli([
        'process',
        action,
        'abcdefghijkm',
        ...(action === 'write' ? ['x'] : []),
      ]);
      expect(stderr).toMatch(/Cannot find session "abcdefghijkm"/);
      expect(status).toBe(1);
    },
  );

  it('does not take a path for a session', async () => {
    const { stderr } = await home.cli(['process', 'remove', '../../../x']);
    expect(stderr).toMatch(/Cannot find session/);
  });

  it('refuses a program that is not there as in the foreground', async () => {
    const { status, stderr } = await home.cli(['shell', '--background', '--', 'no-such-program']);
    expect(status).toBe(127);
    expect(stderr).toContain('Cannot run "no-such-program"');
    expect((await home.json(['process', 'list'])).details.sessions).not.toContainEqual(
      expect.objectContaining({ command: 'no-such-program' }),
    );
  });

  it('says where nothing may run in the background', async () => {
    const env = { AGENT_TOOLS_SHELL_ALLOW_BACKGROUND: 'false' };
    const { status, stderr } = await home.cli(['shell', '--background', 'true'], { env });
    expect(status).toBe(126);
    expect(stderr).toContain('shell.allowBackground is false');
  });

  it('goes on after every foreground call when the configuration says so', async () => {
    const env = { AGENT_TOOLS_SHELL_YIELD_MS: '300' };
    const { status, stderr } = await home.cli(['shell', 'sleep 2'], { env });
    expect(status).toBe(0);
    expect(stderr).toMatch(/running as session/);
  });

  it('runs in the foreground after all when no session may be added, and says so', async () => {
    const env = { AGENT_TOOLS_SHELL_YIELD_MS: '60000', AGENT_TOOLS_CAPS_SESSIONS: '0' };
    const fresh = new Home();
    const outcome = await fresh.cli(['shell', 'echo out; exit 3', '--json'], { env });
    const { status, notices, details } = JSON.parse(outcome.stdout.toString());
    expect([outcome.status, status, details.exitCode]).toEqual([3, 'completed', 3]);
    expect(notices).toContainEqual(
      'shell.yieldMs could not be kept, it ran in the foreground, for at most 300 s: ' +
        'Cannot start "another session": none may run, expected caps.sessions above 0',
    );
    for (const flags of [['--yield-ms', '100'], ['--background']]) {
      const refused = await fresh.cli(['shell', ...flags, 'echo never'], { env });
      expect(refused.stdout.toString()).toBe('');
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('caps.sessions')]);
    }
  });

  it('runs in the foreground after all where no session can be kept, and says so', async () => {
    const fresh = new Home();
    // As on a full disk or a read-only one: no folder can be made there.
    const state = join(fresh.folder, '.local/state/agent-tools');
    mkdirSync(state, { recursive: true });
    writeFileSync(join(state, 'sessions'), '');
    const env = { AGENT_TOOLS_SHELL_YIELD_MS: '60000' };
    const outcome = await fresh.cli(['shell', 'echo out; exit 3', '--json'], { env });
    const { status, notices, details } = JSON.parse(outcome.stdout.toString());
    expect([outcome.status, status, details.exitCode]).toEqual([3, 'completed', 3]);
    expect(notices).toContainEqual(
      expect.stringMatching(
        /^shell\.yieldMs could not be kept, it ran in the foreground, for at most 300 s: Cannot start a session in /,
      ),
    );
    const refused = await fresh.cli(['shell', '--yield-ms', '100', 'echo never'], { env });
    expect([refused.status, refused.stdout.toString()]).toEqual([1, '']);
  });

  it('names the workspaces of the sessions that take all places, and how to end one there', async () => {
    const fresh = new Home();
    const folderOf = (name: string): string => {
      const folder = join(fresh.folder, name);
      mkdirSync(folder);
      return folder;
    };
    const [own, other, odd] = [folderOf('own'), folderOf('other'), folderOf('odd\nfolder')];
    const start = async (folder: string, most: number) => {
      const env = { AGENT_TOOLS_CAPS_SESSIONS: String(most) };
      const args = ['-C', folder, 'shell', '--background', '--quiet', 'sleep 60'];
      const { stdout, stderr } = await fresh.cli(args, { env });
      return stdout.toString().trim() || stderr.replace(/^agent-tools: Cannot start "another session": /, '');
    };
    const id = await start(other, 1);
    expect(await start(own, 1)).toBe(
      `1 session runs already, in another workspace (${other}), expected fewer than 1 (caps.sessions); ` +
        'end one with process kill -C FOLDER, as process list -C FOLDER shows it\n',
    );
    expect(await start(other, 1)).toBe(
      '1 session runs already, expected fewer than 1 (caps.sessions); end one with process kill\n',
    );
    for (const [folder, most] of [
      [own, 2],
      [odd, 3],
      [odd, 4],
    ] as const)
      expect(await start(folder, most)).toMatch(/^\w{12}$/);
    const refused = await start(own, 4);
    const [, named = ''] =
      /^4 sessions run already, 3 of them in other workspaces \((.*)\), expected fewer than 4 /.exec(
        refused,
      ) ?? [];
    expect(named.split(', ').sort()).toEqual([JSON.stringify(odd), other].sort());
    expect(refused).toContain('; end one with process kill, one of another workspace with -C FOLDER, as ');
    expect((await fresh.cli(['-C', other, 'process', 'remove', id])).status).toBe(0);
    expect(await start(own, 4)).toMatch(/^\w{12}$/);
    for (const folder of [own, odd]) {
      const { stdout } = await fresh.cli(['-C', folder, 'process', 'list', '--json']);
      for (const { sessionId } of JSON.parse(stdout.toString()).details.sessions)
        await fresh.cli(['-C', folder, 'process', 'remove', sessionId]);
    }
  });

  it.each([['--background'], ['--yield-ms', '100']])('refuses split streams with %s', async (...flags) => {
    const { status, stderr } = await home.cli(['shell', ...flags, '--streams', 'split', 'true']);
    expect(status).toBe(2);
    expect(stderr).toContain('"streams" cannot be "split" in the background: a session has one log');
  });
});
