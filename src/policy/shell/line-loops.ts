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

/** What a loop reads one by one. */
export interface LoopLines {
  readonly name: string;
  readonly value: Arg;
  readonly input: Printed;
}

/**
 * The lines that a loop with the clause `clause` gives a variable one by one, and nothing else: `while read -r f`; null where it
 * does otherwise, or it is not known what prints them.
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
  // Of nothing `echo` makes an empty line.
  const isOne = fedBy.some((words) => wholePrinted(words) !== null);
  const input = {
    commands: fedBy,
    cwds,
    isEach: true,
    ...(isEnded ? { isEnded } : {}),
    ...(isOne ? { isOne } : {}),
  };
  // Without its end a hash is one all the same, or nothing.
  if (printsCommitLines(fedBy) && !isEnded) return { name, value: commitArg(name), input };
  if (printsNumbers(fedBy) && !isEnded) return { name, value: countArg(name), input };
  const value = { kind: 'unknown', text: name, prefix: '', single: true } as const;
  const isNumbered = !isEnded && lineNumbersPrinted(fedBy) !== null && reading.isToldPlainly();
  return { name, value: isNumbered ? { ...value, lines: 'one' } : { ...value, printed: input }, input };
}

/** Whether redirects give a command another standard input. */
export function givesInput(redirects: readonly Redirection[]): boolean {
  return redirects.some(
    ({ type, descriptor, ...node }) =>
      (type !== 'Redirect' || ('operator' in node && node.operator === '<')) &&
      (descriptor === undefined || (descriptor.type !== 'FileDescriptorVariable' && descriptor.value === 0)),
  );
}

/** Whether a loop reads nothing but what commands print: `while …; done < <(…)`. */
function readsSubstitution(node: CommandNode, [only, ...others]: readonly Redirection[]): boolean {
  if (node.type !== 'While' || only?.type !== 'Redirect' || others.length > 0) return false;
  const { operator, descriptor, target } = only;
  return operator === '<' && descriptor === undefined && target?.text.startsWith('<(') === true;
}

/** What is fed to a loop that reads nothing but a variable, as `echo` would print it: `while …; done <<< "$files"`; undefined for every other. */
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

/** What a loop reads by redirects that give it its input, where that is known; `printed` is what a substitution in them prints. */
export function readByLoop(
  node: CommandNode,
  redirects: readonly Redirection[],
  at: { readonly printed: Printed | undefined; readonly reading: WordReading; readonly cwds: Cwds },
): WrittenStep['fedBy'] {
  return readsSubstitution(node, redirects) ? at.printed?.commands : textRead(node, redirects, at);
}
