import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Runs `$0` as a shell script starts it, in a folder and with a home of its own. */
function inShell(script: string) {
  const folder = tempFolder();
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, binary], {
    cwd: folder,
    env: cleanEnv(folder),
    input: '',
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return { status, stdout, stderr, folder };
}

const asNobodyListed = 'unshare --user --map-user=54321 --map-group=54321';
const hasNamespaces = spawnSync('bash', ['-c', `${asNobodyListed} true`]).status === 0;

describe.runIf(hasNamespaces)('an account that is listed nowhere and has no HOME', () => {
  it.each(['shell --yolo "id -u"', 'read note', 'grep word .', 'env', 'config path', 'rpc'])(
    '%s',
    (words) => {
      const state = 'XDG_STATE_HOME="$PWD/state" XDG_CACHE_HOME="$PWD/cache"';
      const start = `env -u HOME ${state} ${asNobodyListed} "$0"`;
      expect(inShell(`echo word > note; ${start} ${words}`)).toMatchObject({ status: 0, stderr: '' });
    },
  );
});

describe.runIf(hasNamespaces)('a folder of claims that cannot be listed', () => {
  it('keeps none of a call that has ended', () => {
    const lock = '.local/state/agent-tools/audit/audit.jsonl.d/lock';
    const { stdout, stderr } = inShell(
      `mkdir -p -m 700 ${lock}; chmod 300 ${lock}; ${asNobodyListed} "$0" shell --yolo true; chmod 700 ${lock}; ls ${lock}`,
    );
    expect(stderr).toContain('cannot be written (permission denied)');
    expect(stdout).toBe('');
  });
});

describe('a disk without room for the starting configuration', () => {
  it('is left without a part of it', () => {
    const init = 'trap "" XFSZ; (ulimit -f 0; "$0" config init) || "$0" config init';
    const { status, stderr, stdout, folder } = inShell(init);
    const path = join(folder, '.config/agent-tools/config.json');
    expect({ status, stderr, stdout }).toEqual({
      status: 0,
      stderr: `agent-tools: Cannot write configuration "${path}": the content passes the file size limit, expected a place that can be written\n`,
      stdout: `${path}\n`,
    });
  });
});

/** Runs `$0` as an ordinary user where the machine's configuration lies in a folder of this mode. */
const asConfigured = (mode: string, words: string) =>
  `unshare --user --map-root-user --mount bash -c 'mount -t tmpfs none /etc && mkdir /etc/agent-tools &&
     echo "{ \\"rules\\": [{ \\"tool\\": \\"shell\\", \\"deny\\": \\"echo *\\" }] }" > /etc/agent-tools/config.json &&
     chmod ${mode} /etc/agent-tools && exec ${asNobodyListed} "$0" ${words}' "$0"`;
const canConfigure = inShell(asConfigured('755', 'config path')).stdout.includes('found');

