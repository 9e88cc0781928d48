import { findProfile } from '../profiles/table.ts';
import { type Arg, type Printed, printedIn, type Step, textOf } from '../shell/arg.ts';
import { readsFiles, startedByShell } from './started.ts';

// `find src | while read -r f; do …; done`: if a command in the loop reads standard input too, the loop may get the rest
// of a line, which is another name than was printed.

/** Commands that never read standard input. */
const readsNone =
  /^(echo|printf|true|false|:|test|\[|basename|dirname|readlink|realpath|stat|ls|pwd|continue|break)$/;
const opens = /^(read|tree|list|names)$/;

/** Whether `git` shows tracked content and reads no list from standard input. */
function isGitAlone([, sub, ...words]: readonly Arg[]): boolean {
  return (
    /^(log|diff|show)$/.test(textOf(sub) ?? '') &&
    words.every((word) => !/stdin|from-file|(^|=)-$/.test(textOf(word) ?? ''))
  );
}

/** Whether all that a command opens are names that it is handed, at least one. */
function opensNames(base: string, step: Step): boolean {
  const started = startedByShell(step);
  const reading = started && findProfile(base, started.args)?.reading;
  if (started === null || reading === undefined || reading === null || typeof reading === 'string')
    return false;
  const opened = reading.operands.filter(({ kind }) => opens.test(kind));
  const isOther = ({ arg }: { readonly arg: Arg }) => !started.names.has(arg) && textOf(arg) !== '/dev/null';
  return (
    started.names.size > 0 &&
    reading.positionals.some(({ arg, kind }) => started.names.has(arg) && opens.test(kind)) &&
    !opened.some(isOther)
  );
}

/** Whether a command may read its standard input. */
function mayReadInput(step: Step): boolean {
  const { args, wrapper } = step;
  if (args.length === 0) return false;
  const base = wrapper ? '' : (textOf(args[0]) ?? '');
  if (base === 'git') return !isGitAlone(args);
  // Programs that read files read standard input if they are given none.
  return !readsNone.test(base) && !(readsFiles.test(base) && opensNames(base, step));
}

/** Drops the printed names from loop variables if a command in the loop may read from the same input. */
export function withWholeLines(steps: readonly Step[]): readonly Step[] {
  const shared = new Set<Printed['commands']>();
  for (const step of steps)
    if (step.loopInput !== undefined && mayReadInput(step)) shared.add(step.loopInput.commands);
  if (shared.size === 0) return steps;
  const without = (arg: Arg): Arg => {
    const printed = printedIn(arg);
    if (arg.kind !== 'unknown' || printed === undefined || !shared.has(printed.commands)) return arg;
    const { printed: _, below: __, ...plain } = arg;
    return plain;
  };
  return steps.map((step) => ({
    ...step,
    args: step.args.map(without),
    redirects: step.redirects.map((one) => ({ ...one, target: without(one.target) })),
  }));
}
