import type { Command, DoubleQuotedChild, Word } from 'unbash';
import { isBuiltin } from '../programs/builtin-names.ts';
import { onlyCommand } from './printed.ts';

type CommandExpansion = Extract<DoubleQuotedChild, { type: 'CommandExpansion' }>;

/** A program whose path a substitution stands for: the one it is found at, or with `isReal` where links lead. */
interface LocatedProgram {
  readonly name: string;
  readonly isReal: boolean;
}

/** That of a program, or where a path leads from a folder. */
export type Located = LocatedProgram | { readonly path: string; readonly cwd: string };

const reserved = /^(if|then|else|elif|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc)$/;
const lookUps: ReadonlySet<string> = new Set(['which', 'command -v', 'type -P']);
const resolvers: ReadonlySet<string> = new Set(['readlink -f', 'realpath']);

/** The words of a command that has nothing else but `2>/dev/null`; null for another. */
function wordsOf({ name, prefix, suffix }: Command): readonly Word[] | null {
  if (name === undefined || prefix.length > 0) return null;
  const words = suffix.filter((item) => item.type === 'Word');
  const others = suffix.filter((item) => item.type !== 'Word');
  const isQuiet = others.every(
    (item) =>
      item.type === 'Redirect' &&
      item.operator === '>' &&
      item.descriptor?.type !== 'FileDescriptorVariable' &&
      item.descriptor?.value === 2 &&
      item.target?.text === '/dev/null',
  );
  return isQuiet ? [name, ...words] : null;
}

/** The substitution that a word is and nothing else, in quotes or not; null for another. */
function wholeExpansion({ parts = [] }: Word): CommandExpansion | null {
  const [outer, ...others] = parts;
  const inner = outer?.type === 'DoubleQuoted' && outer.parts.length === 1 ? outer.parts[0] : outer;
  return others.length === 0 && inner?.type === 'CommandExpansion' ? inner : null;
}

/** The program that a substitution prints the path of: `$(which node)`, `$(readlink -f $(command -v node))`; null for every other. */
export function locatedBy(part: CommandExpansion): LocatedProgram | null {
  const command = onlyCommand(part);
  const words = command === null ? null : wordsOf(command);
  const last = words?.at(-1);
  if (words === null || last === undefined) return null;
  const leading = words
    .slice(0, -1)
    .map(({ text }) => text)
    .join(' ');
  if (resolvers.has(leading)) {
    const inner = wholeExpansion(last);
    const located = inner === null ? null : locatedBy(inner);
    return located === null ? null : { ...located, isReal: true };
  }
  // Of its own names the shell prints the name alone, which is a file of the folder it is in.
  const isOwn = leading !== 'which' && (isBuiltin(last.text) || reserved.test(last.text));
  const isName = /^\w[\w.+-]*$/.test(last.text);
  return lookUps.has(leading) && isName && !isOwn ? { name: last.text, isReal: false } : null;
}
