import type { Settings } from '../../../config/schema.ts';
import type { OutputChunk, Sink } from '../../../core/sink.ts';
import { ESC } from '../../../core/text/control-bytes.ts';
import { LiveWriter } from '../../../output/live.ts';
import { countOf } from '../../../output/notices.ts';
import type { DescriptorWriter } from '../../../platform/system/descriptor-writer.ts';
import type { Console } from '../console.ts';

/** Milliseconds between notices of how much is held back. */
const heldNoticeMs = 10_000;
/** Milliseconds between checks for a reader, as no write would notice while output is held back. */
const readerCheckMs = 500;

/** Shows a command's output as it arrives: the head live, then held back beyond the cap, and the tail at the end. */
export class LiveOutput implements Sink {
  readonly #console: Console;
  readonly #streams: Readonly<Record<OutputChunk['stream'], LiveWriter>>;
  readonly #timers: readonly ReturnType<typeof setInterval>[];

  constructor(console: Console, caps: Settings['caps'], options: { readonly unlimited: boolean }) {
    this.#console = console;
    const open = (target: DescriptorWriter, descriptor: 1 | 2): LiveWriter => {
      const terminal = console.isTerminal(descriptor);
      return new LiveWriter({
        caps,
        unlimited: options.unlimited,
        terminal,
        write: (bytes) => {
          if (terminal && bytes.includes(ESC)) console.markStyled();
          return target.write(bytes);
        },
      });
    };
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

  /** Ends a command whose output has no reader, even while all of it is held back. */
  #checkReader(): void {
    const { stdout, stderr } = this.#streams;
    if (stdout.held().bytes > 0) this.#console.stdout.checkReader();
    if (stderr.held().bytes > 0) this.#console.stderr.checkReader();
  }

  /** Stops the notices and checks. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Writes the tails, each after a notice of what was omitted; `where` says where the rest of a stream is. */
  async finish(where: (stream: OutputChunk['stream']) => string): Promise<void> {
    this.#checkReader();
    for (const stream of ['stdout', 'stderr'] as const) {
      const { tail, omittedBytes, omittedLines, isInLine } = this.#streams[stream].finish();
      const target = this.#console[stream];
      // A reader that closed needs no notice.
      if (omittedBytes > 0 && !target.closed) {
        // Ends a cut line, so that it does not join the first line of the tail.
        if (isInLine && this.#console.isInLine(stream)) {
          void target.write(`${this.#console.takeReset(stream === 'stdout' ? 1 : 2)}\n`);
        }
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
