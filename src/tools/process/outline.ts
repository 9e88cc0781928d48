import type { Effect } from '../../core/effect.ts';
import type { Outline, Place, TypedBefore } from '../../core/place.ts';
import type { ProcessInput } from './input.ts';
import { type TypingInput, typedBy } from './typing.ts';

/** What an action would do to a session on another machine. */
export function outlineProcess(input: ProcessInput, place: Pick<Place, 'host' | 'typed'>): Outline {
  const session = 'sessionId' in input && input.sessionId !== undefined ? ` ${input.sessionId}` : '';
  return {
    title: `process ${input.action}${session}`,
    effects: effectsOf(input, place),
    display: [],
    input: { ...input },
    seconds: secondsOf(input),
  };
}

function secondsOf(input: ProcessInput): number {
  if (input.action === 'wait') return input.timeout;
  return input.action === 'poll' ? input.waitMs / 1000 : 0;
}

function effectsOf(
  input: ProcessInput,
  { host, typed = unknown }: Pick<Place, 'host' | 'typed'>,
): readonly Effect[] {
  switch (input.action) {
    case 'kill':
    case 'remove':
    case 'resize':
      return [{ kind: 'signal', session: input.sessionId }];
    case 'write':
    case 'send-keys':
    case 'paste':
    case 'submit':
      // The program that reads it is unknown here, so it is judged as if a shell did.
      return [
        {
          kind: 'input',
          session: input.sessionId,
          node: host,
          data: lineBy(input, typed),
          interpreter: 'other',
          readers: null,
          searchPath: '',
        },
      ];
    default:
      return [];
  }
}

/** A terminal in the modes in which it starts, but for keys without a code of their own: the node refuses those if need be. */
const unknown: TypedBefore = {
  pending: '',
  terminal: { applicationCursor: false, bracketedPaste: false, otherKeys: 'kitty' },
};

/** The line that the input makes of what was typed before it. */
function lineBy(input: TypingInput, { pending, terminal }: TypedBefore): string {
  const { text } = typedBy(input, { terminal });
  return pending + (terminal === null ? text : text.replaceAll('\r', '\n'));
}