describe.runIf(canConfigure)('a configuration of the machine in a folder that the user', () => {
  it.each([
    ['may enter is in force', '755', 126, 'Rejected by policy: a rule denies "echo *"'],
    [
      'may not enter stops the program',
      '000',
      2,
      'Cannot read "/etc/agent-tools/config.json": permission denied',
    ],
  ])('%s', (_, mode, status, message) => {
    expect(inShell(asConfigured(mode, 'shell "echo ran"'))).toMatchObject({
      status,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });
});

/** What hides /bin/sh from all that the rest of a script starts, and fails where commands would miss it too. */
const withoutSh = `[ "$(readlink -f /bin/sh)" != "$(readlink -f "$(command -v bash)")" ] && unshare --user --map-root-user --mount bash -c 'mount --bind /dev/null "$(readlink -f /bin/sh)" && `;
const canHideSh = spawnSync('bash', ['-c', `${withoutSh} true'`]).status === 0;

describe.runIf(canHideSh)('a system without /bin/sh, which guards what runs', () => {
  it('runs a command all the same', () => {
    const command = 'echo out; sleep 0.4; exit 3';
    expect(inShell(`${withoutSh} exec "$0" shell --yolo --no-stdin "${command}"' "$0"`)).toMatchObject({
      status: 3,
      stdout: 'out\n',
      stderr: '',
    });
  });

  it('answers a call of a server', async () => {
    const script = `${withoutSh} exec "$0" "$@"' "$0" "$@"`;
    const client = new RpcClient({ program: ['bash', '-c', script, binary] });
    const answer = await client.request('shell', { command: 'echo out' });
    expect(answer).toMatchObject({ result: { status: 'completed', isError: false } });
    await client.close();
    expect(client.stderr).toBe('');
  });
});

describe.runIf(hasNamespaces)('a cache on a file system that lets no program start', () => {
  const mounted = (more: string) =>
    `mkdir odd own; echo word > note; export XDG_CACHE_HOME="$PWD/odd" ${more}
     unshare --user --map-root-user --mount bash -c 'mount -t tmpfs -o noexec none odd && exec "$0" grep word note' "$0"`;

  it.each([
    ['the folder for temporary files', 'TMPDIR="$PWD/own"'],
    ['memory, where that is no better,', 'TMPDIR="$PWD/odd"'],
    ['memory, where that is not there,', 'TMPDIR="$PWD/none"'],
  ])('leaves %s to search from', (_, more) => {
    const { folder, ...found } = inShell(mounted(more));
    expect(found).toEqual({ status: 0, stdout: 'note:1:word\n', stderr: '' });
    expect(readdirSync(folder)).not.toContain('none');
  });
});

describe.runIf(hasNamespaces)('a system that is read-only but for the workspace', () => {
  it('is searched all the same', () => {
    const readOnly =
      'mount --bind ws ws && mount -o remount,bind,ro / && { mount -o remount,bind,ro /tmp || :; } 2>&-';
    const search = 'cd ws && ! touch ../no 2>&- && "$0" grep word note && "$0" glob "*"';
    const { status, stdout } = inShell(
      `mkdir ws; echo word > ws/note; export TMPDIR="$PWD"; unshare --user --map-root-user --mount bash -c '${readOnly} && ${search}' "$0"`,
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'note:1:word\nnote\n' });
  });
});

const withoutSockets = `python3 ${join(import.meta.dirname, '../fixtures/sessions/no-sockets.py')}`;
const canDenySockets = spawnSync('bash', ['-c', `${withoutSockets} / true`]).status === 0;

describe.runIf(canDenySockets)('a state folder on a file system without sockets', () => {
  it('lets a session listen elsewhere', () => {
    const { status, stdout, folder } = inShell(
      `mkdir run; export XDG_RUNTIME_DIR="$PWD/run"; id=$(${withoutSockets} run "$0" shell --yolo --background --quiet cat)
       "$0" --yolo --quiet process write "$id" --data "heard" --eof && "$0" --yolo --quiet process wait "$id" && "$0" --yolo process poll "$id"`,
    );
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('heard') });
    expect(readdirSync(join(folder, 'run'), { recursive: true })).toEqual([
      `agent-tools-${process.getuid?.()}`,
    ]);
  });
});

/** A layer of a container's image below one that can be written, as `$1` of the script; each file has two names. */
const layered = (script: string) =>
  `unshare --user --map-root-user --mount bash -c 'mount -t tmpfs none /mnt && cd /mnt && mkdir low up work all &&
     echo one > low/a && ln low/a low/b && mount -t overlay -o lowerdir=low,upperdir=up,workdir=work none all && cd all && ${script}' "$0"`;
const hasOverlays = inShell(layered('true')).status === 0;

describe.runIf(hasOverlays)('a file with hard links in a lower layer', () => {
  it.each(['edit a --old one --new two', 'write a two'])('is changed: %s', (words) => {
    const { status, stderr, stdout } = inShell(layered(`"$0" --yolo --quiet ${words} && cat a b`));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/two\n?one\n$/);
  });
});

describe.runIf(hasNamespaces)('a system without terminals to give', () => {
  it.each(['--pty', '--pty --background', '--pty --yield-ms 10000'])('says so: %s', (flags) => {
    const bare = `unshare --user --map-root-user --mount bash -c 'mount -t tmpfs -o ro none /dev/pts && exec "$0" shell --yolo ${flags} true' "$0"`;
    expect(inShell(bare)).toMatchObject({
      status: 1,
      stderr:
        'agent-tools: Cannot open "a terminal": the system gives none: /dev/ptmx or /dev/pts is missing, or all are taken, expected a free one; without pty the command needs none\n',
    });
  });
});

