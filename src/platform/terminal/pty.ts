import { cannot, messageOf } from '../../core/failure.ts';
import { systemState } from '../files/file-failure.ts';
import type { Child, ChildRequest, ChildTerminal, TerminalFlags, TerminalSize } from '../process/child.ts';
import { discardChild, exitOf } from '../process/exit-bun.ts';
import { claimChild } from '../process/owned-children.ts';
import { inputLimit } from '../process/pipe-writer.ts';
import { isBun } from '../system/runtime.ts';
import { leavingThreads } from '../system/thread-reserve.ts';
import { feedTerminal } from './terminal-feed.ts';
import { mostLineBytes, typedLines } from './terminal-line.ts';
import { terminalName } from './terminal-name.ts';

const ISIG = 0o1;
const ICANON = 0o2;
const ECHO = 0o10;
const endOfInput = 0x04;

class Terminal implements ChildTerminal {
  readonly identity = null;
  queued = 0;
  openLine = 0;
  isInputCut = false;
  isEnded = false;
  readonly #terminal: Bun.Terminal;

  constructor(terminal: Bun.Terminal) {
    this.#terminal = terminal;
  }

  get isOpen(): boolean {
    return !this.#terminal.closed;
  }

  write(bytes: Uint8Array): boolean {
    if (this.queued + bytes.length > inputLimit) return false;
    this.give(bytes);
    return true;
  }

  give(bytes: Uint8Array): void {
    if (!this.isOpen) return;
    // Until `drained` reports that everything is out, all of it counts as pending.
    this.queued += bytes.length;
    this.#follow(bytes);
    this.#terminal.write(new Uint8Array(bytes));
  }

  drained(): void {
    this.queued = 0;
  }

  /** Types the end-of-input character, as a terminal has no end: twice inside a line, since the first one only submits it. */
  end(): void {
    this.isEnded = true;
    const isHandedOver = this.openLine > 0 && this.flags().canonical;
    this.give(isHandedOver ? Uint8Array.of(endOfInput, endOfInput) : Uint8Array.of(endOfInput));
  }

  /** A program that reads keys gets each at once, so no line is left. */
  #follow(bytes: Uint8Array): void {
    const { longest, open } = typedLines(bytes, this.openLine);
    const { canonical } = this.flags();
    this.openLine = canonical ? open : 0;
    if (canonical && longest > mostLineBytes) this.isInputCut = true;
  }

  close(): void {
    this.#terminal.close();
  }

  resize({ cols, rows }: TerminalSize): void {
    if (this.isOpen) this.#terminal.resize(cols, rows);
  }

  flags(): TerminalFlags {
    const flags = this.isOpen ? this.#terminal.localFlags : 0;
    return {
      echo: (flags & ECHO) !== 0,
      canonical: (flags & ICANON) !== 0,
      signals: (flags & ISIG) !== 0,
    };
  }
}

/** Throws `tool_failed` if no child can be given a terminal. */
function requireTerminals(command: string): void {
  if (isBun && process.platform !== 'win32') return;
  throw cannot(
    'run in a terminal',
    command,
    'this runtime has no PTY',
    'the compiled binary on Linux or macOS',
  );
}

/** Translates the failure to get a terminal, for which the runtime has no error code. */
function unlessNoTerminal<T>(spawn: () => T): T {
  try {
    return spawn();
  } catch (error) {
    const said = messageOf(error);
    if (said.includes('duplicate PTY')) throw cannot('open', 'a terminal', ...systemState('EMFILE'));
    if (!said.includes('open PTY')) throw error;
    const state = 'the system gives none: /dev/ptmx or /dev/pts is missing, or all are taken';
    throw cannot('open', 'a terminal', state, 'a free one; without pty the command needs none');
  }
}

interface TerminalStart {
  readonly request: ChildRequest;
  readonly size: TerminalSize;
  take(bytes: Uint8Array): void;
  drain(): void;
  exit(): void;
}

/** The terminal's options must be inline: one made beforehand would not be the controlling one (oven-sh/bun#33237). */
function spawnWith({ request: { argv, cwd, env, descriptors }, size, take, drain, exit }: TerminalStart) {
  return Bun.spawn([...argv], {
    cwd,
    env: { ...env },
    // The first three are the terminal.
    ...(descriptors === undefined ? {} : { stdio: ['ignore', 'ignore', 'ignore', ...descriptors] }),
    terminal: {
      ...size,
      name: terminalName,
      data: (_, bytes) => take(bytes),
      drain: () => drain(),
      exit: () => exit(),
    },
  });
}

/**
 * Starts a child as the leader of its own session whose controlling terminal is a new PTY. Output cannot be paused, so the
 * receiver must be bounded. Throws `tool_failed` if no terminal is available, and the system's errors.
 */
export function spawnInTerminal(request: ChildRequest, size: TerminalSize): Child {
  requireTerminals(request.argv[0] ?? '');
  // A terminal is always read, so no receiver blocks it.
  const taking = { lastAt: 0, received: 0, heldUp: null, unread: 0 };
  const { promise: drained, resolve: ended, reject: failed } = Promise.withResolvers<void>();
  // Reported to whoever awaits it, which may be nobody yet when reading fails.
  drained.catch(() => {});
  const take = (bytes: Uint8Array): void => {
    taking.lastAt = performance.now();
    taking.received += bytes.length;
    request.onOutput('stdout', bytes)?.catch(failed);
  };
  let input: Terminal | null = null;
  const started = unlessNoTerminal(() =>
    leavingThreads(() => spawnWith({ request, size, take, drain: () => input?.drained(), exit: ended })),
  );
  const { terminal } = started;
  if (terminal === undefined) throw new Error('no terminal');
  input = new Terminal(terminal);
  const disown = claimChild(started.pid);
  try {
    request.onSpawned?.(started.pid);
  } catch (error) {
    discardChild(started, disown);
    input.close();
    throw error;
  }
  const stopFeeding = feedTerminal(input, request.stdin);
  return {
    pid: started.pid,
    exited: exitOf(started).finally(disown),
    drained,
    takings: [taking],
    ordered: true,
    input,
    terminal: input,
    release: () => {
      stopFeeding();
      input?.close();
    },
  };
}
