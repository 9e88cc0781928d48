import type { Outcome } from '../../core/outcome.ts';
import { isRecord } from '../../core/record.ts';
import { defineTool, type ToolPlan } from '../../core/tool.ts';
import type { ToolContext } from '../tool-context.ts';
import { planClear, planKill, planRemove, planResize } from './control.ts';
import { type ProcessInput, processInput } from './input.ts';
import { planList } from './list.ts';
import { planLog } from './log.ts';
import { outlineProcess } from './outline.ts';
import { planPoll } from './poll.ts';
import { planScreen } from './screen.ts';
import { planTyping } from './typing.ts';
import { planWait } from './wait.ts';

async function planProcess(input: ProcessInput, context: ToolContext): Promise<ToolPlan<Outcome>> {
  switch (input.action) {
    case 'list':
      return planList(context);
    case 'poll':
      return planPoll(input, context);
    case 'log':
      return planLog(input, context);
    case 'write':
    case 'send-keys':
    case 'paste':
    case 'submit':
      return planTyping(input, context);
    case 'resize':
      return planResize(input, context);
    case 'screen':
      return planScreen(input, context);
    case 'wait':
      return planWait(input, context);
    case 'kill':
      return planKill(input, context);
    case 'clear':
      return planClear(input, context);
    case 'remove':
      return planRemove(input, context);
  }
}

const typing: ReadonlySet<unknown> = new Set(['write', 'send-keys', 'paste', 'submit']);

/** Watches, feeds and ends the sessions of this workspace. */
export const processTool = defineTool<ToolContext, typeof processInput, Outcome>({
  name: 'process',
  summary: 'Watch, feed and end background sessions',
  input: processInput,
  positionals: ['action', 'sessionId', 'data', 'text', 'keys', 'pattern', 'signal', 'cols', 'rows'],
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  describe: () =>
    'Sessions that shell started. poll returns output from a byte cursor and the next cursor; reading loses nothing. ' +
    'Prefer wait with a pattern.',
  stdinField: ({ action }) => {
    if (action === 'paste') return 'text';
    return action === 'write' ? 'data' : null;
  },
  plan: planProcess,
  outline: outlineProcess,
  waits: (input) =>
    isRecord(input) &&
    (input.action === 'wait' ||
      (input.action === 'poll' && input.waitMs !== undefined && input.waitMs !== 0)),
  plansAnew: true,
  // Input to a session must arrive in the order in which it was sent.
  orderedBy: (input) =>
    isRecord(input) && typing.has(input.action) && typeof input.sessionId === 'string'
      ? `session\0${input.sessionId}`
      : null,
  present: (result) => result,
});
