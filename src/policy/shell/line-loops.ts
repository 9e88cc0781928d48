import type { CommandNode, Redirection, While } from 'unbash';
import { printsCommitLines } from '../profiles/commit-lists.ts';
import type { Arg, Cwds, Printed, WrittenStep } from './arg.ts';
import { countArg, printsNumberLines } from './numbers.ts';
import { commitArg } from './pieces.ts';
import { isNameable } from './variables.ts';

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
  { fedBy, cwds }: { readonly fedBy: WrittenStep['fedBy']; readonly cwds: Cwds },
): LoopLines | null {
  const [, flags = '', name = ''] = readsLine.exec(clause) ?? [];
  if (kind !== 'while' || fedBy === undefined || !isNameable(name)) return null;
  const isEnded = flags.includes('d');
  const input = { commands: fedBy, cwds, isEach: true, ...(isEnded ? { isEnded } : {}) };
  // Without its end a hash is one all the same, or nothing.
  if (printsCommitLines(fedBy) && !isEnded) return { name, value: commitArg(name), input };
  if (printsNumberLines(fedBy) && !isEnded) return { name, value: countArg(name), input };
  return { name, value: { kind: 'unknown', text: name, prefix: '', single: true, printed: input }, input };
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
export function readsSubstitution(node: CommandNode, [only, ...others]: readonly Redirection[]): boolean {
  if (node.type !== 'While' || only?.type !== 'Redirect' || others.length > 0) return false;
  const { operator, descriptor, target } = only;
  return operator === '<' && descriptor === undefined && target?.text.startsWith('<(') === true;
}
