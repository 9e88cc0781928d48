import { onOneLine } from '../../core/text/one-line.ts';
import type { Scope } from '../paths/scope.ts';
import { namesPrinted } from '../profiles/name-lists.ts';
import type { Ruling } from '../ruling.ts';
import { type Step, textArg, textOf } from '../shell/arg.ts';
import { oddBelow, tooManyBelow } from './look-below.ts';
import type { Started } from './started.ts';
import type { JudgedStep } from './step.ts';

/** Whether the names printed by a git diff are known once it leaves out deleted files. */
function isKnownWithoutGone({ fedBy = [] }: Step): boolean {
  const [first = [], ...others] = fedBy;
  const [git, sub, ...words] = first;
  if (git === undefined || sub === undefined || textOf(sub) !== 'diff') return false;
  return namesPrinted([[git, sub, textArg('--diff-filter=d'), ...words], ...others]) !== null;
}

/** Why a command asks that starts `inner`, which only reads, with names. */
export function handingCause(
  outer: string,
  inner: string,
  {
    started: { source, names },
    step,
    scope,
  }: { readonly started: Started; readonly step: Step; readonly scope: Scope },
): string {
  const cause = source && (tooManyBelow(source, scope) ?? oddBelow(source, scope));
  if (cause !== null) return `${outer}: ${cause}`;
  if (source === null && names.size > 0) {
    const unknown = `${outer}: the names that it is handed are not known before it runs`;
    return isKnownWithoutGone(step)
      ? `${unknown}, as files may be gone (--diff-filter=d leaves those out)`
      : unknown;
  }
  return `${outer}: what it hands to ${inner} may be more than files to be read`;
}

/** Replaces the reason of a step that asks. */
export function withReason(judged: JudgedStep, reason: string): JudgedStep {
  const own = judged.ruling.reason;
  const told = (ruling: Ruling) =>
    ruling.reason === own ? { ...ruling, reason: onOneLine(reason) } : ruling;
  return { ...judged, ruling: told(judged.ruling), asking: judged.asking.map(told) };
}
