import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runMarker } from '../../../src/core/environment.ts';
import { guardianArgv } from '../../../src/platform/process/guardian.ts';
import { readProcess } from '../../../src/platform/process/proc.ts';
import { elsewhere, hasNamespaces } from '../../helpers/namespaces.ts';
import {
  childrenOf,
  endAll,
  isAlive,
  processesWith,
  uniqueSleep,
  waitFor,
  withoutFirstThread,
} from '../../helpers/processes.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

/** Longer than a test takes: it ends when `endGrace` ends it. */
const graceMs = 900_000;
const noRun = 'no-process-carries-this';

const started: number[] = [];
afterEach(() => endAll(started.splice(0).filter(isAlive)));

interface Started {
  readonly pid: number;
  readonly ended: Promise<readonly unknown[]>;
}

/** Starts something in a group of its own; `list` is what it reads as its descriptor 3. */
function start(argv: readonly string[], list: number | 'ignore' = 'ignore', marker?: string): Started {
  const [program = '', ...words] = argv;
  const env = { ...process.env, ...(marker === undefined ? {} : { [runMarker]: marker }) };
  const child = spawn(program, words, { detached: true, env, stdio: ['ignore', 'ignore', 'ignore', list] });
  const ended = once(child, 'exit');
  const { pid = 0 } = child;
  started.push(pid);
  return { pid, ended };
}

