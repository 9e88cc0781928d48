import { refuseField } from '../../core/failure.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import type { TypedBefore } from '../../core/place.ts';
import { firstCharacters } from '../../core/text/cut-text.ts';
import { decodeText, encodeText } from '../../core/text/utf8.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { countOf } from '../../output/notices.ts';
import { encodeKeys } from '../../sessions/input/keys.ts';
import { encodePaste, pastedText } from '../../sessions/input/paste.ts';
import { prepareInput, type Typed } from '../../sessions/input/typing.ts';
import { asDataNotices } from '../../sessions/input/without-terminal.ts';
import { findSession, sessionPlace } from '../../sessions/store.ts';
import type { ToolContext } from '../tool-context.ts';
import type { ActionInput } from './input.ts';

export type TypingInput = ActionInput<'write' | 'send-keys' | 'paste' | 'submit'>;

/** Sends the input of a call, after it was judged together with the unfinished line before it. */
export async function planTyping(input: TypingInput, context: ToolContext): Promise<ToolPlan<Outcome>> {
  const place = sessionPlace(context);
  const session = findSession(place, input.sessionId);
  const { typedAt } = context.surface;
  const where = { place, session, searchPath: context.env.PATH ?? '' };
  const prepared = await prepareInput(typedAt === undefined ? where : { ...where, typedAt }, (state) =>
    typedBy(input, state),
  );
  const { typed, effect, cursor } = prepared;
  const next = cursor === null ? '' : `; what it prints next begins at cursor ${cursor}`;
  const { id, command } = session.record;
  return {
    title: `type ${shorten(effect.data)} into session ${id} (${command})`,
    effects: [effect],
    run: async (signal) => {
      const queued = await prepared.send(signal);
      const count = typed.bytes.length;
      const sent = `${countOf(count, 'byte')} sent to session ${id}${typed.eof ? ', and the end of input' : ''}`;
      const waiting = queued > 0 ? `; the program has not read ${queued} of its bytes yet` : '';
      return outcome({
        status: 'completed',
        message: `${sent}${waiting}${next}.`,
        details: { sessionId: id, bytes: count, queuedBytes: queued, eof: typed.eof, cursor },
        notices: typed.notices,
      });
    },
  };
}

/** Most characters of input in a title; the question shows all. */
const titleChars = 200;

function shorten(data: string): string {
  if (data.length <= titleChars) return JSON.stringify(data);
  return `${JSON.stringify(firstCharacters(data, titleChars))}… (${data.length} characters)`;
}

/** The input of a call, for the modes of the session's terminal. Throws `invalid_input` for what cannot be typed there. */
export function typedBy(input: TypingInput, state: Pick<TypedBefore, 'terminal'>): Typed {
  switch (input.action) {
    case 'write':
      if (input.data === '' && !input.eof) refuseField('data', 'is missing; give text, or eof');
      return written(input, state);
    case 'send-keys':
      return pressed(input, state);
    case 'paste':
      return pasted(input, state);
    case 'submit':
      return { ...plain(state.terminal === null ? '\n' : '\r'), strokes: [1] };
  }
}

function plain(text: string, more: { readonly eof?: boolean } = {}): Typed {
  return { bytes: encodeText(text), text, pasted: false, eof: more.eof ?? false, notices: [] };
}

function written({ data, eof }: ActionInput<'write'>, { terminal }: Pick<TypedBefore, 'terminal'>): Typed {
  return { ...plain(data, { eof }), notices: terminal === null ? asDataNotices(data) : [] };
}

function pressed(
  { literal, hex, keys }: ActionInput<'send-keys'>,
  { terminal }: Pick<TypedBefore, 'terminal'>,
): Typed {
  const { bytes, strokes, notices } = encodeKeys(
    { literal, hex, keys },
    {
      terminal: terminal !== null,
      applicationCursor: terminal?.applicationCursor ?? false,
      otherKeys: terminal?.otherKeys ?? null,
    },
  );
  if (bytes.length === 0) refuseField('keys', 'is missing; give keys, literal or hex');
  return { ...plain(''), bytes, text: decodeText(bytes), strokes, notices };
}

function pasted(
  { text, bracketed }: ActionInput<'paste'>,
  { terminal }: Pick<TypedBefore, 'terminal'>,
): Typed {
  if (terminal === null) {
    if (bracketed === true)
      refuseField('bracketed', 'needs a terminal; the session has none (start it with "pty")');
    return plain(text);
  }
  const isBracketed = bracketed ?? terminal.bracketedPaste;
  const bytes = encodePaste(text, isBracketed);
  return { ...plain(pastedText(text)), bytes, pasted: isBracketed };
}