describe.runIf(hasNamespaces)('a system without /dev/null', () => {
  it.each(['shell --no-stdin --yolo "echo hi"', 'grep hi .'])('is named: %s', (words) => {
    const bare = `unshare --user --map-root-user --mount bash -c 'mount -t tmpfs -o ro none /dev && exec "$0" ${words}' "$0"`;
    const { status, stderr } = inShell(bare);
    expect(stderr).toMatch(
      /^agent-tools: Cannot run ".*": there is no \/dev\/null, expected a system with its devices$/m,
    );
    expect(status).toBe(1);
  });
});

describe('an environment without PATH', () => {
  it.each([
    ['finds the programs of the system', 'shell "ls | head -n 1"', 'ls'],
    [
      'runs what was judged, not what lies in the working folder',
      'shell --yolo "only-here || echo none"',
      'none',
    ],
    ['starts a program without a shell', 'shell -- ls -d ls', 'ls'],
  ])('%s', (_, words, stdout) => {
    const here = 'for f in ls only-here; do printf "#!/bin/sh\\necho other" > $f; chmod +x $f; done';
    const run = inShell(`${here}; env -i HOME="$PWD" "$0" ${words}`);
    expect(run).toMatchObject({ status: 0, stdout: `${stdout}\n` });
  });
});

const hasBubblewrap = spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status === 0;

