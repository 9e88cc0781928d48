import type { CodeCalls } from '../code/calls.ts';
import { callsForRead, wordsOfRead } from '../code/given.ts';
import type { Environment, Given } from '../code/known-functions.ts';
import type { CodeLanguage } from '../code/language.ts';
import { languageOf } from '../code/languages.ts';
import { codeReadBy } from '../programs/readers.ts';
import { hasWord, type Words } from '../rules/pattern.ts';
import type { SeenCommand } from '../shell/sightings.ts';
import type { Bound } from './bound.ts';
import type { Whereabouts } from './danger-place.ts';
import { textsPassed } from './fed.ts';

/** Most lines that code is evaluated for. */
const mostLines = 512;
/** Most lines of a text that are evaluated together, and most characters of them. */
const mostTogether = 16;
const longestTogether = 4096;
/** Matches code that may run what it reads. */
const runsByLine = /\bsystem\b|(?<!\|)\|(?!\|)/;

/** A command that runs code from its input. */
export interface Interpreter extends SeenCommand {
  readonly language: CodeLanguage;
}

/** The commands that run code from their input. */
export function interpretersIn(commands: readonly SeenCommand[]): readonly Interpreter[] {
  return commands.flatMap((seen): readonly Interpreter[] => {
    const language = codeReadBy(seen.words);
    return language === null ? [] : [{ ...seen, language }];
  });
}

/** An interpreter's language, with the arguments for the code. */
interface CodeReader {
  readonly language: CodeLanguage;
  readonly argv: Words;
}

/** Looks up the values that variables may have at this place. */
export function environmentOf({ variables }: Whereabouts): Environment {
  return (name) =>
    (variables?.all(name) ?? []).flatMap(([text = null, ...others]) =>
      text === null || others.length > 0 ? [] : [text],
    );
}

/** What code that is started at this place is given; `argv` is null if unknown. */
export function givenIn(at: Whereabouts, argv: Words | null): Given {
  return { argv, isNamed: true, environment: environmentOf(at) };
}

function readerOf({ language, words }: Interpreter): CodeReader {
  return { language, argv: wordsOfRead(words) };
}

/** Drops readers that are equal in language and arguments. */
function distinct(readers: readonly CodeReader[]): readonly CodeReader[] {
  const found = new Map<CodeLanguage, Map<string, CodeReader>>();
  for (const reader of readers) {
    const known = found.get(reader.language) ?? new Map<string, CodeReader>();
    found.set(reader.language, known.set(JSON.stringify(reader.argv), reader));
  }
  return [...found.values()].flatMap((known) => [...known.values()]);
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/** The records of a text for a program that sets `RS=`: the whole text, and its parts between common separators. */
function recordsOf(text: string): readonly string[] {
  const whole = withoutLastLineEnds(text);
  const parts = whole.length > longestTogether ? [] : whole.split(/[;,|:\n]/).filter((part) => part !== '');
  return [...(parts.length > 1 ? parts : []), whole];
}

/** Whether lines are few enough to be evaluated together: one of them may set a variable that another runs. */
function isFew(lines: readonly string[]): boolean {
  return lines.length > 1 && lines.length <= mostTogether && lines.join('').length <= longestTogether;
}

/** The calls of programs for each line they are fed, if their code is run per line; few lines are evaluated in sequence too. */
export function callsForLines(commands: readonly SeenCommand[], bound: Bound): readonly CodeCalls[] {
  return commands.flatMap((seen) => {
    if (languageOf(seen.words[0] ?? null)?.program === undefined) return [];
    const texts =
      seen.input.length > 0 ? seen.input : seen.isPiped === true ? textsPassed(commands, bound) : [];
    const lines = new Set(texts.flatMap(linesOf));
    const isRun = seen.words.some((word) => runsByLine.test(word ?? ''));
    const known = isRun ? bound.first([...lines], mostLines) : [...lines].slice(0, mostLines);
    const each = known.map((line) => callsForRead(seen.words, [line]));
    const isTold = hasWord(seen.words, /(?<!\w)RS\s*=/);
    const divided = isRun ? texts.map((text) => (isTold ? recordsOf(text) : linesOf(text))) : [];
    const together = divided.filter(isFew);
    if (isTold)
      each.push(
        ...divided
          .flat()
          .slice(0, mostLines)
          .map((record) => callsForRead(seen.words, [record])),
      );
    return [...each, ...together.map((all) => callsForRead(seen.words, all))];
  });
}

/** Code that interpreters read: their own input, else each text that other commands pass on. */
export function codesRead(
  readers: readonly Interpreter[],
  passed: readonly string[],
): readonly (CodeReader & { readonly code: string })[] {
  const own = readers.flatMap((reader) => reader.input.map((code) => ({ ...readerOf(reader), code })));
  const fed = distinct(readers.filter(({ input }) => input.length === 0).map(readerOf));
  return [...own, ...fed.flatMap((reader) => passed.map((code) => ({ ...reader, code })))];
}
