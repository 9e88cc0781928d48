import type { Command, WordPart } from 'unbash';
import type { Arg, Printed } from './arg.ts';
import { arrayArg } from './arrays.ts';

type Pipe = Extract<WordPart, { type: 'ProcessSubstitution' }>;

/** An array that a builtin fills with lines from a pipe. */
interface KeptLines {
  readonly name: string;
  readonly pipe: Pipe;
}

/** The array that a command fills with lines: `mapfile -t files < <(find src)`; null for other commands. */
export function linesKept({ name, prefix, suffix }: Command): KeptLines | null {
  const [option, array, input, ...others] = suffix;
  if (!/^(mapfile|readarray)$/.test(name?.text ?? '') || prefix.length + others.length > 0) return null;
  if (option?.type !== 'Word' || option.text !== '-t' || array?.type !== 'Word') return null;
  if (input?.type !== 'Redirect' || input.operator !== '<' || input.descriptor !== undefined) return null;
  const [pipe, ...more] = input.target?.parts ?? [];
  const isPipe = pipe?.type === 'ProcessSubstitution' && pipe.operator === '<' && more.length === 0;
  return isPipe ? { name: array.text, pipe } : null;
}

/** An array of the lines that commands print; unquoted, names that are single words remain as they are. */
export function linesArg(name: string, printed: Printed): Arg {
  return arrayArg(name, [{ kind: 'unknown', text: name, prefix: '', single: false, printed }]);
}
