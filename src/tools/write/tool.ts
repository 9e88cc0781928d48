import { lineOfFile } from '../../core/file-line.ts';
import { outcome } from '../../core/outcome.ts';
import { changeAt } from '../../core/place.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { defineTool } from '../../core/tool.ts';
import { countOf } from '../../output/notices.ts';
import type { ToolContext } from '../tool-context.ts';
import { writeInput } from './input.ts';
import { planWrite, type WriteResult } from './plan.ts';

function messageOf({ verb, given, written }: WriteResult): string {
  const size = countOf(written, 'byte');
  return verb === 'Created'
    ? `Created ${inQuotes(given)} with ${size}.`
    : `${verb} ${size} to ${inQuotes(given)}.`;
}

/** Writes a whole file, or adds to its end. */
export const write = defineTool<ToolContext, typeof writeInput, WriteResult>({
  name: 'write',
  summary: 'Write a file, or append to it',
  input: writeInput,
  positionals: ['path', 'content'],
  stdinField: () => 'content',
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  plansAnew: true,
  orderedBy: lineOfFile,
  describe: () => 'Write a file atomically, keeping its mode, owner and symlinks. To change parts use edit.',
  plan: planWrite,
  outline: (call, place) =>
    changeAt(place, {
      title: `${call.mode === 'append' ? 'append to' : 'write'} ${call.path}`,
      path: call.path,
      input: call,
      changes: [{ old: '', fresh: call.content }],
    }),
  present: (result) => {
    const { details, display, notices } = result;
    return outcome({ status: 'completed', message: messageOf(result), details, display, notices });
  },
});
