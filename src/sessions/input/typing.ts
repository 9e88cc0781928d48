import type { InputEffect } from '../../core/effect.ts';
import { cannot } from '../../core/failure.ts';
import { inputLimit } from '../../platform/process/pipe-writer.ts';
import { inputStateSchema, type KeeperInputState, readAnswer } from '../keeper/keeper-answers.ts';
import { askSession } from '../observe.ts';
import type { Session, SessionPlace } from '../store.ts';
import { strictestKind } from './input-reader.ts';
import { joinTyped } from './typed-line.ts';

/** What is typed in one go. */
export interface Typed {
  readonly bytes: Uint8Array;
  /** What the reader gets of it; differs from `bytes` by the marks around a paste. */
  readonly text: string;
  /** Whether newlines in it finish nothing. */
  readonly pasted: boolean;
  readonly eof: boolean;
  readonly notices: readonly string[];
}

/** Input that is ready to be judged and sent. */
export interface PreparedInput {
  readonly effect: InputEffect;
  readonly typed: Typed;
  /** Bytes of output before it was typed; null where its keeper does not tell. */
  readonly cursor: number | null;
  /** Sends exactly what was judged; returns the bytes that wait for the program. Throws `tool_failed`, also when something else was typed meanwhile. */
  send(signal: AbortSignal): Promise<number>;
}

export interface TypingPlace {
  readonly place: SessionPlace;
  readonly session: Session;
  /** PATH that the programs of sessions are looked up in. */
  readonly searchPath: string;
}

/** Asks what typing depends on, makes the input for it, and joins it to the unfinished line. Throws `tool_failed` when the session has ended. */
export async function prepareInput(
  { place, session, searchPath }: TypingPlace,
  make: (state: KeeperInputState) => Typed,
): Promise<PreparedInput> {
  const asked = await askSession(place, session, { method: 'inputState', params: {} });
  const state = readAnswer(inputStateSchema, asked);
  const typed = make(state);
  const { length } = typed.bytes;
  if (length > inputLimit) {
    const wanted = `at most ${inputLimit} in one call, or a file that the program reads`;
    throw cannot('type into', `session ${session.record.id}`, `these are ${length} bytes`, wanted);
  }
  const { judged, pending } = await joinTyped({
    pending: state.pending,
    text: typed.text,
    reader: kindOf(state, true),
    terminal: state.terminal,
    pasted: typed.pasted,
  });
  const data = Buffer.from(typed.bytes).toString('base64');
  const input = { data, eof: typed.eof, pending, revision: state.revision };
  return {
    effect: {
      kind: 'input',
      session: session.record.id,
      data: judged,
      interpreter: kindOf(state, false),
      readers: (state.readers ?? []).map(({ name, program, argv }) => ({ name, program, argv })),
      searchPath,
      terminal: state.terminal !== null,
    },
    typed,
    cursor: state.printed,
    send: async (signal) =>
      Number(await askSession(place, session, { method: 'input', params: input, signal })),
  };
}

/** The strictest kind of those in front, or of all who may read; what cannot be told counts as an interpreter. */
function kindOf({ readers }: KeeperInputState, onlyFront: boolean): InputEffect['interpreter'] {
  if (readers === null) return 'other';
  return strictestKind(readers.filter(({ inFront }) => inFront || !onlyFront));
}
