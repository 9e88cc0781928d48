import type { Command, DoubleQuotedChild, Word } from 'unbash';
import { isBuiltin } from '../programs/builtin-names.ts';
import { onlyCommand } from './printed.ts';

type CommandExpansion = Extract<DoubleQuotedChild, { type: 'CommandExpansion' }>;

/** A program whose path a substitution prints: as found or, with `isReal`, with links resolved. */
interface LocatedProgram {
  readonly name: string;
  readonly isReal: boolean;
}

/** The path of a program, or the target of a path relative to a folder. */
export type Located = LocatedProgram | { readonly path: string; readonly cwd: string };

const reserved = /^(if|then|else|elif|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc)$/;
const lookUps: ReadonlySet<string> = new Set(['which', 'command -v', 'type -P']);
const resolvers: ReadonlySet<string> = new Set(['readlink -f', 'realpath']);

/** The words of a command without anything else but `2>/dev/null`; null for others. */
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

/** The substitution that makes up a whole word, quoted or not; null for others. */
function wholeExpansion({ parts = [] }: Word): CommandExpansion | null {
  const [outer, ...others] = parts;
  const inner = outer?.type === 'DoubleQuoted' && outer.parts.length === 1 ? outer.parts[0] : outer;
  return others.length === 0 && inner?.type === 'CommandExpansion' ? inner : null;
}

/** The program whose path a substitution prints: `$(which node)`, `$(readlink -f $(command -v node))`; null for others. */
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
  // For its own commands, the shell prints only the name, which is then a file in the current folder.
  const isOwn = leading !== 'which' && (isBuiltin(last.text) || reserved.test(last.text));
  const isName = /^\w[\w.+-]*$/.test(last.text);
  return lookUps.has(leading) && isName && !isOwn ? { name: last.text, isReal: false } : null;
}
