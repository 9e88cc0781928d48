import { baseName } from '../programs/base-name.ts';
import { judgedShells, readsScript, scriptIndexOf } from '../programs/shell-start.ts';
import { type Arg, type Printed, type Step, textOf } from '../shell/arg.ts';
import { arrayArg } from '../shell/arrays.ts';

/** A shell that is started with a script and with names that are known only when it runs. */
export interface ShellStarted {
  /** Its words up to and including the script. */
  readonly shell: readonly Arg[];
  readonly text: string;
  /** Whether its grammar is not that of bash. */
  readonly strict: boolean;
  /** The values of its positional parameters. */
  readonly given: ReadonlyMap<string, Arg>;
  /** Whether it reads the script from its standard input, which the commands in it share. */
  readonly sharesScript?: boolean;
}

/** A shell command, and how names are handed to it. */
interface Handed {
  readonly words: readonly Arg[];
  /** The replacement string for a name; null if names are appended. */
  readonly mark: string | null;
  readonly isBatch: boolean;
  readonly printed: Printed;
}

function parameter(name: string, printed: Printed): Arg {
  return { kind: 'unknown', text: `$${name}`, prefix: '', single: printed.isEach, printed };
}

/**
 * A shell that gets names only as positional parameters: `sh -c 'wc -l "$1"' _ {}`, `bash -c 'cat "$@"' _`; null for every
 * other command, and if a name would be part of the script.
 */
export function shellStarted({ words, mark, isBatch, printed }: Handed): ShellStarted | null {
  const base = baseName(textOf(words[0]) ?? '');
  const at = judgedShells.test(base) ? scriptIndexOf(base, words.map(textOf)) : null;
  const text = at === null ? null : textOf(words[at]);
  if (at === null || text === null || text.startsWith('-')) return null;
  const [first, ...others] = words.slice(at + 1).map(textOf);
  const isNamed = first != null && first !== mark && others.every((word) => word === mark);
  const marks = mark === null || (isBatch && others.length === 1) ? 1 : others.length;
  if (!isNamed || others.length > 1 || marks !== 1 || (mark === null) !== (others.length === 0)) return null;
  if (mark !== null && (text.includes(mark) || first.includes(mark))) return null;
  const one = parameter('1', { ...printed, isEach: true, isOne: true });
  const given = new Map([
    ['1', one],
    ['@', isBatch ? parameter('@', { ...printed, isEach: false }) : one],
  ]);
  return { shell: words.slice(0, at + 1), text, strict: base !== 'bash', given };
}

/** The values of parameters that are all literal, behind the name of the script; null if one is not. */
function literalParameters(words: readonly Arg[]): ShellStarted['given'] | null {
  if (words.some((word) => textOf(word) === null)) return null;
  const each = words.map((word, index): readonly [string, Arg] => [`${index + 1}`, word]);
  return new Map([...each, ['@', arrayArg('@', words)]]);
}

/**
 * A shell whose script is known and not its last word: `bash -c 'wc -l "$1"' _ src/a.ts`, or a here-document in which nothing is
 * expanded. Null for every other command.
 */
export function shellScripted({ args, inputText }: Step): ShellStarted | null {
  const base = baseName(textOf(args[0]) ?? '');
  if (!judgedShells.test(base)) return null;
  const words = args.map(textOf);
  const strict = base !== 'bash';
  // A here-document within one would have to be read as a script again, and so on.
  if (inputText !== undefined && !inputText.includes('<<') && readsScript(base, words))
    return { shell: args, text: inputText, strict, given: new Map(), sharesScript: true };
  const at = scriptIndexOf(base, words);
  const text = at === null ? null : (words[at] ?? null);
  if (at === null || text === null || text.startsWith('-')) return null;
  const given = literalParameters(args.slice(at + 2));
  // Of some shells `$10` is the tenth one, of others the first with a zero behind it.
  return given === null || (strict && given.size > 10) ? null : { shell: args, text, strict, given };
}

/** The step for starting the shell itself. */
export function shellStep(step: Step, { shell }: Pick<ShellStarted, 'shell'>): Step {
  return { ...step, args: shell, assignments: [], redirects: [], touched: [], shell: false, wrapper: true };
}
