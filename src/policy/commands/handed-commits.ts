import { printsCommitLines } from '../profiles/commit-lists.ts';
import { commandOfXargs } from '../profiles/xargs.ts';
import { type Step, textOf } from '../shell/arg.ts';
import { commitArg } from '../shell/revisions.ts';
import { type JudgedStep, judgeStep, type StepContext } from './step.ts';

/** The git command that an `xargs` starts with commit hashes printed by another git; null for every other step. */
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

/** Judges a command started with commits, and its starter, separately; the whole step if either may do more than read. */
export function judgeAround(
  step: Step,
  {
    started,
    whole,
    context,
  }: { readonly started: Step; readonly whole: JudgedStep; readonly context: StepContext },
): readonly JudgedStep[] {
  const outer = judgeStep({ ...step, args: step.args.slice(0, 1), wrapper: true }, context);
  const inner = judgeStep(started, context);
  return outer.by === 'profile' && inner.by === 'profile' ? [{ ...outer, step }, inner] : [whole];
}
