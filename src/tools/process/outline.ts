import type { Effect } from '../../core/effect.ts';
import type { Outline } from '../../core/place.ts';
import { hexBytes } from '../../sessions/input/keys.ts';
import type { ProcessInput } from './input.ts';

/** What an action would do to a session on another machine. */
export function outlineProcess(input: ProcessInput): Outline {
  const session = 'sessionId' in input && input.sessionId !== undefined ? ` ${input.sessionId}` : '';
  return {
    title: `process ${input.action}${session}`,
    effects: effectsOf(input),
    display: [],
    input: { ...input },
    seconds: secondsOf(input),
  };
}

function secondsOf(input: ProcessInput): number {
  if (input.action === 'wait') return input.timeout;
  return input.action === 'poll' ? input.waitMs / 1000 : 0;
}

function effectsOf(input: ProcessInput): readonly Effect[] {
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
          data: typedBy(input),
          interpreter: 'other',
          readers: null,
          searchPath: '',
        },
      ];
    default:
      return [];
  }
}

function typedBy(
  input: Extract<ProcessInput, { action: 'write' | 'send-keys' | 'paste' | 'submit' }>,
): string {
  switch (input.action) {
    case 'write':
      return input.data;
    case 'paste':
      return input.text;
    case 'submit':
      return '\n';
    case 'send-keys': {
      const bytes = (input.hex ?? []).map((hex) => Buffer.from(hexBytes(hex)).toString('latin1'));
      return [input.literal ?? '', ...bytes, ...(input.keys ?? []).map((key) => `<${key}>`)].join('');
    }
  }
}
