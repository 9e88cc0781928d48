import type { Display } from '../../core/content.ts';
import { doomedPlan } from '../../core/doomed-plan.ts';
import type { Effect } from '../../core/effect.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import { shownPath } from '../../core/paths/containment.ts';
import type { ShownChange } from '../../output/display-diff.ts';
import { countOf } from '../../output/notices.ts';
import { type Change, commitChange, requireParent } from '../../platform/files/change/commit.ts';
import { requireHash } from '../../platform/files/change/expected-hash.ts';
import { type Snapshot, takeSnapshot } from '../../platform/files/change/snapshot.ts';
import { bytesOf } from '../../platform/files/file-bytes.ts';
import { namesFolder, type ResolvedPath, resolvePath } from '../../platform/files/resolve-path.ts';
import { hexOf, sha256OfParts } from '../../platform/files/sha256.ts';
import { twinNotices } from '../../platform/files/siblings.ts';
import type { ToolContext } from '../tool-context.ts';
import type { WriteInput } from './input.ts';
import { lineEndNotices } from './line-ends.ts';
import { requireWorkspaceOf } from './lost-workspace.ts';
import { diffBytes, previewWrite } from './preview.ts';

export interface WriteResult {
  readonly given: string;
  readonly verb: 'Wrote' | 'Created' | 'Appended';
  readonly written: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly display: readonly Display[];
  readonly notices: readonly string[];
}

/** The present file, null for none; throws `tool_failed` if this call cannot write it. */
async function currentFile(
  resolved: ResolvedPath,
  call: WriteInput,
  workspace: ToolContext['workspace'],
): Promise<Snapshot | null> {
  if (namesFolder(call.path)) throw cannot('write', call.path, 'it names a folder', "a file's path");
  requireWorkspaceOf(resolved, workspace);
  requireParent({ target: resolved, action: 'write', createParents: call.createParents });
  const old = await takeSnapshot(resolved, 'write', diffBytes);
  requireHash(resolved, { snapshot: old, expected: call.expectedHash, action: 'write' });
  return old;
}

/** The hash after a change to `old`; null if `old` is too large. */
function hashAfter(old: Snapshot | null, { content, isAppend }: Change): string | null {
  if (!isAppend || old === null) return sha256OfParts(content);
  return old.digest === null ? null : hexOf(old.digest.sum, content);
}

/** A notice that others appended to the file between the plan and the change, which the shown change lacks. */
function grownBy(planned: Snapshot | null, onto: Snapshot | null): readonly string[] {
  const bytes = (onto?.stats.size ?? 0) - (planned?.stats.size ?? 0);
  return bytes > 0 ? [`Others had added ${countOf(bytes, 'byte')} meanwhile; they stay.`] : [];
}

async function carryOut(
  change: Change,
  { shown, after, said }: { shown: ShownChange; after: string | null; said: readonly string[] },
  signal: AbortSignal,
): Promise<WriteResult> {
  const { target, planned, isAppend } = change;
  const written = bytesOf(change.content);
  const { onto, notices } = await commitChange(change, () => {
    if (signal.aborted) throw new ToolFailure('cancelled', 'Write cancelled; nothing was written.');
  });
  const grown = isAppend ? grownBy(planned, onto) : [];
  return {
    given: target.given,
    verb: onto === null ? 'Created' : isAppend ? 'Appended' : 'Wrote',
    written,
    details: {
      path: target.path,
      created: onto === null,
      bytes: (isAppend ? (onto?.stats.size ?? 0) : 0) + written,
      hash: grown.length === 0 ? after : hashAfter(onto, change),
      added: shown.added,
      removed: shown.removed,
    },
    display: [shown.display],
    notices: [...notices, ...said, ...grown],
  };
}

/** Resolves the path and reads the old content to show the change; a call that cannot succeed is planned as such. */
export async function planWrite(call: WriteInput, context: ToolContext) {
  const { workspace, folders } = context;
  const { path: given, content, createParents, expectedHash } = call;
  const target = await resolvePath(given, workspace, 'write');
  const isAppend = call.mode === 'append';
  const title = `${isAppend ? 'append to' : 'write'} ${given}`;
  let planned: Snapshot | null;
  try {
    planned = await currentFile(target, call, workspace);
  } catch (error) {
    if (error instanceof ToolFailure) return doomedPlan(title, target, error);
    throw error;
  }
  const stateFolder = folders.state;
  // An append does not depend on what others append.
  const flags = { isAppend, mayGrow: isAppend && expectedHash === undefined, createParents };
  const bytes = [Buffer.from(content, 'utf8')];
  const change: Change = { target, action: 'write', planned, content: bytes, ...flags, stateFolder };
  const after = hashAfter(planned, change);
  const path = shownPath(target.path, workspace.cwd);
  const shown = await previewWrite(path, { old: planned, content, isAppend });
  const twins = planned === null ? await twinNotices(target.path, context) : [];
  const said = [...lineEndNotices(planned, content, isAppend), ...twins];
  const before = planned?.hash ?? null;
  const effects: readonly Effect[] = [{ kind: 'write', path: target.path, given, before, after }];
  const run = (signal: AbortSignal) => carryOut(change, { shown, after, said }, signal);
  return { title, effects, display: [shown.display], run };
}
