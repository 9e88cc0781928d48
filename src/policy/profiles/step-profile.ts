import { type Arg, type Step, textArg, textOf } from '../shell/arg.ts';
import { findProfile, type ProfileMatch } from './table.ts';

/** The option by which a program takes the code that it reads on its standard input otherwise. */
const codeOptions: ReadonlyMap<string, string> = new Map([
  ['python', '-c'],
  ['python3', '-c'],
  ['node', '-e'],
  ['nodejs', '-e'],
]);

/**
 * The words of a step, with the code as one of them where it is a here-document: `python3 -c CODE` for `python3 - <<'EOF'`. The
 * interpreter does the same with both, but that the code finds nothing more on its standard input.
 */
function wordsWithCode(base: string, { args, inputText }: Pick<Step, 'args' | 'inputText'>): readonly Arg[] {
  const option = codeOptions.get(base);
  const [program, dash, ...others] = args;
  const isBare = others.length === 0 && (dash === undefined || textOf(dash) === '-');
  if (option === undefined || inputText === undefined || program === undefined || !isBare) return args;
  return [program, textArg(option), textArg(inputText)];
}

/** The profile of a step by the name of its program, or null. */
export function findStepProfile(base: string, step: Pick<Step, 'args' | 'inputText'>): ProfileMatch | null {
  return findProfile(base, wordsWithCode(base, step));
}
