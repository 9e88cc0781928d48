import { doomedPlan } from '../../core/doomed-plan.ts';
import type { Effect } from '../../core/effect.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import { shownPath } from '../../core/paths/containment.ts';
import { type ShownChange, showChange } from '../../output/display-diff.ts';
import { commitChange } from '../../platform/files/change/commit.ts';
import { requireHash } from '../../platform/files/change/expected-hash.ts';
import { type Snapshot, takeSnapshot } from '../../platform/files/change/snapshot.ts';
import { wholeFileBytes } from '../../platform/files/file-bytes.ts';
import { type ResolvedPath, resolvePath } from '../../platform/files/resolve-path.ts';
import { sha256OfParts } from '../../platform/files/sha256.ts';
import { explainMissing } from '../../platform/files/siblings.ts';
import type { ToolContext } from '../tool-context.ts';
import { type EditedBytes, editBytes } from './edit-bytes.ts';
import { type Edit, type EditInput, editsOf } from './input.ts';
import { editCancelled, type Pause, pausesOf } from './pause.ts';

/** A change that is computed but not made. */
export interface PlannedEdit {
  readonly target: ResolvedPath;
  readonly old: Snapshot;
  readonly hash: string;
  readonly edits: number;
  readonly edited: EditedBytes;
  readonly shown: ShownChange;
  readonly isDryRun: boolean;
}

export interface EditResult {
  readonly change: PlannedEdit;
  /** Notices on how it was written. */
  readonly notices: readonly string[];
}

/** The present file; throws `tool_failed` if this call cannot edit it. */
async function currentFile(
  target: ResolvedPath,
  call: EditInput,
  context: ToolContext,
): Promise<{ old: Snapshot; bytes: Buffer }> {
  const old = await takeSnapshot(target, 'edit', wholeFileBytes);
  if (old === null) {
    const { lack, hint } = await explainMissing(target, context);
    throw cannot('edit', call.path, `no such file${lack}`, `an existing file; write makes new ones${hint}`);
  }
  requireHash(target, { snapshot: old, expected: call.expectedHash, action: 'edit' });
  if (old.bytes === null) {
    const wanted = `at most ${wholeFileBytes} bytes; use sed in shell`;
    throw cannot('edit', call.path, `it has ${old.stats.size} bytes`, wanted);
  }
  return { old, bytes: old.bytes };
}

async function workOut(
  call: EditInput,
  edits: readonly Edit[],
  { target, pause, context }: Readonly<{ target: ResolvedPath; pause: Pause; context: ToolContext }>,
): Promise<PlannedEdit> {
  const { old, bytes } = await currentFile(target, call, context);
  const edited = await editBytes({ given: call.path, bytes }, edits, pause);
  await pause();
  const { before, after, ...around } = edited.part;
  const shown = await showChange(shownPath(target.path, context.workspace.cwd), before, after, around);
  const hash = sha256OfParts(edited.content);
  return { target, old, hash, edits: edits.length, edited, shown, isDryRun: call.dryRun };
}

async function carryOut(change: PlannedEdit, stateFolder: string, signal: AbortSignal): Promise<EditResult> {
  if (signal.aborted) throw editCancelled();
  if (change.isDryRun || change.hash === change.old.hash) return { change, notices: [] };
  const { target, old: planned } = change;
  const { content } = change.edited;
  const flags = { isAppend: false, mayGrow: false, createParents: false };
  const commit = { target, action: 'edit', planned, content, ...flags, stateFolder };
  const { notices } = await commitChange(commit, () => {
    if (signal.aborted) throw editCancelled();
  });
  return { change, notices };
}

/** Computes the whole change; if that fails, or for a dry run, the call only reads. */
export async function planEdit(call: EditInput, context: ToolContext) {
  const { workspace, folders, signal: asked } = context;
  const edits = editsOf(call);
  const { path: given } = call;
  const target = await resolvePath(given, workspace, 'edit');
  const title = `edit ${given}`;
  let change: PlannedEdit;
  try {
    change = await workOut(call, edits, { target, pause: pausesOf(asked), context });
  } catch (error) {
    if (error instanceof ToolFailure && error.code !== 'cancelled') return doomedPlan(title, target, error);
    throw error;
  }
  const { old, hash, isDryRun, shown } = change;
  const effect: Effect = isDryRun
    ? { kind: 'read', path: target.path, given }
    : { kind: 'write', path: target.path, given, before: old.hash, after: hash };
  const run = (signal: AbortSignal) => carryOut(change, folders.state, signal);
  return { title, effects: [effect], display: [shown.display], run };
}
