import type { InputEffect } from '../core/effect.ts';
import { inputStateSchema, type KeeperInputState, readAnswer } from './keeper-answers.ts';
import { askSession } from './observe.ts';
import type { Session, SessionPlace } from './store.ts';
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
  /** Sends exactly what was judged; returns the bytes that wait for the program. Throws `tool_failed`, also when something else was typed meanwhile. */
  send(signal: AbortSignal): Promise<number>;
}

/** Asks what typing depends on, makes the input for it, and joins it to the unfinished line. Throws `tool_failed` when the session has ended. */
export async function prepareInput(
  place: SessionPlace,
  session: Session,
  make: (state: KeeperInputState) => Typed,
): Promise<PreparedInput> {
  const asked = await askSession(place, session, { method: 'inputState', params: {} });
  const state = readAnswer(inputStateSchema, asked);
  const typed = make(state);
  const { judged, pending } = await joinTyped({
    pending: state.pending,
    text: typed.text,
    reader: state.reader,
    terminal: state.terminal,
    pasted: typed.pasted,
  });
  const data = Buffer.from(typed.bytes).toString('base64');
  const input = { data, eof: typed.eof, pending, revision: state.revision };
  return {
    effect: { kind: 'input', session: session.record.id, data: judged, interpreter: state.reader },
    typed,
    send: async (signal) =>
      Number(await askSession(place, session, { method: 'input', params: input, signal })),
  };
}
