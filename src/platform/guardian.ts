import { closeSync, writeSync } from 'node:fs';
import { sleep } from '../core/sleep.ts';
import type { ActiveRun } from './active-runs.ts';
import { loadedLibc } from './libc.ts';
import { claimChild } from './owned-children.ts';

/**
 * Reads "+ GROUP:RUN" and "- GROUP:RUN" by line. When the pipe ends while runs are active their owner was killed: it ends
 * their groups, then sweeps by the runs' environment markers. It carries no marker itself and keeps nothing open. Signals are
 * named by -s: dash takes no `--` after any other form.
 */
const script = `
active=
while read -r op entry; do
  case $op in
    +) active="$active $entry" ;;
    -) rest=; for e in $active; do [ "$e" = "$entry" ] || rest="$rest $e"; done; active=$rest ;;
  esac
done
[ -n "$active" ] || exit 0
trap '' TERM INT HUP
for e in $active; do kill -s TERM -- "-\${e%%:*}"; kill -s CONT -- "-\${e%%:*}"; done
sleep "$1"
for e in $active; do kill -s KILL -- "-\${e%%:*}"; done
set --
for e in $active; do set -- "$@" -e "\${e#*:}"; done
cd /proc || exit 0
empty=0 pass=0
while [ $empty -lt 3 ] && [ $pass -lt 40 ]; do
  pass=$((pass + 1)) found=
  for hit in $(grep -laF "$@" [0-9]*/environ); do
    found=1; kill -STOP "\${hit%/environ}"; kill -KILL "\${hit%/environ}"
  done
  if [ -n "$found" ]; then empty=0; else empty=$((empty + 1)); fi
  sleep 0.02
done
`;

interface Guardian {
  readonly pid: number;
  readonly write: number;
}

/** The argv of a guardian that gives groups `graceMs` to end. */
export function guardianArgv(graceMs: number): readonly string[] {
  return ['/bin/sh', '-c', script, 'agent-tools-guardian', (graceMs / 1000).toFixed(3)];
}

const guarded = new Set<string>();
let current: Guardian | null = null;

/** What is guarded: a process group by the pid of its first process, and what carries the environment marker of a run. */
export type Guarded = Pick<ActiveRun, 'pid' | 'runId'>;

function entryOf(run: Guarded): string {
  return `${run.pid}:${run.runId}`;
}

function tell(line: string): void {
  if (current === null) return;
  try {
    writeSync(current.write, line);
  } catch {
    // It is gone; its exit starts another one with everything that is guarded then.
  }
}

/**
 * Guards a run from now on; starts the guardian first if there is none. When it returns the guardian has been told, so a
 * SIGKILL of ours right after the spawn finds it. Nothing happens where there is no libc (Deno, Node, other systems).
 */
export function guardRun(run: Guarded, graceMs: number): void {
  guarded.add(entryOf(run));
  if (current === null) start(graceMs);
  else tell(`+ ${entryOf(run)}\n`);
}

/** The run is over, its group is no longer ours to kill. */
export function unguardRun(run: Guarded): void {
  if (guarded.delete(entryOf(run))) tell(`- ${entryOf(run)}\n`);
}

function start(graceMs: number): void {
  const pipe = loadedLibc()?.pipe() ?? null;
  if (pipe === null) return;
  const child = Bun.spawn([...guardianArgv(graceMs)], {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    detached: true,
    stdio: [pipe.read, 'ignore', 'ignore'],
  });
  closeSync(pipe.read);
  child.unref();
  const disown = claimChild(child.pid);
  current = { pid: child.pid, write: pipe.write };
  void child.exited.then(async () => {
    disown();
    closeSync(pipe.write);
    if (current?.pid === child.pid) current = null;
    await sleep(100);
    if (guarded.size > 0 && current === null) start(graceMs);
  });
  for (const entry of guarded) tell(`+ ${entry}\n`);
}

/** Ends the guardian if no run is left to guard; with runs left it stays, for the case that we are killed now. */
export function dismissGuardian(): void {
  if (current === null || guarded.size > 0) return;
  try {
    process.kill(current.pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
