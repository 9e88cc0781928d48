import { type CommandVerdict, type Decision, stricter } from '../core/verdict.ts';
import type { ExecRuling } from './commands/exec.ts';
import { allowedByFull, askedAlways, type Mode, settle } from './mode.ts';
import type { Words } from './rules/pattern.ts';
import { type Ruling, strictest } from './ruling.ts';
import type { Arg } from './shell/arg.ts';

const unknownWord = '…';

function isSame(words: Words, args: readonly Arg[]): boolean {
  return (
    words.length === args.length &&
    args.every((arg, index) => arg.kind !== 'text' || arg.text === words[index])
  );
}

/** The ruling on a part of a call as the mode settles it, but never stricter than that on the whole. */
export function bounded(
  part: Ruling,
  whole: Ruling,
  mode: Mode,
): { readonly decision: Decision; readonly reason: string; readonly rule: Ruling['rule'] } {
  const { decision, reason, rule } = settle(part, mode);
  const settled = settle(whole, mode);
  if (stricter(decision, settled.decision) === settled.decision) return { decision, reason, rule };
  return { decision: settled.decision, reason: settled.reason, rule: settled.rule };
}

/** Applies the mode to a step: under `full` nothing asks for lack of a rule, under `ask: always` everything asks. */
function inMode(ruling: Ruling, mode: Mode): Ruling {
  if (mode.always && ruling.decision === 'allow')
    return { ...askedAlways('Running a command'), rule: ruling.rule };
  if (!mode.always && mode.security === 'full' && ruling.decision === 'ask') return allowedByFull;
  return ruling;
}

/**
 * The verdicts on the commands of a call, for people: one for each command that was understood and, if the reason is another
 * command, one for that. `whole` is the ruling on the call.
 */
export function commandVerdicts(exec: ExecRuling, whole: Ruling, mode: Mode): readonly CommandVerdict[] {
  const steps = exec.steps.filter(({ step }) => step.args.length > 0);
  const rows = steps.map(({ step, program, ruling }): CommandVerdict => {
    const named = exec.culprits.filter(({ words }) => isSame(words, step.args));
    const own = inMode(ruling, mode);
    // A rule that names the command is what a person wrote about it, and comes before the lack of another.
    const worst = strictest([...named.map((culprit) => culprit.ruling), own], own);
    const argv = step.args.map((arg) => arg.text);
    return { argv, program: program?.fact?.realPath ?? null, ...bounded(worst, whole, mode) };
  });
  const reason = exec.culprits.find(({ ruling }) => ruling === whole);
  if (reason === undefined || reason.words.length === 0) return rows;
  if (steps.some(({ step }) => isSame(reason.words, step.args))) return rows;
  const argv = reason.words.map((word) => word ?? unknownWord);
  return [...rows, { argv, program: reason.program, ...bounded(reason.ruling, whole, mode) }];
}
