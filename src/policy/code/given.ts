import { baseName } from '../programs/base-name.ts';
import { interpreterOf } from '../programs/interpreters.ts';
import { optionValue } from '../programs/option-value.ts';
import { vetoesOf } from '../programs/vetoes.ts';
import { hasWord, type Words } from '../rules/pattern.ts';
import { type CodeCalls, callsOf, none } from './calls.ts';
import type { Environment } from './known-functions.ts';
import type { CodeLanguage, ProgramWords } from './language.ts';
import { languageOf } from './languages.ts';
import { modulesTold } from './modules.ts';

/** Options of interpreters with a value, the next word, that is not code. */
const takesValue = /^(-[rWXIMC]|--(require|import|loader|input-type|disable|enable))$/;

/** An option cluster whose first letter takes the rest of the word. */
const takesRest = /^-[rWXIMC]./;

/** The words from an index on, without a leading `--`. */
const from = (words: Words, index: number) => words.slice(words[index] === '--' ? index + 1 : index);

/** The code in an option, and the words behind it; null for none. */
function codeOf(words: Words, index: number, options: readonly string[]): ProgramWords | null {
  const [word = null, next] = words.slice(index);
  const code = word === null ? null : optionValue(word, next, options);
  return code === null ? null : { code, argv: from(words, index + (code === next ? 2 : 1)) };
}

/** The code in the arguments of an interpreter; null for none, as when a file comes first. */
function codeIn(
  { options, sub, program }: CodeLanguage,
  words: Words,
  lines: readonly string[] = [],
): ProgramWords | null {
  if (program !== undefined) return program(words, lines);
  const isSub = sub !== undefined && words[0] !== null && sub.test(words[0] ?? '');
  for (const [index, word] of words.entries()) {
    if (word === null || takesRest.test(word) || (index === 0 && isSub)) continue;
    const isValue = index > 0 && takesValue.test(words[index - 1] ?? '');
    if (!word.startsWith('-') && isValue) continue;
    if (!word.startsWith('-')) return isSub ? { code: word, argv: from(words, index + 1) } : null;
    const found = codeOf(words, index, options);
    if (found !== null) return found;
  }
  return null;
}

/** What the code in a command's arguments does; nothing for other programs. */
export function callsIn(words: Words, environment: Environment | null = null): CodeCalls {
  const language = languageOf(words[0] ?? null);
  const given = language === null ? null : codeIn(language, words.slice(1));
  const told = language?.modules === undefined ? [] : modulesTold(words, language.modules);
  if (language === null || given === null) return told.length === 0 ? none : { ...none, modules: told };
  const { code, argv } = given;
  const calls = callsOf(code, language, {
    given: { argv, isNamed: false, environment: environment ?? (() => []) },
  });
  return told.length === 0 ? calls : { ...calls, modules: [...calls.modules, ...told] };
}

/** What the code in a command's arguments does with these lines of input; only for programs that run it for each line. */
export function callsForRead(words: Words, lines: readonly string[]): CodeCalls {
  const language = languageOf(words[0] ?? null);
  if (language?.program === undefined || !hasWord(words, /\$|\bgetline\b/)) return none;
  const given = codeIn(language, words.slice(1), lines);
  if (given === null) return none;
  return callsOf(given.code, language, {
    given: { argv: given.argv, isNamed: false, environment: () => [] },
  });
}

/** Functions that print a text, in any of the languages. */
const printing =
  /^(?:awk\.prints|print|puts|echo|say|console\.log|(?:process|sys)\.stdout\.write|io\.write|write|printf)$/;

/** What the code in a command's arguments prints: all of it joined, and one item per line. */
export function printsIn(words: Words): readonly string[] {
  const language = languageOf(words[0] ?? null);
  const given = language === null ? null : codeIn(language, words.slice(1));
  if (language === null || given === null) return [];
  const shown = words.some((word) => /^(?:-p|-pe|--print)$/.test(word ?? ''))
    ? `print(${given.code})`
    : given.code;
  const { needs: _, ...rest } = language;
  const printer = { ...rest, calls: [{ name: printing, feeds: true as const }] };
  const { fed } = callsOf(shown, printer, {
    isPrinted: true,
    given: { argv: given.argv, isNamed: false, environment: () => [] },
  });
  return fed.length < 2 ? fed : [fed.join(''), fed.join('\n')];
}

/** Whether code reads variables of its environment. */
function asksEnvironment(code: string): boolean {
  return /\benviron|\bgetenv\b|\bENV\b|\bENVIRON\b|\.env\b|\$_SERVER\b/.test(code);
}

/** What the code does with known variables of its environment; nothing if it reads none. */
export function callsWithEnvironment(words: Words, environment: Environment): CodeCalls {
  return words.some((word) => word !== null && asksEnvironment(word)) ? callsIn(words, environment) : none;
}

/** The arguments for code that a command reads from its input. */
export function wordsOfRead(words: Words): Words {
  const at = words.findIndex((word) => word === '-' || word === '/dev/stdin');
  return at === -1 ? [] : words.slice(at + 1);
}

/** The language of the code that a command reads from its input; null for none. */
export function languageRead([program = null, ...words]: Words): CodeLanguage | null {
  const language = languageOf(program);
  if (language === null || program === null) return null;
  const args = words.map((word) => word ?? '…');
  const file = args.find((word) => !word.startsWith('-'));
  const isKnown = interpreterOf(baseName(program)) !== null;
  const reads = isKnown ? vetoesOf(program, args, true).never !== null : file === undefined;
  const readsProgram =
    language.program !== undefined &&
    args.some((word, index) => word === '/dev/stdin' && args[index - 1] === '-f');
  const isDash = /^(deno|bun)$/.test(baseName(program)) && args.includes('-');
  return reads || isDash || readsProgram || file?.startsWith('<(') === true ? language : null;
}
