import type { Candidate, Words } from '../rules/pattern.ts';
import { optionValue } from './option-value.ts';
import { words } from './words.ts';

/** Options that select some of the files. */
const picking = words('-S --size -o --owner --changed-within --changed-before --and');
const extension = ['-e', '--extension'];
/** Options with a value that do not select. */
const valued = words(
  '-t --type -d --max-depth --min-depth --exact-depth -E --exclude -c --color -j --threads --max-results --ignore-file --path-separator --batch-size --format',
);
const placing = ['--search-path', '-C', '--base-directory'];
const starting = /^(-x|-X|--exec|--exec-batch)$/;
/** Matches a pattern that every name matches. */
const anyName = /^[.^$*+?]*$/;

/** The option of `fd` and the program attached to it as two words: `-xrm` is `-x rm`. */
export function actionApart(word: Candidate): Words {
  const [, action, program] = /^(-[HIusigFal0Lpq1h]*[xX]|--exec=|--exec-batch=)(.+)$/s.exec(word ?? '') ?? [];
  return action === undefined ? [word] : [action.replace(/=$/, ''), program ?? null];
}

/** What a `fd` command searches for, where, and what it starts. */
export interface FdLine {
  /** The first operand: a regular expression, or a glob. */
  readonly pattern: string;
  readonly isGlob: boolean;
  readonly extensions: readonly string[];
  /** Whether names that begin with a dot are found. */
  readonly isHidden: boolean;
  /** Whether it takes only some of the files. */
  readonly isPicked: boolean;
  readonly starts: readonly string[];
  /** Empty if it starts none. */
  readonly command: Words;
}

/** The words of a `fd` before what it starts, by their part. */
function sorted(words: Words) {
  const operands: string[] = [];
  const folders: string[] = [];
  const extensions: string[] = [];
  const options: string[] = [];
  let isPicked = false;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? null;
    if (word === null || word === '--') continue;
    const next = words[index + 1] ?? '';
    const held = (names: readonly string[]) => optionValue(word, next, names);
    const isOperand = !/^-./s.test(word);
    const [folder, ending, picked] = [placing, extension, picking].map(held);
    const value = folder ?? ending ?? picked ?? held(valued);
    if (isOperand) operands.push(word);
    else if (folder != null) folders.push(folder);
    else if (ending != null) extensions.push(ending);
    else if (value === null) options.push(word);
    isPicked ||= !isOperand && (ending ?? picked) != null;
    if (!isOperand && value === next && !word.includes('=')) index += 1;
  }
  return { operands, folders, extensions, options, isPicked };
}

/** Whether a word is a bundle of short options with one of those in it. */
function holdsFlag(word: string, flag: RegExp): boolean {
  return /^-[a-zA-Z]+$/.test(word) && flag.test(word);
}

/** Reads the words of a `fd`; a word that is not known is left out. */
export function readFdLine(given: Words): FdLine {
  const all = given.flatMap(actionApart);
  const at = all.findIndex((word) => word !== null && starting.test(word));
  const { operands, folders, extensions, options, isPicked } = sorted(at === -1 ? all : all.slice(0, at));
  const [pattern = '', ...paths] = operands;
  const starts = [...paths, ...folders];
  return {
    pattern: anyName.test(pattern) ? '' : pattern,
    isGlob: options.some((word) => word === '--glob' || holdsFlag(word, /g/)),
    extensions,
    isHidden: options.some((word) => /^--(hidden|unrestricted)$/.test(word) || holdsFlag(word, /[Hu]/)),
    isPicked: isPicked || !anyName.test(pattern),
    starts: starts.length === 0 ? ['.'] : starts,
    command: at === -1 ? [] : all.slice(at + 1),
  };
}

/** A glob for the names that a simple regular expression matches; null if it is not simple. */
function globOf(pattern: string): string | null {
  const [, begin = '', body = '', end = ''] = /^(\^?)(.*?)((?<!\\)\$)?$/s.exec(pattern) ?? [];
  const text = body.replace(
    /\\([.\-_])|\.\*|\./g,
    (part, plain?: string) => plain ?? (part === '.*' ? '*' : '?'),
  );
  if (/[\\()[\]{}|+^$]/.test(text) || /(^|[^.])\*/.test(body)) return null;
  return `${begin === '' ? '*' : ''}${text}${end === '' ? '*' : ''}`;
}

/**
 * The `find` that takes the same files, without regard to case, and starts the same command; null if the `fd` starts none or
 * its pattern is not simple. Names that begin with a dot have to be asked for, and a glob begins with none.
 */
export function findOfFd(words: Words): Words | null {
  const { pattern, isGlob, extensions, isHidden, starts, command } = readFdLine(words);
  if (command.length === 0) return null;
  const glob = pattern === '' ? '' : isGlob ? pattern : globOf(pattern);
  if (glob === null) return null;
  const named =
    extensions.length === 0 ? [glob] : extensions.map((end) => `${glob.replace(/\*$/, '')}*.${end}`);
  const names = named
    .filter((name) => name !== '')
    // Who writes `.env` as a regular expression means the dot.
    .flatMap((name) => (isGlob ? [name] : [name, name.replaceAll('?', '.')]))
    .flatMap((name) => (name.startsWith('*') ? [name, `.${name}`, name.replace(/^\*(?=\.)/, '')] : [name]))
    .filter((name) => isHidden || !name.startsWith('.'));
  if (names.length === 0 && named.some((name) => name !== '')) return null;
  const end = command.indexOf(';');
  const inner = end === -1 ? command : command.slice(0, end);
  const tests = [...new Set(names)].flatMap((name, index) => [
    ...(index === 0 ? [] : ['-o']),
    '-iname',
    name,
  ]);
  const found = inner.some((word) => word?.includes('{}')) ? inner : [...inner, '{}'];
  const chosen = tests.length === 0 ? [] : ['(', ...tests, ')'];
  return ['find', ...starts, ...chosen, '-exec', ...found, ';'];
}
