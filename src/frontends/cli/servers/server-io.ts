import { errnoOf, ToolFailure } from '../../../core/failure.ts';
import { isLauncherGone } from '../../../platform/process/launcher.ts';
import type { DescriptorWriter } from '../../../platform/system/descriptor-writer.ts';
import { loadedLibc, loadLibc } from '../../../platform/system/libc.ts';
import { withoutCalls } from '../../../platform/system/libc-library.ts';
import { loadedNoWait, loadNoWait } from '../../../platform/system/nowait.ts';
import { isBun, loadCollector, setCompilePatience } from '../../../platform/system/runtime.ts';
import { readStandardInput } from '../../../platform/system/stdio.ts';
import { clientPatienceMs } from '../../serving/end.ts';
import type { CommandContext } from '../command.ts';
import { MemoryKeeper } from './memory-keeper.ts';

/** Milliseconds between checks whether the client is still there. */
const clientCheckMs = 500;

/** Milliseconds for which a client may read nothing of the remaining output once the server was told to end. */
const stoppedPatienceMs = 1000;

/** Bytes that a slow client must read in that time. */
const waitingBytes = 16_384;

/** Bytes of an answer that a pipe holds without waiting for its reader. */
const pipeBytes = 262_144;

/** Why a server ends whose client may still be there: nothing else would end an orphaned one. */
const orphaned = 'the program that started agent-tools is gone';

/** Whether the client has closed the input and reads nothing; the end of the input is not seen while too much output is queued. */
function hasLeft(stdout: DescriptorWriter): boolean {
  if (stdout.stalledMs < clientPatienceMs) return false;
  void loadLibc();
  return loadedLibc()?.hasNoWriter(0) === true;
}

/** Makes answers fast and keeps the server small, once the first answer is written. */
async function settle(compilePatience: number): Promise<void> {
  setCompilePatience(compilePatience);
  await loadCollector();
  await loadNoWait();
  loadedNoWait()?.widen(1, pipeBytes);
  const { releaseOwnCode } = await import('../../../platform/system/own-code.ts');
  await releaseOwnCode();
}

/** As the first process of a container, a server becomes the parent of all orphans, even before its first call. */
async function watchFirst(): Promise<void> {
  if (process.pid === 1) (await import('../../../platform/process/reaper.ts')).watchAdopted();
}

/** Notices what a server lacks if the compiled binary cannot make system calls. */
async function tellWithoutCalls(notice: (text: string) => void): Promise<void> {
  if (!isBun || process.platform !== 'linux' || (await loadLibc()) !== null) return;
  const [state, wanted] = withoutCalls();
  notice(
    `${state}, so commands outlive a server that is killed, and there is no sandbox; expected ${wanted}`,
  );
}

/** Error codes of input whose writer is gone, which counts as its end. */
const goneWriter: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET']);

/** Standard input, which also ends at a read error. */
class Input {
  #failure: unknown = null;

  async *read(): AsyncGenerator<Uint8Array> {
    try {
      yield* readStandardInput();
    } catch (error) {
      const cause = error instanceof ToolFailure ? error.cause : error;
      if (!goneWriter.has(errnoOf(cause) ?? '')) this.#failure = error;
    }
  }

  /** Throws `tool_failed` if reading failed, as requests may be unread. */
  requireRead(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}

/**
 * The standard streams of a server, and the signal that ends it: SIGINT, SIGTERM, SIGHUP, SIGQUIT, a client that left, or a dead
 * parent. `compilePatience` applies to its code once the first answer is written.
 */
export function openServerIo(
  { console, interrupt }: Pick<CommandContext, 'console' | 'interrupt'>,
  compilePatience: number,
) {
  const watch = setInterval(() => {
    if (interrupt.signal.aborted) return;
    if (isLauncherGone()) {
      console.notice(`${orphaned}, so it ends`);
      interrupt.abort(new ToolFailure('cancelled', orphaned));
    } else if (hasLeft(console.stdout)) interrupt.abort();
  }, clientCheckMs);
  watch.unref?.();
  void watchFirst();
  void tellWithoutCalls((text) => console.notice(text));
  const memory = new MemoryKeeper();
  let isSettled = false;
  const input = new Input();
  console.flushLimitMs = clientPatienceMs;
  const hurry = (): void => {
    console.flushLimitMs = stoppedPatienceMs;
  };
  interrupt.signal.addEventListener('abort', hurry, { once: true });
  console.stdout.waitingBytes = waitingBytes;
  console.stdout.onClosed(() => interrupt.abort());
  return {
    input: input.read(),
    /** Writes the remaining output and returns the exit status; throws `tool_failed` if reading failed, as requests may be unread. */
    finish: async (): Promise<number> => {
      input.requireRead();
      await console.flush();
      if (console.stdout.stalledMs > 0) {
        console.notice('the client has stopped reading, so some of its answers are lost');
        console.stdout.abandon();
      }
      return interrupt.exitStatus ?? 0;
    },
    write: async (bytes: Uint8Array): Promise<void> => {
      await console.stdout.write(bytes);
      memory.wrote(bytes.length);
      if (!isSettled) void settle(compilePatience);
      isSettled = true;
      if (console.stdout.closed) throw new Error('nobody reads the output');
    },
    stop: interrupt.signal,
    stalledMs: () => console.stdout.stalledMs,
  };
}
