import { lineOfFile } from '../../core/file-line.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import { changeAt, touchAt } from '../../core/place.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { defineTool } from '../../core/tool.ts';
import { countOf } from '../../output/notices.ts';
import { bytesOf } from '../../platform/files/file-bytes.ts';
import type { ToolContext } from '../tool-context.ts';
import { editInput, editsOf } from './input.ts';
import { type EditResult, type PlannedEdit, planEdit } from './plan.ts';

function messageOf({ target, edited, isDryRun, hash, old }: PlannedEdit): string {
  const what = `${countOf(edited.replacements, 'replacement')} in ${inQuotes(target.given)}`;
  if (isDryRun) return `Would make ${what}; nothing was written.`;
  return hash === old.hash ? `Made ${what}; the content is the same as before.` : `Made ${what}.`;
}

function presentEdit({ change, notices }: EditResult): Outcome {
  const { target, edited, shown, hash, edits, isDryRun } = change;
  return outcome({
    status: 'completed',
    message: messageOf(change),
    details: {
      path: target.path,
      edits,
      replacements: edited.replacements,
      dryRun: isDryRun,
      bytes: bytesOf(edited.content),
      hash,
      added: shown.added,
      removed: shown.removed,
    },
    display: [shown.display],
    notices: [...edited.notices, ...notices],
  });
}

/** Replaces text in a file. */
export const edit = defineTool<ToolContext, typeof editInput, EditResult>({
  name: 'edit',
  summary: 'Replace text in a file',
  input: editInput,
  positionals: ['path'],
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  plansAnew: true,
  orderedBy: lineOfFile,
  describe: () =>
    'Replace exact text in a file. "old" must occur once (or set replaceAll). Give edits, or old and new. All or nothing.',
  plan: planEdit,
  outline: (call, place) => {
    const changes = editsOf(call).map((one) => ({ old: one.old, fresh: one.new }));
    const { path } = call;
    if (call.dryRun) return touchAt(place, 'read', { title: `edit ${path}`, path, input: call });
    return changeAt(place, { title: `edit ${path}`, path, input: call, changes });
  },
  present: presentEdit,
});
