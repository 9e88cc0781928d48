import { lazyFor } from '../../core/async/lazy.ts';
import { awkNames, baseName, baseOf, sedNames } from '../programs/base-name.ts';
import { isConsole, isInputPath } from '../programs/consoles.ts';
import { optionValue } from '../programs/option-value.ts';
import { recipeForms, recipeTexts } from '../programs/recipes.ts';
import { textsMade } from '../programs/script-texts.ts';
import { decodedBy, decodes } from '../shell/decoded.ts';
import { withParameters } from '../shell/positional.ts';
import type { OpenedFile, SeenCommand } from '../shell/sightings.ts';
import { passedOn } from '../shell/written-texts.ts';
import { Bound } from './bound.ts';
import { filteredIn, isUnfed } from './brought.ts';
import { textsOfScript } from './script-files.ts';
import { linesRun, scriptSources } from './script-sources.ts';

/** Texts that are taken to be fed to what runs lines of them. */
const mostFed = 4096;
/** Commands that decode, and texts that each of them is tried on. */
const mostDecoders = 64;
const mostDecoded = 1024;

const none: readonly string[] = [];

/** Texts that are passed on, and whether there are more. */
interface Passed {
  readonly texts: readonly string[];
  readonly isCut: boolean;
}

/** The texts that commands pass on, and what those among them that decode make of each; gathered once for all that ask. */
export function textsPassed(commands: readonly SeenCommand[], bound: Bound): readonly string[] {
  const passed = gathered(commands);
  bound.isCut ||= passed.isCut;
  return passed.texts;
}

const gathered = lazyFor((commands: readonly SeenCommand[]): Passed => {
  const bound = new Bound();
  const plain = commands.flatMap(passedOn);
  const passed = [...plain, ...filteredIn(commands)];
  const decoders = bound.first(
    commands.filter(({ words }) => decodes(words)),
    mostDecoders,
  );
  if (decoders.length === 0) return { texts: passed, isCut: bound.isCut };
  const known = new Set(passed);
  let texts: readonly string[] = [
    ...bound.first([...new Set(plain)], mostDecoded),
    ...passed.slice(plain.length),
  ].slice(0, mostDecoded);
  for (const { words } of decoders) {
    const decoded = texts.flatMap((text) => decodedBy(words, text) ?? []);
    const found = [...new Set(decoded)].filter((text) => !known.has(text));
    for (const text of found) known.add(text);
    // One may decode what the one before it made.
    texts = bound.first([...found, ...texts], mostDecoded);
  }
  return { texts: [...known], isCut: bound.isCut };
});

/** The commands of a call that gets a text on its standard input, behind one that passes it on to whatever reads it. */
export function fedWith(text: string, commands: readonly SeenCommand[]): readonly SeenCommand[] {
  const input = [text];
  return [
    { words: [], input, read: [], written: [], trail: [] },
    ...commands.map((seen) => (seen.words[0] === 'xargs' && isUnfed(seen) ? { ...seen, input } : seen)),
  ];
}

/** Texts in the words of a command whose output a shell reads: `git log --format='…' | sh`, `ls | sed 's/^/…/' | sh`. */
function wordsFed({ words, isPiped }: SeenCommand, before: SeenCommand | undefined): readonly string[] {
  const [reader, source] = [baseOf(words), baseOf(before?.words ?? [])];
  if (isPiped !== true || before === undefined || !/sh$|^(sudo|env|xargs)$/.test(reader)) return [];
  const given = before.words.slice(1).filter((word): word is string => word !== null && /\s/.test(word));
  const made = textsMade(
    source,
    before.words.slice(1).filter((word) => word !== null),
  );
  if (made.length > 0 || sedNames.test(source) || awkNames.test(source)) return made;
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
  const isTimed = readers.some(({ words }) => baseOf(words) === 'crontab');
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
  opened: readonly OpenedFile[],
): readonly Pick<SeenCommand, 'words' | 'trail'>[] {
  if (readers.length === 0) return [];
  const files = [...scriptSources(commands, readers), ...linesRun(commands, readers, opened)].flatMap(
    ({ paths, trail }) => paths.map((path) => ({ path, trail })),
  );
  return files.map(({ path, trail }) => ({ words: [path.includes('/') ? path : `./${path}`], trail }));
}

/** What programs run of lines that they read, and what does the same with the files that those name: `psql <<< '\\! ls'`. */
export function consolesFed(commands: readonly SeenCommand[], bound: Bound): readonly string[] {
  return commands.flatMap(({ words, input }) => {
    const base = baseOf(words);
    if (!isConsole(base, words)) return none;
    const texts = input.length > 0 ? input : textsPassed(commands, bound);
    return bound.first(texts, mostFed).flatMap((text) => bound.first(textsOfScript(base, text), mostFed));
  });
}

/** What programs run of recipes that they read from their input: `make -f -`. */
export function recipesFed(commands: readonly SeenCommand[], bound: Bound): readonly string[] {
  return commands.flatMap(({ words, input }) =>
    recipeForms(baseOf(words)).flatMap(({ kind, options }) => {
      if (options === undefined) return none;
      const reads = words.some((word, index) =>
        isInputPath(word === null ? null : optionValue(word, words[index + 1], options)),
      );
      const texts = reads ? (input.length > 0 ? input : textsPassed(commands, bound)) : [];
      return bound.first(texts, mostFed).flatMap((text) => recipeTexts(kind, text));
    }),
  );
}