it('approvals watch names a state folder that cannot be made', () => {
  const { status, stderr } = inShell('echo > state; XDG_STATE_HOME="$PWD/state" "$0" --json approvals watch');
  expect(stderr).toMatch(/^agent-tools: Cannot watch .*approvals": /);
  expect(status).toBe(1);
});

describe.runIf(hasBubblewrap)('a sandbox without a state folder to write', () => {
  it('names it', () => {
    const noFolder = 'echo > state; XDG_STATE_HOME="$PWD/state"';
    const { status, stderr } = inShell(`${noFolder} "$0" shell --yolo --host sandbox true`);
    expect(stderr).toContain(
      'cannot be held (a part of the path is not a folder), expected a workspace and a state folder you may write',
    );
    expect(status).toBe(1);
  });
});

describe.runIf(hasBubblewrap && hasNamespaces)('a user namespace to which root is nobody', () => {
  it('is told whose bubblewrap is, and not that there is none', () => {
    const { stdout } = inShell(`${asNobodyListed} "$0" env`);
    expect(stdout).toMatch(/^sandbox .*reason \/\S+\/bwrap belongs to user \d+, not to root,/m);
  });
});

describe.runIf(hasNamespaces)('the first process of a PID namespace', () => {
  const inNamespace = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc'] as const;
  const notice = 'This process is the first of its container or PID namespace: the session ends with it';

  it('says of a session that it cannot outlive it', () => {
    const { stderr } = inShell(`${inNamespace.join(' ')} "$0" --yolo shell --background "sleep 60"`);
    expect(stderr).toContain(notice);
  });

  it('says nothing of one that is not to', async () => {
    const client = new RpcClient({ program: [...inNamespace, binary] });
    const answer = await client.request('shell', { command: 'sleep 60', background: true });
    expect(answer).toMatchObject({ result: { status: 'running', notices: [] } });
    await client.close();
  });
});

describe('who started this program ignored the ends of children:', () => {
  const ignoring = `python3 -c 'import os, signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv(sys.argv[1], sys.argv[1:])' "$0"`;

  it.each([
    ['shell --yolo "false; exit 3"', 3],
    ['shell --yolo --pty --yield-ms 60000 "exit 3"', 3],
    ['grep nothing-of-this-kind .', 1],
  ])('%s', (words, status) => {
    expect(inShell(`${ignoring} ${words}`)).toMatchObject({ status, stderr: '' });
  });

  it('a command heeds them', () => {
    const { stdout } = inShell(`${ignoring} shell --yolo -- grep SigIgn /proc/self/status`);
    const [, mask = ''] = /SigIgn:\s*([0-9a-f]+)/.exec(stdout) ?? [];
    expect((BigInt(`0x${mask}`) >> 16n) & 1n).toBe(0n);
  });
});

describe('who started this program blocked signals:', () => {
  const blocking = `python3 -c 'import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD})
os.execv(sys.argv[1], sys.argv[1:])' "$0"`;

  it.each(['', '--pty', '--yield-ms 60000', '--pty --yield-ms 60000'])(
    'a command heeds them: %s',
    (flags) => {
      const { stdout } = inShell(`${blocking} shell --yolo ${flags} -- grep SigBlk /proc/self/status`);
      expect(stdout.trim()).toMatch(/^SigBlk:\s*0+$/);
    },
  );
});

describe('a time limit that passes while this program is stopped', () => {
  const until = (file: string) => `until [ -e ${file} ]; do sleep 0.02; done`;
  const stopped = (flags: string, command: string, release: string) =>
    `"$0" shell --yolo ${flags} '${command}' & call=$!; ${until('begun')}; kill -STOP $call; ${release}
     kill -CONT $call; touch go; wait $call; exit $?`;

  it('does not end a command that had exited', () => {
    const command = `touch begun; ${until('go')}; echo done`;
    const { status, stdout, stderr } = inShell(stopped('--timeout 4', command, 'touch go; sleep 4.5'));
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'done\n', stderr: '' });
  });

  it('does not take output that was not read yet for silence', () => {
    const command = `touch begun; until [ -e go ]; do echo on; sleep 0.1; done`;
    const { status, stderr } = inShell(stopped('--idle-timeout 4', command, 'sleep 4.5'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('a variable that says where things are and is not UTF-8', () => {
  it.each(['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'AGENT_TOOLS_CONFIG'])('%s is refused', (name) => {
    const { status, stderr, folder } = inShell(`${name}="$PWD"/$'\\xff' "$0" shell --yolo "echo ran"`);
    expect(stderr).toBe(
      `agent-tools: ${name} was not given as UTF-8, so another text would be taken for it; expected UTF-8\n`,
    );
    expect(status).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('but any other is no matter of ours', () => {
    expect(inShell(`XDG_DATA_DIRS=$'\\xff' "$0" shell --yolo true`)).toMatchObject({ status: 0, stderr: '' });
  });

  it('but one that holds the replacement character itself is taken as it is', () => {
    const { status, folder } = inShell(
      `XDG_STATE_HOME="$PWD"/$'\\ufffd' LC_ALL=C.UTF-8 "$0" shell --yolo "true"`,
    );
    expect(status).toBe(0);
    expect(readdirSync(folder)).toContain('\ufffd');
  });
});

describe('what the system says of', () => {
  it('standard input that is a folder', () => {
    const { status, stderr } = inShell('"$0" shell --yolo --input - < .');
    expect(stderr).toBe('agent-tools: Cannot read "standard input": it is a folder, expected a file\n');
    expect(status).toBe(1);
  });

  it.each([
    ['.cache/agent-tools/shells.json', 'shell --yolo "echo hi"', 'hi\n'],
    ['.cache/agent-tools/sandbox', 'env --json', '"sandbox"'],
    ['.local/state/agent-tools/sessions/abcdefghijkm/session.json', 'process list --json', '"completed"'],
    ['.local/state/agent-tools/audit/audit.jsonl.d/lock/kernel', 'shell --yolo "echo hi"', 'hi\n'],
  ])('a pipe or an endless device in the place of %s: nothing', (path, words, answer) => {
    for (const odd of ['mkfifo', 'ln -s /dev/zero']) {
      const { status, stdout } = inShell(`mkdir -p -m 700 $(dirname ${path}); ${odd} ${path}; "$0" ${words}`);
      expect(stdout).toContain(answer);
      expect(status).toBe(0);
    }
  });

  it('sessions that are no folder', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'agent-tools'), { mode: 0o700 });
    writeFileSync(join(folder, 'agent-tools/sessions'), 'junk');
    const { status, stderr } = inShell(`XDG_STATE_HOME='${folder}' "$0" process list`);
    expect(stderr).toContain('a part of the path is not a folder');
    expect(status).toBe(1);
  });
});
