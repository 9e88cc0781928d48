import { readdirSync, readFileSync, stat, writeSync } from 'node:fs';
import { cannot } from '../../core/failure.ts';
import { isBun } from './runtime.ts';

/** Milliseconds between looks for the first answer of the pool. */
const lookMs = 1000;
/** Milliseconds for what runs to be ended. */
const endMs = 5000;

/** Whether the pool has no thread, known by its name; false where that cannot be told. */
function lacksThread(): boolean {
  try {
    const nameOf = (task: string) => readFileSync(`/proc/self/task/${task}/comm`, 'latin1');
    const first = `${process.pid}`;
    const own = nameOf(first);
    const others = readdirSync('/proc/self/task').filter((task) => task !== first);
    // A thread that did not run yet has the name of the first one.
    return !others.map(nameOf).some((name) => name === own || name.startsWith('Bun Pool'));
  } catch {
    // There is no /proc, or a thread has ended meanwhile: the next look tells.
    return false;
  }
}

/**
 * Has the runtime start the first thread of its pool at once, and ends this process where the system refuses it: the runtime never
 * tries again, so every read and write that is left to the pool, as that of the result, would wait for ever.
 */
export function watchPool(): void {
  if (!isBun || process.platform !== 'linux') return;
  const look = (): void => {
    if (!lacksThread()) return;
    clearInterval(timer);
    const state = 'the system has no room for its threads';
    const failure = cannot(
      'run',
      'agent-tools',
      state,
      'fewer processes, or a higher limit (ulimit -u, pids.max)',
    );
    // The usual way to standard error may need the pool.
    writeSync(2, `agent-tools: ${failure.message}\n`);
    setTimeout(() => process.exit(1), endMs);
    throw failure;
  };
  const timer = setInterval(look, lookMs);
  timer.unref();
  stat('/', () => clearInterval(timer));
}
