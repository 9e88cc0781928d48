import { baseName } from '../programs/base-name.ts';
import { carriedBy } from '../programs/carriers.ts';
import { consoleTexts, isConsole, isInputPath } from '../programs/consoles.ts';
import { optionValue } from '../programs/option-value.ts';
import { recipeForms, recipeTexts } from '../programs/recipes.ts';
import { textsMade } from '../programs/script-texts.ts';
import type { Candidate } from '../rules/pattern.ts';
import { decodedBy, decodes } from '../shell/decoded.ts';
import { listedBy } from '../shell/listed.ts';
import { withParameters } from '../shell/positional.ts';
import { printedBy } from '../shell/printed.ts';
import { passedOn, type SeenCommand } from '../shell/scan.ts';
import { Bound } from './bound.ts';

/** Texts that are taken to be fed to what `xargs` or an interpreter starts, and words of one. */
const mostFed = 4096;
/** Commands that decode, and texts that each of them is tried on. */
const mostDecoders = 64;
const mostDecoded = 256;

const none: readonly string[] = [];

/** Texts that are passed on, and whether there are more. */
interface Passed {
  readonly texts: readonly string[];
  readonly isCut: boolean;
}

const gathered = new WeakMap<readonly SeenCommand[], Passed>();

/** The texts that commands pass on, and what those among them that decode make of each; gathered once for all that ask. */
export function textsPassed(commands: readonly SeenCommand[], bound: Bound): readonly string[] {
  const passed = gathered.get(commands) ?? gatherPassed(commands);
  gathered.set(commands, passed);
  bound.isCut ||= passed.isCut;
  return passed.texts;
}

function gatherPassed(commands: readonly SeenCommand[]): Passed {
  const bound = new Bound();
  const passed = commands.flatMap(passedOn);
  const decoders = bound.first(
    commands.filter(({ words }) => decodes(words)),
    mostDecoders,
  );
  if (decoders.length === 0) return { texts: passed, isCut: bound.isCut };
  let texts = bound.first(passed, mostDecoded);
  const decoded: string[] = [];
  for (const { words } of decoders) {
    const found = texts
      .flatMap((text) => decodedBy(words, text) ?? [])
      .filter((text) => !passed.includes(text));
    decoded.push(...found);
    // One may decode what the one before it made.
    texts = bound.first([...found, ...texts], mostDecoded);
  }
  return { texts: [...passed, ...decoded], isCut: bound.isCut };
}

/** The commands of a call that gets a text on its standard input, behind one that passes it on to whatever reads it. */
export function fedWith(text: string, commands: readonly SeenCommand[]): readonly SeenCommand[] {
  const input = [text];
  return [
    { words: [], input, read: [], written: [], trail: [] },
    ...commands.map((seen) => (seen.words[0] === 'xargs' && isUnfed(seen) ? { ...seen, input } : seen)),
  ];
}

/** Whether what a command reads is what its script gets. */
function isUnfed({ input, read, isPiped }: SeenCommand): boolean {
  return input.length + read.length === 0 && isPiped !== true;
}

