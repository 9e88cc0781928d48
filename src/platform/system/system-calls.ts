import { closeSync } from 'node:fs';
import { writeFully } from '../files/descriptor-io.ts';
import { bindLibc, memoryFileCall, memoryFileCloseOnExec } from './libc-library.ts';
import { isBun } from './runtime.ts';

/** The libc functions needed to start a sandbox. Numbers are those the calls return, -1 for a failure. */
export interface SystemCalls {
  /** Makes any system call by number; arguments are numbers, or memory that outlives the call. */
  call(number: number, ...words: readonly (number | bigint | Uint8Array)[]): number;
  prctl(option: number, word: number, memory?: Uint8Array): number;
  /** The address of memory, for a structure that points to it. */
  addressOf(memory: Uint8Array): bigint;
  /** Gives a signal its default handling, which survives an exec. */
  resetSignal(number: number): void;
  /** Moves this process into its own group, in the foreground of the terminal that is its standard input. */
  takeTerminal(): void;
  /** Replaces this process by another program; returns only if that fails. */
  execute(program: string, argv: readonly string[], env: Readonly<Record<string, string>>): void;
  /** Makes an anonymous file of these bytes, positioned at its start; -1 if the system has none. Throws the system's write error. */
  memoryFile(bytes: Uint8Array): number;
}

const SIG_IGN = 1n;
const SIG_DFL = 0n;
const SIGTTOU = 22;

/** Whether system calls can be made and are known: Linux on x64 or arm64, by the compiled binary. */
function hasSystemCalls(): boolean {
  return isBun && process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64');
}

let loaded: Promise<SystemCalls | null> | null = null;

/** Loads the system calls, once; null if they cannot be made. */
export function loadSystemCalls(): Promise<SystemCalls | null> {
  loaded ??= hasSystemCalls() ? open() : Promise.resolve(null);
  return loaded;
}

function openLibc() {
  return bindLibc(({ dlopen, ptr }, name) => ({
    ptr,
    libc: dlopen(name, {
      syscall: { args: ['i64', 'u64', 'u64', 'u64', 'u64', 'u64'], returns: 'i64' },
      signal: { args: ['i32', 'u64'], returns: 'u64' },
      setpgid: { args: ['i32', 'i32'], returns: 'i32' },
      tcsetpgrp: { args: ['i32', 'i32'], returns: 'i32' },
      prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' },
      execve: { args: ['ptr', 'ptr', 'ptr'], returns: 'i32' },
    }).symbols,
  }));
}

type Libc = NonNullable<Awaited<ReturnType<typeof openLibc>>>;

const executing =
  ({ ptr, libc }: Libc): SystemCalls['execute'] =>
  (program, argv, env) => {
    const texts = (list: readonly string[]) => list.map((text) => Buffer.from(`${text}\0`));
    const words = texts(argv);
    const variables = texts(Object.entries(env).map(([name, value]) => `${name}=${value}`));
    const table = (list: readonly Buffer[]) =>
      BigUint64Array.from([...list.map((text) => BigInt(ptr(text))), 0n]);
    const [argvTable, envTable] = [table(words), table(variables)];
    libc.execve(ptr(Buffer.from(`${program}\0`)), ptr(argvTable), ptr(envTable));
  };

const makingFiles =
  (call: SystemCalls['call']): SystemCalls['memoryFile'] =>
  (bytes) => {
    const descriptor = call(memoryFileCall, Buffer.from('agent-tools\0'), memoryFileCloseOnExec);
    if (descriptor < 0) return -1;
    try {
      // Written at a position, so that whoever inherits it reads from the start.
      writeFully(descriptor, bytes, 0);
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  };

async function open(): Promise<SystemCalls | null> {
  const bound = await openLibc();
  if (bound === null) return null;
  const { ptr, libc } = bound;
  const word = (value: number | bigint | Uint8Array): bigint =>
    typeof value === 'object' ? BigInt(ptr(value)) : BigInt(value);
  const call: SystemCalls['call'] = (number, ...words) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = words;
    return Number(libc.syscall(BigInt(number), word(a), word(b), word(c), word(d), word(e)));
  };
  return {
    call,
    prctl: (option, value, memory) =>
      libc.prctl(option, word(value), memory === undefined ? 0n : word(memory), 0n, 0n),
    addressOf: (memory) => word(memory),
    resetSignal: (number) => void libc.signal(number, SIG_DFL),
    takeTerminal: () => {
      // A background process that takes the foreground is stopped unless it ignores SIGTTOU.
      libc.signal(SIGTTOU, SIG_IGN);
      libc.setpgid(0, 0);
      libc.tcsetpgrp(0, process.pid);
      libc.signal(SIGTTOU, SIG_DFL);
    },
    execute: executing(bound),
    memoryFile: makingFiles(call),
  };
}
