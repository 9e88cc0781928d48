import type { Settings } from '../../../config/schema.ts';
import type { OutputChunk, Sink } from '../../../core/sink.ts';
import { LiveWriter } from '../../../output/live.ts';
import { countOf } from '../../../output/notices.ts';
import type { DescriptorWriter } from '../../../platform/system/descriptor-writer.ts';
import type { Console } from '../console.ts';

/** Milliseconds between two lines that say how much is held back. */
const heldNoticeMs = 10_000;
/** Milliseconds between two looks at the reader, which no write tells of while output is held back. */
const readerCheckMs = 500;

/** Shows a command's output as it arrives: the head live, past the cap held back, and the tail at the end. */
export class LiveOutput implements Sink {
  readonly #console: Console;
  readonly #streams: Readonly<Record<OutputChunk['stream'], LiveWriter>>;
  readonly #timers: readonly ReturnType<typeof setInterval>[];

  constructor(console: Console, caps: Settings['caps'], options: { readonly unlimited: boolean }) {
    this.#console = console;
    const open = (target: DescriptorWriter, descriptor: 1 | 2): LiveWriter =>
      new LiveWriter({
        caps,
        unlimited: options.unlimited,
        terminal: console.isTerminal(descriptor),
        write: (bytes) => target.write(bytes),
      });
    this.#streams = { stdout: open(console.stdout, 1), stderr: open(console.stderr, 2) };
    this.#timers = [
      setInterval(() => this.#sayHeld(), heldNoticeMs),
      setInterval(() => this.#checkReader(), readerCheckMs),
    ];
  }

  output({ stream, bytes }: OutputChunk): void | Promise<void> {
    return this.#streams[stream].push(bytes);
  }

  progress(): void {}

  #sayHeld(): void {
    for (const [name, live] of Object.entries(this.#streams)) {
      const { bytes, lines } = live.held();
      if (bytes > 0)
        this.#console.notice(
          `${name}: ${countOf(bytes, 'byte')}, ${countOf(lines, 'line')} held back so far (--no-cap shows everything)`,
        );
    }
  }

  /** A command whose output nobody takes any more is ended, also when all of it is held back. */
  #checkReader(): void {
    const { stdout, stderr } = this.#streams;
    if (stdout.held().bytes > 0) this.#console.stdout.checkReader();
    if (stderr.held().bytes > 0) this.#console.stderr.checkReader();
  }

  /** No more is said about what is held back. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Writes the omission notices, which say `where` the rest of a stream is, and the tails, each in its place. */
  async finish(where: (stream: OutputChunk['stream']) => string): Promise<void> {
    this.#checkReader();
    for (const stream of ['stdout', 'stderr'] as const) {
      const { tail, omittedBytes, omittedLines, isInLine } = this.#streams[stream].finish();
      const target = this.#console[stream];
      // Who has enough is told nothing of the rest.
      if (omittedBytes > 0 && !target.closed) {
        // A line that was cut is ended, lest it be read as one with the first line of the tail.
        if (isInLine && this.#console.isInLine(stream)) void target.write('\n');
        await this.#console.keepOrder();
        this.#console.notice(
          `${stream}: ${countOf(omittedBytes, 'byte')}, ${countOf(omittedLines, 'line')} omitted here; ${where(stream)}`,
        );
        await this.#console.keepOrder();
      }
      void target.write(tail);
    }
  }
}
