import { Ring } from '../../output/ring.ts';
import type { ChildTerminal, TerminalSize } from '../../platform/process/child.ts';
import type { RunRequest } from '../../platform/process/run.ts';
import { waitsInTerminalRead } from '../../platform/sessions/session-input-wait.ts';
import { goesOn, type StoppedProgram, stoppedProgram } from '../../platform/sessions/session-stopped.ts';
import { findCursors } from '../../sessions/terminal/screen.ts';
import { replayedBytes } from '../../sessions/terminal/screen-start.ts';
import { TerminalAnswers } from '../../sessions/terminal/terminal-answers.ts';
import { toldSizes } from '../../sessions/terminal/terminal-sizes.ts';
import { TerminalWatch } from '../../sessions/terminal/terminal-watch.ts';
import type { Receive } from './execute.ts';

/** The terminal of a foreground command. */
export interface OwnTerminal {
  /** The options to run the command in it. */
  request(receive: Receive): Pick<RunRequest, 'terminal' | 'onOutput' | 'onStart' | 'onEnding'>;
  /** Whether the end of an input line was dropped. */
  isInputCut(): boolean;
  /**
   * A program that was stopped in it and did not go on: it is looked for now and then in silence, and before the command is
   * ended.
   */
  stopped(): StoppedProgram | null;
  /** Whether keys were read as they come, or not shown, when the command was about to be ended: it may wait for some. */
  isReadingKeys(): boolean;
  /** Ends what looks at it; to be called when the command is over. */
  end(): void;
}

/** Milliseconds between looks, in silence, for a stopped program and for one that asks where there is no more input. */
const lookMs = 1000;

function unlessItWentOn(stopped: StoppedProgram | null): StoppedProgram | null {
  return stopped !== null && goesOn(stopped) ? null : stopped;
}

/**
 * Types the end of input anew for a program that reads a line: a terminal tells it once, or not at all where the program throws
 * away what was typed before its question, and a pipe tells it each time.
 */
function repeatEnd(terminal: ChildTerminal | undefined, leader: number): void {
  if (terminal?.isEnded === true && terminal.flags().canonical && waitsInTerminalRead(leader)) terminal.end();
}

function readsKeys(terminal: ChildTerminal | undefined): boolean {
  if (terminal === undefined || !terminal.isOpen) return false;
  const { canonical, echo } = terminal.flags();
  return !canonical || !echo;
}

/** Gives a command a terminal of this size that answers its queries, since nobody else does and it would wait for the answer. */
export function inTerminal(size: TerminalSize): OwnTerminal {
  let terminal: ChildTerminal | undefined;
  let stopped: StoppedProgram | null = null;
  let isReadingKeys = false;
  let looks: ReturnType<typeof setInterval> | undefined;
  const request: OwnTerminal['request'] = (receive) => {
    const watch = new TerminalWatch();
    // The raw bytes are kept nowhere else.
    const recent = new Ring(replayedBytes);
    let total = 0;
    let seen = 0;
    let look = () => {};
    const answers = new TerminalAnswers(
      (offsets) => {
        const bytes = recent.contents();
        const pieces = [{ start: total - bytes.length, bytes }];
        return findCursors({ pieces, sizes: toldSizes(null, size) }, offsets);
      },
      (bytes) => terminal?.write(bytes),
    );
    return {
      terminal: size,
      onStart: (child) => {
        terminal = child.terminal;
        look = () => {
          stopped = unlessItWentOn(stoppedProgram(child.pid) ?? stopped);
        };
        looks = setInterval(() => {
          if (seen === total) {
            look();
            repeatEnd(terminal, child.pid);
          }
          seen = total;
        }, lookMs);
      },
      onEnding: () => {
        look();
        isReadingKeys = readsKeys(terminal);
      },
      onOutput: (stream, bytes) => {
        recent.push(bytes);
        total += bytes.length;
        stopped = unlessItWentOn(stopped);
        answers.give(watch.push(bytes, total - bytes.length));
        return receive(stream, bytes);
      },
    };
  };
  return {
    request,
    isInputCut: () => terminal?.isInputCut === true,
    stopped: () => stopped,
    isReadingKeys: () => isReadingKeys,
    end: () => clearInterval(looks),
  };
}
