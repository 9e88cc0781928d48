import { escapeUnseenLines } from '../../core/text/unseen.ts';
import { DescriptorWriter, flushAll } from '../../platform/system/descriptor-writer.ts';
import { isNullDevice, isSameTarget, isTerminal } from '../../platform/system/stdio.ts';

/** A message whose every line can be told from the start of another: names in it cannot steer a terminal or add one. */
function ownLines(text: string): string {
  return escapeUnseenLines(text).trimEnd().replaceAll('\n', '\n  ');
}

/** The two output descriptors of the command line; colours only on a terminal that wants them. */
export class Console {
  readonly stdout = new DescriptorWriter(1);
  readonly stderr = new DescriptorWriter(2);
  quiet = false;
  /** Null waits for ever, as a pipeline does; a server has to be gone in time when nobody reads. */
  flushLimitMs: number | null = null;
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

  colours(descriptor: 1 | 2): boolean {
    return !this.#plain && this.isTerminal(descriptor);
  }

  /** A line on standard error that `--quiet` leaves out. */
  notice(line: string): void {
    if (!this.quiet) void this.stderr.write(`agent-tools: ${ownLines(line)}\n`);
  }

  /** A line on standard error, always. */
  error(line: string): void {
    const name = this.colours(2) ? '\x1b[31magent-tools:\x1b[0m' : 'agent-tools:';
    void this.stderr.write(`${name} ${ownLines(line)}\n`);
  }

  /**
   * Waits until everything is written where both descriptors have one reader, so that what comes next stands after it. Where
   * each has its own, one may be read only when the other has ended.
   */
  async keepOrder(): Promise<void> {
    if (this.hasOneReader()) await this.flush();
  }

  /** Waits until everything is written; a reader that has stalled for `flushLimitMs` is not waited for. */
  flush(): Promise<void> {
    return flushAll([this.stdout, this.stderr], this.flushLimitMs);
  }
}