/** Texts in the words of a command whose output a shell reads: `git log --format='…' | sh`, `ls | sed 's/^/…/' | sh`. */
function wordsFed({ words, isPiped }: SeenCommand, before: SeenCommand | undefined): readonly string[] {
  const [reader, source] = [baseName(words[0] ?? ''), baseName(before?.words[0] ?? '')];
  if (isPiped !== true || before === undefined || !/sh$|^(sudo|env|xargs)$/.test(reader)) return [];
  const given = before.words.slice(1).filter((word): word is string => word !== null && /\s/.test(word));
  const made = textsMade(source, given);
  if (made.length > 0 || /^(g?sed|[gmn]?awk)$/.test(source)) return made;
  return given.map((word) => word.replace(/^--[\w-]+=/, '').replace(/^(["'])(.*)\1$/s, '$2'));
}

/** Scripts that might be fed to what reads commands. */
export function textsFed(
  commands: readonly SeenCommand[],
  readers: readonly SeenCommand[],
  bound: Bound,
): readonly string[] {
  if (readers.length === 0) return [];
  const fed = [
    ...textsPassed(commands, bound),
    ...commands.flatMap((seen, index) => wordsFed(seen, commands[index - 1])),
  ];
  const texts = [...fed, ...withGiven(fed, readers)];
  const isTimed = readers.some(({ words }) => baseName(words[0] ?? '') === 'crontab');
  return isTimed ? [...texts, ...texts.map(withoutTimes)] : texts;
}

/** What texts say with the words in place of their parameters that a shell is given beside them: `bash -s -- x`. */
function withGiven(texts: readonly string[], readers: readonly SeenCommand[]): readonly string[] {
  return readers.flatMap(({ words }) => {
    const at = words.findIndex((word) => /^-[a-z]*s[a-z]*$/.test(word ?? ''));
    const given = at === -1 ? [] : words.slice(words[at + 1] === '--' ? at + 2 : at + 1);
    if (given.length === 0) return none;
    return texts.flatMap((text) => withParameters(text, [null, ...given]).filter((put) => put !== text));
  });
}

/** The commands of a crontab, without when they run. */
export function withoutTimes(text: string): string {
  return text.replace(/^[ \t]*(?:@\w+|(?:[\d*/,-]+[ \t]+){4}[\w*/,-]+)[ \t]+/gm, '');
}

/** Programs that hand on all lines of their input, and some of them. */
const filters: ReadonlySet<string> = new Set('cat sort uniq tac tee'.split(' '));
const pickers: ReadonlySet<string> = new Set('head tail shuf'.split(' '));

/** The command that what another one hands on all of comes from. */
function sourceOf(commands: readonly SeenCommand[], index: number): number {
  let at = index;
  while (at > 0 && commands[at]?.isPiped === true && filters.has(commands[at]?.words[0] ?? '')) at -= 1;
  return at;
}

/** What a pipe surely brings from a command: what it prints, and of one that hands on lines what it gets. */
function broughtBy(commands: readonly SeenCommand[], index: number): readonly string[] {
  let picks = false;
  for (let at = index; at >= 0; at -= 1) {
    const { words = [], input = [], isPiped } = commands[at] ?? {};
    const program = words[0] ?? '';
    picks ||= pickers.has(program);
    if (isPiped === true && decodes(words))
      return broughtBy(commands, at - 1).flatMap((text) => decodedBy(words, text) ?? []);
    const isLast = !(filters.has(program) || pickers.has(program)) || input.length > 0;
    if (isLast) {
      const texts = input.length > 0 ? input.flatMap((text) => text.split('\n')) : printedBy(words);
      // Some of what a wildcard reaches is not all of it.
      return texts.filter((text) => text.trim() !== '' && !(picks && /[*?]/.test(text)));
    }
    if (isPiped !== true) return none;
  }
  return none;
}

/** The command whose output another one reads: the one before it, or the last of those in `< <(…)`, which are seen behind it. */
function feederOf(commands: readonly SeenCommand[], index: number): number {
  const { read = [], words = [] } = commands[index] ?? {};
  if (![...read, ...words].some((word) => word?.startsWith('<(') === true)) return index - 1;
  let at = index + 1;
  while (commands[at + 1]?.isPiped === true) at += 1;
  return at;
}

/** What `xargs` starts with words that are fed to it: literal ones of its own input, or those that the command before it prints. */
export function startedWith(
  commands: readonly SeenCommand[],
  bound: Bound,
): readonly Pick<SeenCommand, 'words' | 'trail'>[] {
  return commands.flatMap((seen, index) => {
    const { words, input, trail } = seen;
    if (!startsFed(words)) return [];
    const feeder = feederOf(commands, index);
    const before = commands[sourceOf(commands, feeder)]?.words ?? [];
    if (before[0] === 'find') return foundFor(before, words).map((found) => ({ words: found, trail }));
    const place = placeIn(words);
    const brought = input.length > 0 ? input : broughtBy(commands, feeder);
    // In a function it is fed what the function is.
    const texts = brought.length === 0 && isUnfed(seen) ? textsPassed(commands, bound) : brought;
    if (texts.length === 0 && place !== null)
      return withListed(words, place, before).map((listed) => ({ words: listed, trail }));
    return bound.first(texts, mostFed).map((text) => {
      const fed = text.split(delimiterOf(words)).filter((word) => word !== '');
      const put = words.map((word) => word?.replaceAll(place ?? '{}', () => fed[0] ?? '{}') ?? null);
      return { words: [...put, ...(place === null ? bound.first(fed, mostFed) : [])], trail };
    });
  });
}

/** Whether a command starts another with the words that it reads: `xargs`, also behind one wrapper, and `parallel` without words of its own. */
function startsFed(words: readonly Candidate[]): boolean {
  return words[0] === 'xargs' || words[1] === 'xargs' || (words[0] === 'parallel' && !words.includes(':::'));
}

/** What parts the words that `xargs` reads: blanks, the end of a text of C, or the delimiter that it is given. */
function delimiterOf(words: readonly Candidate[]): RegExp {
  for (const [index, word] of words.entries()) {
    const given = optionValue(word ?? '', words[index + 1] ?? undefined, ['-d', '--delimiter']);
    if (given !== null && given.length === 1 && /[^\s\\]/.test(given))
      return new RegExp(`[\\s\\0\\u{${given.codePointAt(0)?.toString(16)}}]+|\\\\0`, 'u');
  }
  return /(?:[\s\0]|\\0)+/;
}

/** What `xargs` replaces by the words that it reads: BSD's and GNU's `-I X`, GNU's `-iX` and `--replace=X`; null without. */
function placeIn(words: readonly Candidate[]): string | null {
  for (const [index, word] of words.entries()) {
    const attached = /^(?:-i|--replace(?:=|$))(.*)/.exec(word ?? '')?.[1];
    const place = attached ?? optionValue(word ?? '', words[index + 1], ['-I']);
    if (place !== null) return place || '{}';
  }
  return null;
}

/** The words of an `xargs` with what an `ls` lists in place of what it replaces: `ls / | xargs -I% rm /%`; none where nothing is. */
function withListed(
  words: readonly Candidate[],
  place: string,
  before: readonly Candidate[],
): readonly (readonly Candidate[])[] {
  const put = words.map((word) => {
    const at = word?.indexOf(place) ?? -1;
    const names = at === -1 ? null : listedBy(before, word?.slice(0, at));
    return names === null ? word : (word?.replace(place, () => names) ?? null);
  });
  return put.some((word, index) => word !== words[index]) ? [put] : [];
}

/** What `find` would start by itself of what it hands to `xargs`. */
function foundFor(
  find: readonly Candidate[],
  xargs: readonly Candidate[],
): readonly (readonly Candidate[])[] {
  const inner = carriedBy(xargs).commands.flatMap((found) =>
    /^x?args$/.test(found[0] ?? '') ? carriedBy(found).commands : [found],
  );
  return inner.map((found) => [...find, '-exec', ...found.slice(0, -1), '{}', '+']);
}

/** Whether what a command runs is the text of a substitution: `eval "$(cat x)"`, `$(<x)`. */
export function runsSubstituted({ words: [name, ...words] }: SeenCommand): boolean {
  if (name === null) return true;
  const base = baseName(name ?? '');
  return words.includes(null) && (base === 'eval' || (/sh$/.test(base) && words.includes('-c')));
}

/** Files that are run by what reads them, as the commands that they are by their own names: `sh < x`, `cat x | sh`. */
export function filesFed(
  commands: readonly SeenCommand[],
  readers: readonly SeenCommand[],
): readonly Pick<SeenCommand, 'words' | 'trail'>[] {
  if (readers.length === 0) return [];
  const shown = commands.filter(({ words }) => words[0] === 'cat');
  const bare = commands.filter(({ words }) => words.length === 0);
  const files = [
    ...[...readers, ...bare].flatMap(({ read, trail }) => read.map((path) => ({ path, trail }))),
    ...shown.flatMap(({ words, trail }) => words.slice(1).map((path) => ({ path: path ?? '-', trail }))),
  ];
  return files.map(({ path, trail }) => ({ words: [path.includes('/') ? path : `./${path}`], trail }));
}

/** What programs run of lines that they read: `psql <<< '\\! ls'`. */
export function consolesFed(commands: readonly SeenCommand[], bound: Bound): readonly string[] {
  return commands.flatMap(({ words, input }) => {
    const base = baseName(words[0] ?? '');
    if (!isConsole(base, words)) return none;
    const texts = input.length > 0 ? input : textsPassed(commands, bound);
    return bound.first(texts, mostFed).flatMap((text) => bound.first(consoleTexts(base, text), mostFed));
  });
}

/** What programs run of recipes that they read from their input: `make -f -`. */
export function recipesFed(commands: readonly SeenCommand[], bound: Bound): readonly string[] {
  return commands.flatMap(({ words, input }) =>
    recipeForms(baseName(words[0] ?? '')).flatMap(({ kind, options }) => {
      if (options === undefined) return none;
      const reads = words.some((word, index) =>
        isInputPath(word === null ? null : optionValue(word, words[index + 1], options)),
      );
      const texts = reads ? (input.length > 0 ? input : textsPassed(commands, bound)) : [];
      return bound.first(texts, mostFed).flatMap((text) => recipeTexts(kind, text));
    }),
  );
}