/** Starts a guardian whose owner is gone. */
function startGuardian(list: string): Started {
  const path = join(tempFolder(), 'list');
  writeFileSync(path, list);
  const descriptor = openSync(path, 'r');
  try {
    return start(guardianArgv(graceMs), descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The `sleep` in which a guardian gives runs their time. */
function graceOf(guardian: number): number | undefined {
  const sleeps = processesWith(`sleep\0${graceMs / 1000}.000\0`);
  return childrenOf(guardian).find(({ pid }) => sleeps.includes(pid))?.pid;
}

async function graceBegins({ pid }: Started): Promise<void> {
  await waitFor(() => graceOf(pid) !== undefined, 'the time of the runs to begin');
}

function endGrace({ pid }: Started): void {
  endAll([graceOf(pid) ?? 0].filter((sleeping) => sleeping > 0));
}

/** Waits until so many sleep so long. */
async function sleepers(seconds: string, count: number): Promise<void> {
  const find = () => processesWith(`sleep\0${seconds}`).filter((pid) => commandOf(pid).startsWith('sleep\0'));
  await waitFor(() => find().length === count, `${count} to sleep`);
  started.push(...find());
}

function commandOf(pid: number): string {
  return isAlive(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'latin1') : '';
}

/** The children of a process that are groups of their own. */
function startedApart(parent: number): readonly number[] {
  return childrenOf(parent).flatMap(({ pid }) => (readProcess(pid)?.group === pid ? [pid] : []));
}

it('a guardian has nothing to do where all lines of its list are blank', async () => {
  const blank = `${' '.repeat(63)}\n`;
  expect(await startGuardian(blank + blank).ended).toEqual([0, null]);
});

it('a guardian asks before it kills, also what is stopped', { tags: ['slow'] }, async () => {
  const seconds = uniqueSleep();
  const runs = [start(['sleep', seconds]), start(['sleep', seconds])];
  await sleepers(seconds, 2);
  process.kill(runs[1]?.pid ?? 0, 'SIGSTOP');
  const guardian = startGuardian(runs.map(({ pid }) => `${pid}:${noRun}\n`).join(''));
  expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([
    [null, 'SIGTERM'],
    [null, 'SIGTERM'],
  ]);
  await graceBegins(guardian);
  endGrace(guardian);
  expect(await guardian.ended).toEqual([0, null]);
});

it('a guardian goes on when it is asked to end itself, and kills what did not comply', {
  tags: ['slow'],
}, async () => {
  const seconds = uniqueSleep();
  // The one that is an orphan belongs to the group, and to nothing else that the guardian knows.
  const orphan = `(env -i sleep ${seconds} &)`;
  const run = start(['sh', '-c', `trap '' TERM; ${orphan}; exec sleep ${seconds}`]);
  await sleepers(seconds, 2);
  const guardian = startGuardian(`${run.pid}:${noRun}\n`);
  await graceBegins(guardian);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(guardian.pid, signal);
  endGrace(guardian);
  expect(await run.ended).toEqual([null, 'SIGKILL']);
  expect(await guardian.ended).toEqual([0, null]);
  expect(processesWith(`sleep\0${seconds}`)).toEqual([]);
});

it('a guardian ends the group behind an @, and nothing that this started in another session', {
  tags: ['slow'],
}, async () => {
  const [seconds, kept] = [uniqueSleep(), uniqueSleep()];
  const apart = `env -i /usr/bin/setsid sleep ${kept} &`;
  const run = start(['sh', '-c', `trap '' TERM; ${apart} while :; do sleep ${seconds}; done`]);
  await sleepers(seconds, 1);
  await sleepers(kept, 1);
  const guardian = startGuardian(`@${run.pid}:${noRun}\n`);
  await graceBegins(guardian);
  endGrace(guardian);
  expect(await run.ended).toEqual([null, 'SIGKILL']);
  expect(await guardian.ended).toEqual([0, null]);
  expect(processesWith(`sleep\0${kept}`)).toHaveLength(1);
});

it('a guardian ends what was started only after it had asked, though nothing but its parent tells whose it is', {
  tags: ['slow'],
}, async () => {
  const seconds = uniqueSleep();
  const apart = `env -i /usr/bin/setsid sleep ${seconds} &`;
  const run = start(['sh', '-c', `trap '${apart}' TERM; sleep ${seconds} & while :; do wait; done`]);
  await sleepers(seconds, 1);
  const guardian = startGuardian(`${run.pid}:${noRun}\n`);
  await graceBegins(guardian);
  await waitFor(() => startedApart(run.pid).length === 1, 'the one apart');
  started.push(...startedApart(run.pid));
  endGrace(guardian);
  expect(await run.ended).toEqual([null, 'SIGKILL']);
  expect(await guardian.ended).toEqual([0, null]);
  expect(processesWith(`sleep\0${seconds}`)).toEqual([]);
});

it.each([
  ['the first process of a session of its own', 'sleep SECONDS'],
  ['one of which only threads beside the first are left', `python3 -c '${withoutFirstThread}' SECONDS`],
])(
  'a guardian ends what carries the marker of any of its runs, and nothing else: %s',
  { tags: ['slow'] },
  async (_, command) => {
    const [seconds, others] = [uniqueSleep(), uniqueSleep()];
    const apart = `setsid ${command.replace('SECONDS', seconds)} & exit`;
    const runs = [0, 1].map(() => {
      const marker = crypto.randomUUID();
      return { marker, ...start(['sh', '-c', apart], 'ignore', marker) };
    });
    const other = start(['sleep', others], 'ignore', crypto.randomUUID());
    await Promise.all(runs.map(({ ended }) => ended));
    const left = () => processesWith(seconds).filter((pid) => readProcess(pid)?.session === pid);
    const isReady = (pid: number) => command.startsWith('sleep') || readProcess(pid)?.state === 'Z';
    await waitFor(() => left().length === 2 && left().every(isReady), 'both to be what they are');
    started.push(...left());
    const guardian = startGuardian(runs.map(({ pid, marker }) => `${pid}:${marker}\n`).join(''));
    await graceBegins(guardian);
    endGrace(guardian);
    expect(await guardian.ended).toEqual([0, null]);
    expect(processesWith(seconds)).toEqual([]);
    expect(isAlive(other.pid)).toBe(true);
  },
);

/** What a script of bash has to do with processes. */
const scripted = `
  sleeps() { read -rd '' name <"/proc/$1/cmdline" && [ "$name" = sleep ]; } 2>/dev/null
  until_sleeps() { until sleeps "$1"; do sleep 0.02; done; }
  argv=("$@")
  until_guarded() {
    echo "$1:${noRun}" >list
    "\${argv[@]}" </dev/null 2>/dev/null 3<list & guardian=$!
    until grace=$(grep -ls "^PPid:[[:space:]]*$guardian$" /proc/[0-9]*/status) && case $grace in *' '*) false;; esac &&
      grace=\${grace#/proc/} grace=\${grace%/status} && sleeps "$grace"; do sleep 0.02; done
  }
  end_grace() { kill -KILL "$grace"; wait "$guardian"; }`;

/** Runs a script where it may set which pid comes next, and returns what it prints. */
function runElsewhere(script: string): string {
  const [name = '', ...words] = elsewhere;
  const lines = `cd ${tempFolder()} || exit 1\n${scripted}\n${script}`;
  const { stdout } = spawnSync(name, [...words, 'bash', '-c', lines, 'bash', ...guardianArgv(graceMs)], {
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return stdout;
}

it.runIf(hasNamespaces)(
  'a guardian finds what is listed before its parents, as pids that were free again are',
  () => {
    const script = `
    mkfifo last
    cat >nested <<'END'
      case $1 in 97) echo $$ >last; exec sleep 1000;; esac
      echo $(($1 - 2)) >/proc/sys/kernel/ns_last_pid; env -i /usr/bin/setsid sh nested $(($1 - 1)) & wait
END
    setsid sh nested 100 & leader=$!
    read -r last <last
    until_guarded "$leader"
    end_grace
    for pid in 99 98 97; do kill -0 $pid 2>/dev/null || echo "$pid ended"; done
    echo "$last was the last"`;
    expect(runElsewhere(script)).toBe('99 ended\n98 ended\n97 ended\n97 was the last\n');
  },
);

it.runIf(hasNamespaces)('a guardian spares who has taken over the pid of what it was to kill', () => {
  const script = `
    setsid sh -c 'env -i /usr/bin/setsid sleep 1000 & echo $! >apart; wait' & leader=$!
    until [ -s apart ]; do sleep 0.02; done
    apart=$(cat apart)
    until_sleeps "$apart"
    until_guarded "$leader"
    kill -KILL "$apart"
    while [ -e "/proc/$apart" ]; do sleep 0.02; done
    echo $((apart - 1)) >/proc/sys/kernel/ns_last_pid; sleep 1000 & other=$!
    until_sleeps "$other"
    end_grace
    kill -0 "$other" && echo "$((other - apart)) spared"`;
  expect(runElsewhere(script)).toBe('0 spared\n');
});
