import type { InputEffect } from '../../core/effect.ts';
import { cannot } from '../../core/failure.ts';
import { inputLimit } from '../../platform/process/pipe-writer.ts';
import { inputStateSchema, type KeeperInputState, readAnswer } from '../keeper/keeper-answers.ts';
import { askSession } from '../observe.ts';
import type { Session, SessionPlace } from '../store.ts';
import { strictestKind } from './input-reader.ts';
import { joinTyped } from './typed-line.ts';

/** Input typed in one go. */
export interface Typed {
  readonly bytes: Uint8Array;
  /** The text that the reader gets; differs from `bytes` by the marks around a paste. */
  readonly text: string;
  /** Whether newlines in it finish no line. */
  readonly pasted: boolean;
  readonly eof: boolean;
  /** How many of the bytes are one stroke each, with a pause behind it; without, all are typed at once. */
  readonly strokes?: readonly number[];
  readonly notices: readonly string[];
}

/** Input ready to be judged and sent. */
export interface PreparedInput {
  readonly effect: InputEffect;
  readonly typed: Typed;
  /** Bytes of output before the input; null if its keeper does not say. */
  readonly cursor: number | null;
  /** Sends exactly what was judged; returns the bytes still pending. Throws `tool_failed`, also if something else was typed meanwhile. */
  send(signal: AbortSignal): Promise<number>;
}

export interface TypingPlace {
  readonly place: SessionPlace;
  readonly session: Session;
  /** PATH in which programs of sessions are looked up. */
  readonly searchPath: string;
  /**
   * The revision for which another machine has judged the input, null if that machine did not learn of any; absent if it is judged
   * here alone.
   */
  readonly typedAt?: number | null;
}

/** What a session's keeper says of its input. Throws `tool_failed` if the session has ended. */
export async function inputStateOf(place: SessionPlace, session: Session): Promise<KeeperInputState> {
  return readAnswer(inputStateSchema, await askSession(place, session, { method: 'inputState', params: {} }));
}

/**
 * Asks for the input state, makes the input for it and joins it to the unfinished line. Throws `tool_failed` if the session has
 * ended, and for input that another machine has judged for another line.
 */
export async function prepareInput(
  { place, session, searchPath, typedAt }: TypingPlace,
  make: (state: KeeperInputState) => Typed,
): Promise<PreparedInput> {
  const state = await inputStateOf(place, session);
  if (typedAt !== undefined && typedAt !== state.revision) throw typedMeanwhile(session.record.id);
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
  const { eof, strokes = [] } = typed;
  const input = { data, eof, pending, revision: state.revision, strokes };
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

/** The failure of input that was made for another line than the one that is there by now. */
function typedMeanwhile(id: string): Error {
  const state = 'something else was typed meanwhile';
  return cannot('type into', `session ${id}`, state, 'the same input, sent again');
}

/** The strictest kind of the readers in front, or of all possible readers; an unknown one counts as an interpreter. */
function kindOf({ readers }: KeeperInputState, onlyFront: boolean): InputEffect['interpreter'] {
  if (readers === null) return 'other';
  return strictestKind(readers.filter(({ inFront }) => inFront || !onlyFront));
}
