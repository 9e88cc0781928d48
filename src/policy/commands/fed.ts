import { lazyFor } from '../../core/async/lazy.ts';
import { awkNames, baseName, baseOf, sedNames } from '../programs/base-name.ts';
import { isConsole, isInputPath } from '../programs/consoles.ts';
import { optionValues } from '../programs/option-value.ts';
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

/** Most texts that may be fed to a command that runs their lines. */
const mostFed = 4096;
/** Most commands that decode, and most texts that each is tried on. */
const mostDecoders = 64;
const mostDecoded = 1024;

const none: readonly string[] = [];

/** Texts that are passed on, and whether some were left out. */
interface Passed {
  readonly texts: readonly string[];
  readonly isCut: boolean;
}

/** Texts that commands pass on, also decoded by those among them that decode; computed once per list of commands. */
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
    // A decoder may decode what the one before it produced.
    texts = bound.first([...found, ...texts], mostDecoded);
  }
  return { texts: [...known], isCut: bound.isCut };
});

/** Prepends a command that passes the text on the call's standard input on to whatever reads it. */
export function fedWith(text: string, commands: readonly SeenCommand[]): readonly SeenCommand[] {
  const input = [text];
  return [
    { words: [], input, read: [], written: [], trail: [] },
    ...commands.map((seen) => (seen.words[0] === 'xargs' && isUnfed(seen) ? { ...seen, input } : seen)),
  ];
}

/** Texts in the arguments of a command whose output a shell reads: `git log --format='…' | sh`, `ls | sed 's/^/…/' | sh`. */
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

/** Scripts that may be fed to readers of commands. */
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

/** Texts with the arguments of the shell in place of its positional parameters: `bash -s -- x`. */
function withGiven(texts: readonly string[], readers: readonly SeenCommand[]): readonly string[] {
  return readers.flatMap(({ words }) => {
    const at = words.findIndex((word) => /^-[a-z]*s[a-z]*$/.test(word ?? ''));
    const given = at === -1 ? [] : words.slice(words[at + 1] === '--' ? at + 2 : at + 1);
    if (given.length === 0) return none;
    return texts.flatMap((text) => withParameters(text, [null, ...given]).filter((put) => put !== text));
  });
}

/** The commands of a crontab, without their schedules. */
export function withoutTimes(text: string): string {
  return text.replace(/^[ \t]*(?:@\w+|(?:[\d*/,-]+[ \t]+){4}[\w*/,-]+)[ \t]+/gm, '');
}

/** Whether a command runs the output of a substitution: `eval "$(cat x)"`, `$(<x)`. */
export function runsSubstituted({ words: [name, ...words] }: SeenCommand): boolean {
  if (name === null) return true;
  const base = baseName(name ?? '');
  return words.includes(null) && (base === 'eval' || (/sh$/.test(base) && words.includes('-c')));
}

/** Files that a reader of commands runs, as commands with their paths: `sh < x`, `cat x | sh`. */
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

/** Shell texts equal to what a program does for commands on lines of its input, and the files they name: `psql <<< '\\! ls'`. */
export function consolesFed(commands: readonly SeenCommand[], bound: Bound): readonly string[] {
  return commands.flatMap(({ words, input }) => {
    const base = baseOf(words);
    if (!isConsole(base, words)) return none;
    const texts = input.length > 0 ? input : textsPassed(commands, bound);
    return bound.first(texts, mostFed).flatMap((text) => bound.first(textsOfScript(base, text), mostFed));
  });
}

/** What programs run of recipes on their standard input: `make -f -`. */
export function recipesFed(commands: readonly SeenCommand[], bound: Bound): readonly string[] {
  return commands.flatMap(({ words, input }) =>
    recipeForms(baseOf(words)).flatMap(({ kind, options }) => {
      if (options === undefined) return none;
      const reads = optionValues(words, options).some(isInputPath);
      const texts = reads ? (input.length > 0 ? input : textsPassed(commands, bound)) : [];
      return bound.first(texts, mostFed).flatMap((text) => recipeTexts(kind, text));
    }),
  );
}
