import { readdirSync, readFileSync, rmSync } from 'node:fs';

/** A number no other process carries; everything this run starts has it in its arguments or its environment. */
const runMark = Array.from({ length: 10 }, () => Math.floor(Math.random() * 9) + 1).join('');
let marks = 0;

/** The variable by which what a peer starts is known. */
export const markVariable = 'PEER_BENCH_MARK';

/** A mark for one case: digits, so that it can be a part of what `sleep` is told. */
export const newMark = (): string => `${runMark}${String(++marks).padStart(4, '0')}`;

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

interface Marked {
  readonly pid: number;
  readonly args: string;
}

/** Every living process that carries the mark; one that has ended and is not yet waited for carries nothing. */
export function markedProcesses(mark: string): readonly Marked[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      args: textOf(`/proc/${name}/cmdline`),
      environment: textOf(`/proc/${name}/environ`),
    }))
    .filter(({ args, environment }) => args.includes(mark) || environment.includes(`${markVariable}=${mark}`))
    .map(({ pid, args }) => ({ pid, args }));
}

/** Highest resident memory of a process so far, in MiB; 0 when it has ended. */
export const peakMemory = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** Ends by its id everything that carries the mark; waits without letting anything else start, at most 5 s. */
export function killMarked(mark: string): void {
  for (let round = 0; round < 100; round += 1) {
    const left = markedProcesses(mark);
    if (left.length === 0) return;
    for (const { pid } of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
    Bun.sleepSync(50);
  }
}

/** Whether the condition came true within the time, and after how many seconds. */
export async function until(
  condition: () => boolean,
  seconds: number,
): Promise<{ readonly met: boolean; readonly seconds: number }> {
  const startedAt = performance.now();
  for (;;) {
    const passed = (performance.now() - startedAt) / 1000;
    if (condition()) return { met: true, seconds: passed };
    if (passed > seconds) return { met: false, seconds: passed };
    await Bun.sleep(20);
  }
}

/** Leaves neither a process nor the folder behind when this run itself is told to end. */
export function cleanUpOnSignals(folder: string): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      killMarked(runMark);
      rmSync(folder, { recursive: true, force: true });
      process.exit(130);
    });
  }
}
