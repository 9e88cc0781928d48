import { readlinkSync, statSync, writeSync } from 'node:fs';
import { exitOf } from '../process/exit-bun.ts';
import { claimChild } from '../process/owned-children.ts';
import { watchAdopted } from '../process/reaper.ts';
import { isBun, runtimeVariable } from '../system/runtime.ts';

/** The hidden sub-command that keeps a session. */
export const keeperCommand = '__keeper';

/** A keeper, as seen by the process that started it. */
export interface KeeperProcess {
  /** Its output, until it has ended. */
  readonly output: AsyncIterable<Uint8Array>;
  send(line: string): void;
  /** Closes the channel to it, which shows it that its owner is gone. */
  abandon(): void;
  /** Closes both channels, so that nothing of it keeps this process alive. */
  release(): void;
}

/** The argv that runs this program again. Throws if that is unknown (a test runner, a script without a file). */
export function ownArgv(): readonly string[] {
  const entry = process.argv[1] ?? '';
  if (isCompiledEntry(entry)) return [ownExecutable()];
  if ('Deno' in globalThis) return [process.execPath, 'run', '-A', entry];
  return [process.execPath, entry];
}

/** Whether an entry module lies in the file system inside a compiled program, which on Windows is a drive with slashes of either kind. */
export function isCompiledEntry(entry: string): boolean {
  return entry.startsWith('/$bunfs/') || /^[A-Z]:[\\/]~BUN[\\/]/i.test(entry);
}

/** Our own file, even if it was replaced meanwhile: a keeper must be of the same version. */
function ownExecutable(): string {
  if (process.platform !== 'linux') return process.execPath;
  const own = '/proc/self/exe';
  try {
    const [given, real] = [statSync(process.execPath), statSync(own)];
    return given.ino === real.ino && given.dev === real.dev ? process.execPath : own;
  } catch {
    return readableLink(own) ? own : process.execPath;
  }
}

function readableLink(path: string): boolean {
  try {
    return readlinkSync(path) !== '';
  } catch {
    return false;
  }
}

/** The variables a keeper itself needs; its command's come with the job, which no process list shows. */
export function keeperEnvironment(
  env: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && !runtimeVariable.test(name)) kept[name] = value;
  }
  return kept;
}

/** Starts a keeper in a session of its own, with nothing of ours but two private pipes; its job is the first line sent to it. */
export async function startKeeper(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<KeeperProcess> {
  return isBun ? startWithBun(argv, env) : startWithNode(argv, env);
}

function startWithBun(argv: readonly string[], env: Readonly<Record<string, string>>): KeeperProcess {
  const child = Bun.spawn([...argv, keeperCommand], {
    cwd: '/',
    env: { ...env },
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const disown = claimChild(child.pid);
  void exitOf(child).then(() => {
    disown();
    // Its own children, such as its guardian, are ours now.
    watchAdopted();
  });
  child.unref();
  const reader = child.stdout.getReader();
  const abandon = (): void => quietly(() => child.stdin.end());
  return {
    output: chunksOf(reader),
    send: (line) => {
      quietly(() => child.stdin.write(`${line}\n`));
      quietly(() => child.stdin.flush());
    },
    abandon,
    release: () => {
      abandon();
      void reader.cancel().catch(() => {});
    },
  };
}

/** Runs work that fails, now or later, if the keeper is gone; its output shows that. */
function quietly(work: () => unknown): void {
  void (async () => work())().catch(() => {});
}

async function* chunksOf(reader: {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
}): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return;
    yield value;
  }
}

async function startWithNode(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<KeeperProcess> {
  const { spawn } = await import('node:child_process');
  const [program = '', ...words] = argv;
  const child = spawn(program, [...words, keeperCommand], {
    cwd: '/',
    env: { ...env },
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const { pid, stdin, stdout } = child;
  if (pid === undefined) throw new Error('no process');
  const disown = claimChild(pid);
  child.once('exit', disown);
  child.unref();
  stdin.on('error', () => {});
  return {
    output: stdout,
    send: (line) => void stdin.write(`${line}\n`),
    abandon: () => void stdin.end(),
    release: () => {
      stdin.end();
      stdout.destroy();
    },
  };
}

/** Writes a line to the process that started this keeper; it may be gone. */
export function tellOwner(line: string): void {
  try {
    writeSync(1, `${line}\n`);
  } catch {
    // Nothing listens any more.
  }
}
