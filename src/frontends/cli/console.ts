import { escapeUnseenLines } from '../../core/text/unseen.ts';
import { DescriptorWriter, flushAll } from '../../platform/system/descriptor-writer.ts';
import { loadLibc } from '../../platform/system/libc.ts';
import { isNullDevice, isSameTarget, isTerminal } from '../../platform/system/stdio.ts';

/** A message whose every line can be told from the start of another: names in it cannot steer a terminal or add one. */
function ownLines(text: string): string {
  return escapeUnseenLines(text).trimEnd().replaceAll('\n', '\n  ');
}

/** Milliseconds for which the reader of a command that is to end may take nothing, and between two looks at that. */
const interruptedStallMs = 1000;
const stallLookMs = 50;

/** The two output descriptors of the command line; colours only on a terminal that wants them. */
export class Console {
  readonly stdout = new DescriptorWriter(1);
  readonly stderr = new DescriptorWriter(2);
  quiet = false;
  /** Null waits for ever, as a pipeline does; a server has to be gone in time when nobody reads. */
  flushLimitMs: number | null = null;
  /** The exit status of a command that was to end while nobody read what it had to say; else null. */
  abandonedStatus: number | null = null;
  #plain: boolean;

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
   * Calls `listener` once when nobody reads standard output any more; one reader of both is missed by standard error too, and
   * where standard output is dropped, the reader of standard error is the only one.
   */
  onReaderGone(listener: () => void): void {
    this.stdout.onClosed(listener);
    this.stderr.onClosed(() => {
      if (this.hasOneReader()) this.stdout.checkReader();
      else if (this.stderr.failure === null && isNullDevice(1)) listener();
    });
  }

  /** Looks, without writing, whether standard output may still be read; the listener above is told before where it may not. */
  async hasReader(): Promise<boolean> {
    await loadLibc();
    this.stdout.checkReader();
    return !this.stdout.closed;
  }

  colours(descriptor: 1 | 2): boolean {
    return !this.#plain && this.isTerminal(descriptor);
  }

  /** Whether what was written last for the reader of a descriptor, by either where it reads both, ends within a line. */
  isInLine(stream: 'stdout' | 'stderr'): boolean {
    const { stdout, stderr } = this;
    if (!this.hasOneReader()) return this[stream].isInLine;
    return (stdout.lastWrite > stderr.lastWrite ? stdout : stderr).isInLine;
  }

  /** A line on standard error that `--quiet` leaves out. */
  notice(line: string): void {
    if (!this.quiet) this.#line(`agent-tools: ${ownLines(line)}`);
  }

  /** A line on standard error, always. */
  error(line: string): void {
    const name = this.colours(2) ? '\x1b[31magent-tools:\x1b[0m' : 'agent-tools:';
    this.#line(`${name} ${ownLines(line)}`);
  }

  /** What a command has not ended is no beginning of it. */
  #line(line: string): void {
    void this.stderr.write(`${this.isInLine('stderr') ? '\n' : ''}${line}\n`);
  }

  /**
   * Waits until everything is written where both descriptors have one reader, so that what comes next stands after it. Where
   * each has its own, one may be read only when the other has ended.
   */
  async keepOrder(): Promise<void> {
    if (this.hasOneReader()) await this.flush();
  }

  /** From now on a reader that has stalled is not waited for, and what it has not taken is dropped: the command is to end. */
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

  /** Waits until everything is written; a reader that has stalled for `flushLimitMs` is not waited for. */
  flush(): Promise<void> {
    return flushAll([this.stdout, this.stderr], this.flushLimitMs);
  }
}
