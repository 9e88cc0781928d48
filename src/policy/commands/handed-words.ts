import { commandOfXargs } from '../profiles/xargs.ts';
import { baseName } from '../programs/base-name.ts';
import type { Ruling } from '../ruling.ts';
import { type Step, textArg, textOf } from '../shell/arg.ts';
import { heldBack } from './held-back.ts';
import type { StepContext } from './step.ts';

const prints = /^(?:echo|printf)$/;

/** The words that a command prints, each as `xargs` may take it; a format is read as if it were one. */
function printedWords(step: Step): readonly string[] {
  const commands = step.fedBy?.filter(([program]) => prints.test(textOf(program) ?? '')) ?? [];
  const texts = commands.flatMap(([, ...args]) => args.map((arg) => textOf(arg) ?? ''));
  return texts.flatMap((text) => text.split(/\s+|\\[n0]/)).filter((word) => word !== '');
}

/** Asks about what an `xargs` that a rule allows does with words that are printed to it, as if its program were given them. */
export function handedWords(step: Step, context: StepContext): readonly Ruling[] {
  const taken = commandOfXargs(step.args);
  const printed = printedWords(step);
  if (taken === null || printed.length === 0) return [];
  const { words, mark } = taken;
  const filled = (name: string) =>
    words.map((word) => textArg((textOf(word) ?? '').replaceAll(mark ?? '', name)));
  const given = mark === null ? [[...words, ...printed.map((name) => textArg(name))]] : printed.map(filled);
  const base = baseName(textOf(words[0]) ?? '');
  return given.flatMap((args) => {
    const spelled = args.slice(1).map(() => false);
    return heldBack({ ...step, args }, spelled, { base, context, touches: [], cwds: step.cwds });
  });
}
