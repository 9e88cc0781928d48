import { inQuotes } from '../../core/text/one-line.ts';
import { inUnknownFolder } from '../paths/touch.ts';
import { subCommandAt } from '../programs/git-globals.ts';
import { setOf } from '../programs/words.ts';
import { ask, type Ruling } from '../ruling.ts';
import { type Folders, type Step, textOf } from '../shell/arg.ts';
import type { StepContext } from './step.ts';

/** Sub-commands of git itself that are in daily use, which no alias replaces. */
const ownSubs = setOf(
  'add am apply archive bisect blame branch bundle cat-file check-attr check-ignore checkout cherry cherry-pick clean clone commit commit-tree config ' +
    'count-objects describe diff diff-files diff-index diff-tree difftool fetch filter-branch for-each-ref format-patch fsck gc grep hash-object help ' +
    'init log ls-files ls-remote ls-tree maintenance merge merge-base merge-file merge-tree mergetool mv name-rev notes pack-refs prune pull push ' +
    'range-diff read-tree rebase reflog remote repack replace rerere reset restore rev-list rev-parse revert rm shortlog show show-branch show-ref ' +
    'sparse-checkout stash status stripspace submodule switch symbolic-ref tag update-index update-ref var verify-commit verify-tag version ' +
    'whatchanged worktree write-tree',
);

/** Asks about a sub-command of git that the repository's own configuration may define, which a rule for git cannot have meant. */
export function aliasRulings(
  step: Step,
  { context, cwds }: { readonly context: StepContext; readonly cwds: Folders },
): readonly Ruling[] {
  if (context.mode.security === 'full') return [];
  const words = step.args.slice(1).map(textOf);
  const at = subCommandAt(words);
  const sub = at === -1 ? null : (words[at] ?? null);
  if (at === -1 || (sub !== null && ownSubs.has(sub))) return [];
  if (cwds === null) return [ask(inUnknownFolder)];
  return cwds.flatMap((cwd) => {
    const repository = context.scope.book.repository(cwd);
    if (repository === null) return [];
    const isDefined = sub === null || repository.aliases.includes(sub.toLowerCase());
    const mayBe = repository.drivers.some((name) => /^include/i.test(name));
    if (!isDefined && !mayBe) return [];
    return [ask(`what ${inQuotes(`git ${sub ?? ''}`)} runs is told by the repository's own configuration`)];
  });
}
