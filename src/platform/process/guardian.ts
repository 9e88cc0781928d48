import { closeSync } from 'node:fs';
import { sleep } from '../../core/async/sleep.ts';
import { loadedLibc } from '../system/libc.ts';
import type { ActiveRun } from './active-runs.ts';
import { exitOf } from './exit-bun.ts';
import { GuardedList } from './guarded-list.ts';
import { claimChild } from './owned-children.ts';

/**
 * Waits for the end of its pipe, which only the end of its owner brings, then reads the runs still listed (GROUP:RUN, a line
 * each, without a group while a run's first process is starting): their owner was killed. It ends their groups, the
 * descendants of their first processes (which may have cleared their environment or changed session; not after an @, where
 * they may be another's to keep), then sweeps by the runs' environment markers, read from other threads if the first has
 * ended. A pid is killed only while its start time is unchanged. It carries no marker itself and keeps nothing open. Signals
 * are named by -s: dash takes no `--` after any other form.
 */
const script = `
read -r end
runs= groups= roots=
while read -r entry; do
  [ -n "$entry" ] || continue
  runs="$runs \${entry#*:}" group=\${entry%%:*}
  groups="$groups \${group#@}"
  case $group in @*) ;; *) roots="$roots $group" ;; esac
done <&3
exec 3<&-
[ -n "$runs" ] || exit 0
trap '' TERM INT HUP
cd /proc || exit 0
began() {
  start=
  while read -r line; do case $line in *') '*) set -- \${line##*') '}; start=\${20};; esac; done <"$1/stat"
}
follow() {
  tree=$(grep -s '^PPid:' [0-9]*/status) below=" $* " grown=1
  while [ -n "$grown" ]; do
    grown=
    for word in $tree; do
      case $word in
        */*) pid=\${word%%/*} ;;
        *) case $below in
          *" $pid "*) ;;
          *" $word "*) below="$below$pid " grown=1 ;;
        esac ;;
      esac
    done
  done
}
follow $roots
noted=
for pid in $below; do began "$pid"; noted="$noted $pid:$start"; done
for g in $groups; do kill -s TERM -- "-$g"; kill -s CONT -- "-$g"; done
sleep "$1"
below=
for n in $noted; do began "\${n%%:*}"; [ "$start" != "\${n#*:}" ] || below="$below \${n%%:*}"; done
follow $below
for g in $groups; do kill -s KILL -- "-$g"; done
for pid in $below; do kill -s STOP "$pid"; done
for pid in $below; do kill -s KILL "$pid"; done
set --
for run in $runs; do set -- "$@" -e "$run"; done
empty=0 pass=0
while [ $empty -lt 3 ] && [ $pass -lt 40 ]; do
  pass=$((pass + 1)) found= outlived=
  for z in $(grep -ls '^State:.Z' [0-9]*/status); do outlived="$outlived \${z%/*}/task/[0-9]*/environ"; done
  for hit in $(grep -laF "$@" [0-9]*/environ $outlived); do
    found=1; kill -STOP "\${hit%%/*}"; kill -KILL "\${hit%%/*}"
  done
  if [ -n "$found" ]; then empty=0; else empty=$((empty + 1)); fi
  sleep 0.02
done
`;

/** The argv of a guardian that gives groups `graceMs` to end. */
export function guardianArgv(graceMs: number): readonly string[] {
  return ['/bin/sh', '-c', script, 'agent-tools-guardian', (graceMs / 1000).toFixed(3)];
}

/** The pid of the guardian; null for none. */
let current: number | null = null;
const guarded = new GuardedList();

/** A guarded entry: a process group by the pid of its first process, and the environment marker of a run. */
export type Guarded = Pick<ActiveRun, 'pid' | 'runId'> & {
  /** Whether only its group is ended, not what that started: behind a transport may be a server with sessions to keep. */
  readonly isAlone?: boolean;
};

function entryOf({ pid, runId, isAlone = false }: Guarded): string {
  return `${isAlone ? '@' : ''}${pid}:${runId}`;
}

/** Milliseconds that a run must last to be worth starting a guardian for. */
export const worthGuardingMs = 200;

/** Milliseconds after the end of a guardian until another is started, if anything is guarded. */
const restartMs = 100;

/**
 * Guards a run; starts the guardian first if there is none. The run is listed on return, so even a SIGKILL of ours right
 * after the spawn is covered. Does nothing without libc (Deno, Node, other systems).
 */
export function guardRun(run: Guarded, graceMs: number): void {
  guardAlso(run);
  if (current === null) start(graceMs);
}

/** Adds an entry for the current guardian, or the next one that starts. */
export function guardAlso(run: Guarded): void {
  guarded.add(entryOf(run));
}

/**
 * Guards a process that is about to start, by its marker alone, until the returned function is called: if we were killed
 * between its start and the listing of its group, it would be left. Starts the guardian first if there is none.
 */
export function guardStart(runId: string, graceMs: number): () => void {
  const entry = `:${runId}`;
  guarded.add(entry);
  if (current === null) start(graceMs);
  return () => guarded.delete(entry);
}

/** Removes a run that is over: its group is no longer ours to kill. */
export function unguardRun(run: Guarded): void {
  guarded.delete(entryOf(run));
}

function start(graceMs: number): void {
  const libc = loadedLibc();
  if (libc === null) return;
  const list = guarded.open(libc);
  const pipe = list === null ? null : libc.pipe();
  if (list === null || pipe === null) return;
  const child = spawnGuardian(graceMs, pipe.read, list);
  closeSync(pipe.read);
  if (child === null) {
    closeSync(pipe.write);
    return;
  }
  child.unref();
  const disown = claimChild(child.pid);
  current = child.pid;
  void exitOf(child).then(async () => {
    disown();
    closeSync(pipe.write);
    if (current === child.pid) current = null;
    await sleep(restartMs);
    if (guarded.size > 0 && current === null) start(graceMs);
  });
}

/** Starts the guardian; null if that fails, without /bin/sh or room for a process. The run then continues unguarded. */
function spawnGuardian(graceMs: number, lifeline: number, list: number): Bun.Subprocess | null {
  try {
    return Bun.spawn([...guardianArgv(graceMs)], {
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      detached: true,
      stdio: [lifeline, 'ignore', 'ignore', list],
    });
  } catch {
    return null;
  }
}

/** Ends the guardian if no run is left; with runs left it stays, in case we are killed now. */
export function dismissGuardian(): void {
  if (current === null || guarded.size > 0) return;
  try {
    process.kill(current, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
