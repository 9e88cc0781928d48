import { printsCommitLines } from '../profiles/commit-lists.ts';
import { commandOfXargs } from '../profiles/xargs.ts';
import { type Step, textOf } from '../shell/arg.ts';
import { commitArg } from '../shell/revisions.ts';

/** The git that an `xargs` starts with commits that another one prints, by their hashes; null for every other step. */
export function commitsHanded(step: Step): Step | null {
  const { args, fedBy } = step;
  const taken = textOf(args[0]) === 'xargs' && fedBy !== undefined ? commandOfXargs(args) : null;
  if (taken === null || taken.isEnded || fedBy === undefined || !printsCommitLines(fedBy)) return null;
  const { words, mark, isBatch } = taken;
  if (textOf(words[0]) !== 'git') return null;
  const commit = commitArg('{}');
  const put = mark === null ? words : words.map((word) => (textOf(word) === mark ? commit : word));
  if (mark !== null && put.some((word) => textOf(word)?.includes(mark) === true)) return null;
  const added = mark !== null ? [] : isBatch ? [commit, commit] : [commit];
  return { ...step, args: [...put, ...added], assignments: [], redirects: [], touched: [], shell: false };
}
