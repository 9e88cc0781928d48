import type { CommandNode, Redirection, While } from 'unbash';
import { printsCommitLines } from '../profiles/commit-lists.ts';
import { lineNumbersPrinted, printsNumbers } from '../profiles/line-numbers.ts';
import { type Arg, type Cwds, type Printed, printedOf, textArg, type WrittenStep } from './arg.ts';
import { repeating, wholePrinted } from './feeding.ts';
import { countArg } from './numbers.ts';
import { commitArg } from './revisions.ts';
import { isNameable } from './variables.ts';
import type { WordReading } from './word.ts';

const readsLine =
  /^(?:IFS=(?:''|"")?[ \t]+)?read[ \t]+((?:(?:-r|-r?d[ \t]+(?:''|""|\$'\\0'))[ \t]+)*)([A-Za-z_]\w*)[\s;]*$/;

/** The lines that a loop reads one by one. */
export interface LoopLines {
  readonly name: string;
  readonly value: Arg;
  readonly input: Printed;
}

/**
 * The lines that a loop with the clause `clause` reads into a variable: `while read -r f`; null if it does anything else, or
 * if it is unknown what prints them.
 */
export function linesRead(
  { kind }: While,
  clause: string,
  {
    fedBy,
    cwds,
    reading,
  }: { readonly fedBy: WrittenStep['fedBy']; readonly cwds: Cwds; readonly reading: WordReading },
): LoopLines | null {
  const [, flags = '', name = ''] = readsLine.exec(clause) ?? [];
  if (kind !== 'while' || fedBy === undefined || !isNameable(name)) return null;
  const isEnded = flags.includes('d');
  // For empty output, `echo` still prints an empty line.
  const isOne = fedBy.some((words) => wholePrinted(words) !== null);
  const input = {
    commands: fedBy,
    cwds,
    isEach: true,
    ...(isEnded ? { isEnded } : {}),
    ...(isOne ? { isOne } : {}),
  };
  // A hash or number without a newline is still one, or nothing.
  if (printsCommitLines(fedBy) && !isEnded) return { name, value: commitArg(name), input };
  if (printsNumbers(fedBy) && !isEnded) return { name, value: countArg(name), input };
  const value = { kind: 'unknown', text: name, prefix: '', single: true } as const;
  const isNumbered = !isEnded && lineNumbersPrinted(fedBy) !== null && reading.isToldPlainly();
  return { name, value: isNumbered ? { ...value, lines: 'one' } : { ...value, printed: input }, input };
}

/** Whether redirects replace the standard input of a command. */
export function givesInput(redirects: readonly Redirection[]): boolean {
  return redirects.some(
    ({ type, descriptor, ...node }) =>
      (type !== 'Redirect' || ('operator' in node && node.operator === '<')) &&
      (descriptor === undefined || (descriptor.type !== 'FileDescriptorVariable' && descriptor.value === 0)),
  );
}

/** Whether a loop reads only the output of commands: `while …; done < <(…)`. */
function readsSubstitution(node: CommandNode, [only, ...others]: readonly Redirection[]): boolean {
  if (node.type !== 'While' || only?.type !== 'Redirect' || others.length > 0) return false;
  const { operator, descriptor, target } = only;
  return operator === '<' && descriptor === undefined && target?.text.startsWith('<(') === true;
}

/** The commands that feed a loop from a variable, ending with an `echo`: `while …; done <<< "$files"`; undefined for others. */
function textRead(
  node: CommandNode,
  [only, ...others]: readonly Redirection[],
  { reading, cwds }: { readonly reading: WordReading; readonly cwds: Cwds },
): WrittenStep['fedBy'] {
  if (node.type !== 'While' || only?.type !== 'HereString' || others.length > 0) return undefined;
  const name = only.descriptor === undefined ? /^"\$(\w+)"$/.exec(only.target?.text ?? '')?.[1] : undefined;
  const value = name === undefined ? undefined : reading.known.get(name);
  const whole = value === undefined ? undefined : printedOf(value);
  if (value === undefined || whole === undefined || whole.isEach) return undefined;
  return repeating(
    [textArg('echo'), { kind: 'unknown', text: value.text, prefix: '', single: true, whole }],
    cwds,
  );
}

/** The commands that feed a loop by a redirect of its input, if known; `printed` is the output of a substitution in it. */
export function readByLoop(
  node: CommandNode,
  redirects: readonly Redirection[],
  at: { readonly printed: Printed | undefined; readonly reading: WordReading; readonly cwds: Cwds },
): WrittenStep['fedBy'] {
  return readsSubstitution(node, redirects) ? at.printed?.commands : textRead(node, redirects, at);
}
