import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Python whose first thread ends and leaves another one. */
export const withoutFirstThread =
  'import ctypes,threading,time;threading.Thread(target=time.sleep,args=(60,)).start();ctypes.CDLL(None).pthread_exit(None)';

let counter = 0;

/** A number of seconds that no other process sleeps for: how a test knows its own children, even without their environment. */
export function uniqueSleep(): string {
  counter += 1;
  return `86${process.pid}.${Date.now() % 1_000_000}${counter}`;
}

/** The folder of /proc of a thread that lives, the first one if it does; null for a zombie. */
function livingThread(pid: string): string | null {
  const isLiving = (folder: string): boolean => !/\) [ZX] /.test(readFileSync(`${folder}/stat`, 'latin1'));
  if (isLiving(`/proc/${pid}`)) return `/proc/${pid}`;
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  return threads.find(isLiving) ?? null;
}

/** Pids of the living (not zombie) processes whose command line holds `text`. */
export function processesWith(text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const folder = livingThread(pid);
        return folder !== null && readFileSync(`${folder}/cmdline`, 'latin1').includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Pids of the processes that work in a folder. */
export function processesIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Whether a process lives and is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Children of a process, with their state letters. */
export function childrenOf(parent: number): readonly { readonly pid: number; readonly state: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state = '', ppid = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return Number(ppid) === parent ? [{ pid: Number(pid), state }] : [];
      } catch {
        return [];
      }
    });
}

/** Waits until `condition` holds; throws after `limitMs`, which is only a net under a broken program. */
export async function waitFor(condition: () => boolean, what: string, limitMs = 90_000): Promise<void> {
  for (const end = Date.now() + limitMs; !condition(); ) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await delay(10);
  }
}

/** Ends what a test left, by pid. */
export function endAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
  }
}

/** What a process had in its environment when it began; empty when that cannot be read. */
export function environmentOf(pid: number): string {
  try {
    return readFileSync(`${livingThread(String(pid))}/environ`, 'latin1');
  } catch {
    return '';
  }
}

/** What the guardian of a server is to end with it, `PID:RUN` a line; empty without one. */
export function guardedBy(server: number): string {
  const folder = `/proc/${server}/fd`;
  const list = readdirSync(folder).find((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('/memfd:guarded');
    } catch {
      return false;
    }
  });
  return list === undefined ? '' : readFileSync(`${folder}/${list}`, 'latin1');
}
