import { escapeUnseenLines } from '../../core/text/unseen.ts';
import { DescriptorWriter, flushAll } from '../../platform/system/descriptor-writer.ts';
import { loadLibc } from '../../platform/system/libc.ts';
import { isNullDevice, isSameTarget, isTerminal } from '../../platform/system/stdio.ts';

/** A message whose further lines are indented, so that names in it cannot start a line or control a terminal. */
function ownLines(text: string): string {
  return escapeUnseenLines(text).trimEnd().replaceAll('\n', '\n  ');
}

/** Milliseconds after which a stalled reader is abandoned when a command must end, and between checks. */
const interruptedStallMs = 1000;
const stallLookMs = 50;

/** Ends a string or sequence that was cut off, then colours: ST, which ends the former and does nothing else, and SGR 0. */
const plainly = '\x1b\\\x1b[0m';

/** The two output descriptors of the command line; colours only on a terminal that supports them. */
export class Console {
  readonly stdout = new DescriptorWriter(1);
  readonly stderr = new DescriptorWriter(2);
  quiet = false;
  /** Null waits for ever, as in a pipeline; a server must end in time even if nobody reads. */
  flushLimitMs: number | null = null;
  /** The exit status of a command that had to end while nobody read its output; otherwise null. */
  abandonedStatus: number | null = null;
  #plain: boolean;
  /** Whether a command's output that may have left the terminal in a colour or within an escape sequence was shown last. */
  #isStyled = false;

  constructor(env: Readonly<Record<string, string>>) {
    this.#plain = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  }

  withoutColour(): void {
    this.#plain = true;
  }

  isTerminal(descriptor: 1 | 2): boolean {
    return isTerminal(descriptor);
  }

  /** Whether both descriptors lead to the same terminal, pipe or file. */
  hasOneReader(): boolean {
    return isSameTarget(1, 2);
  }

  /**
   * Calls `listener` once nobody reads standard output. If both have one reader, a closed standard error tells so too; if standard
   * output is /dev/null, only standard error's reader counts.
   */
  onReaderGone(listener: () => void): void {
    this.stdout.onClosed(listener);
    this.stderr.onClosed(() => {
      if (this.hasOneReader()) this.stdout.checkReader();
      else if (this.stderr.failure === null && isNullDevice(1)) listener();
    });
  }

  /** Checks without writing whether standard output still has a reader; if not, the listener above is called first. */
  async hasReader(): Promise<boolean> {
    await loadLibc();
    this.stdout.checkReader();
    return !this.stdout.closed;
  }

  colours(descriptor: 1 | 2): boolean {
    return !this.#plain && this.isTerminal(descriptor);
  }

  /** Whether the last output to a descriptor's reader, through either one if it reads both, ended within a line. */
  isInLine(stream: 'stdout' | 'stderr'): boolean {
    const { stdout, stderr } = this;
    if (!this.hasOneReader()) return this[stream].isInLine;
    return (stdout.lastWrite > stderr.lastWrite ? stdout : stderr).isInLine;
  }

  /** Prints a line on standard error, unless `--quiet`. */
  notice(line: string): void {
    if (!this.quiet) this.#line(`agent-tools: ${ownLines(line)}`);
  }

  /** Prints a line on standard error, always. */
  error(line: string): void {
    const name = this.colours(2) ? '\x1b[31magent-tools:\x1b[0m' : 'agent-tools:';
    this.#line(`${name} ${ownLines(line)}`);
  }

  /** Tells that bytes with an escape were shown at the terminal, which what comes next must not be read by. */
  markStyled(): void {
    this.#isStyled = true;
  }

  /** What ends the style that a command's output left, before anything else is written; empty for most. */
  takeReset(descriptor: 1 | 2): string {
    if (!this.#isStyled || !this.isTerminal(descriptor)) return '';
    this.#isStyled = false;
    return plainly;
  }

  /** Starts a new line if a command's output ended within one. */
  #line(line: string): void {
    void this.stderr.write(`${this.takeReset(2)}${this.isInLine('stderr') ? '\n' : ''}${line}\n`);
  }

  /**
   * Waits until everything is written if both descriptors have one reader, so that what follows comes after it. With separate readers,
   * one may only read when the other has ended.
   */
  async keepOrder(): Promise<void> {
    if (this.hasOneReader()) await this.flush();
  }

  /** From now on, a stalled reader is not waited for and its output is dropped, because the command must end. */
  abandonStalled(exitStatus: number): void {
    if (this.flushLimitMs !== null) return;
    this.flushLimitMs = interruptedStallMs;
    const look = setInterval(() => {
      for (const writer of [this.stdout, this.stderr]) {
        if (writer.stalledMs < interruptedStallMs) continue;
        this.abandonedStatus = exitStatus;
        writer.abandon();
      }
    }, stallLookMs);
    look.unref();
  }

  /** Waits until everything is written; a reader that stalls for `flushLimitMs` is not waited for. */
  flush(): Promise<void> {
    return flushAll([this.stdout, this.stderr], this.flushLimitMs);
  }
}
