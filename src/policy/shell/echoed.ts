import { basename } from 'node:path';
import { ownValue } from '../../core/record.ts';
import { printsIn } from '../code/given.ts';
import { baseName, baseOf } from '../programs/base-name.ts';
import { type Candidate, unknownPart, type Words } from '../rules/pattern.ts';
import { decodedBy } from './decoded.ts';
import { filteredBy } from './filtered.ts';
import { folderOf, fromHere, here, nameOf, unknownName } from './here.ts';
import { listedBy } from './listed.ts';
import { echoText, printfText } from './printf.ts';

/** Programs that print a part or form of the path they are given. */
const pathPrinters: Readonly<Record<string, (path: string) => string>> = {
  basename: nameOf,
  dirname: folderOf,
  realpath: (path) => path,
  'readlink -f': (path) => path,
};

/** Commands that print the current folder, or the top of its repository. */
const printsFolder = /^(?:pwd(?:\s+-[LP])?|git\s+rev-parse\s+--show-toplevel)$/;

/** The path that a command prints, if links do not matter; null for others. */
function pathPrinted(words: Words): Candidate {
  if (printsFolder.test(words.join(' '))) return here;
  if (words.join(' ') === 'printenv HOME') return '~';
  const [program, path = null, suffix = null, ...others] = words;
  if (program === 'basename' && path !== null && suffix !== null && others.length === 0)
    return basename(path, suffix);
  const last = words.at(-1) ?? null;
  const print = ownValue(pathPrinters, words.slice(0, -1).join(' '));
  return print === undefined || last === null || last === '' ? null : print(last);
}

/** Commands that print the path of a program by its name, with the form of their output. */
const lookUps: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^(?:which|type -[pP]|command -v) ([\w.+-]+)$/, (name) => name],
  [/^whereis (?:-b )?([\w.+-]+)$/, (name) => `${name}: ${name}`],
  [/^(?:type|command -V) ([\w.+-]+)$/, (name) => `${name} is ${name}`],
];

/** The program that a command looks up by name: `$(ls /usr/bin/x)`, `$(find /usr -name x)`, `$(which x)`; null for others. */
function programFound([program = null, ...words]: Words): Candidate {
  const [first = null, ...rest] = words;
  if (program === 'ls') return rest.length === 0 && /\/s?bin\/[\w.+-]+$/.test(first ?? '') ? first : null;
  const name = program === 'find' ? (words[words.indexOf('-name') + 1] ?? null) : null;
  if (name !== null && words.includes('-name') && /^[\w.+-]+$/.test(name)) return `${first}/${name}`;
  const line = [program, ...words].join(' ');
  for (const [pattern, print] of lookUps) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return print(found);
  }
  return null;
}

/** Matches code of other languages that only prints one text. */
const printsOne =
  /^\s*(?:BEGIN\s*\{\s*)?(?:(?:print|puts|echo|say|console\.log|process\.stdout\.write)\s*)?(?:\(\s*)?(["'`])([^"'`\\$]{0,1000})\1\s*(?:\)\s*)?(?:;\s*)?(?:\}\s*)?$/;
const runsCode =
  /^(?:(?:python|pypy)[\d.]* -c|(?:perl|ruby|lua) -e|php -r|(?:node|bun|deno) (?:-e|-p|eval|--eval|--print)|[gmn]?awk|jq -(?:n|rn|nr|jn|nj))$/;

/** The one text that code in the words of a command prints; null for other commands. */
function codePrinted(words: readonly string[]): Candidate {
  if (!runsCode.test([baseOf(words), ...words.slice(1, -1)].join(' '))) return null;
  const one = printsOne.exec(words.at(-1) ?? '')?.[2];
  if (one !== undefined) return one;
  const [printed = null, ...others] = printsIn(words);
  return others.length > 0 || printed?.includes(unknownPart) === true ? null : printed;
}

/** The output of `expr`, `date` and `seq` for a given text, and a placeholder for that of `mktemp`. */
function formattedBy(words: readonly string[]): Candidate {
  const [program, first = '', ...rest] = words;
  if (program === 'date') return rest.length === 0 ? (/^\+([^%]*)$/s.exec(first)?.[1] ?? null) : null;
  // Its name is random.
  if (program === 'mktemp') return `${unknownName}/mktemp`;
  if (program === 'seq')
    return /^-f?$/.test(first) && rest.length === 2 && rest[1] === '1' && !/%/.test(rest[0] ?? '')
      ? (rest[0] ?? null)
      : null;
  if (program !== 'expr' || first !== 'substr') return null;
  const [text = '', from = '', length = ''] = rest;
  const start = Number(from) - 1;
  return /^\d+ \d+$/.test(`${from} ${length}`) ? text.slice(start, start + Number(length)) : null;
}

/** Programs that print their arguments. */
export const printsItsWords = /^(?:echo|printf|yes)$/;
/** The same by path, and programs that print nothing. */
const printers = /^(?:\/usr)?\/bin\/(?:echo|printf|yes|true|false)$/;

/** Commands that print nothing. */
const silent =
  /^(?:(?:true|false|:|test|\[|sleep|unset|read|mapfile|readarray|local|declare|export|shift|set|cd|printf -v)(?: |$)|cat \/dev\/null$)/;

/** The output of a command with known words, without the final newline; null if it is unknown. */
export function textPrinted([called = null, ...words]: Words): Candidate {
  const program = printers.test(called ?? '') ? baseName(called ?? '') : called;
  if (silent.test([program, ...words].join(' '))) return '';
  if (program === 'eval' && !words.includes(null)) return textPrinted(words.join(' ').trim().split(/\s+/));
  const known = words.filter((word) => word !== null);
  if (!printsItsWords.test(program ?? ''))
    return (
      pathPrinted([program, ...words]) ??
      programFound([program, ...words]) ??
      listedBy([program, ...words]) ??
      (program === null || known.length < words.length
        ? null
        : (codePrinted([program, ...known]) ?? formattedBy([program, ...known])))
    );
  if (known.length < words.length) return null;
  return program === 'printf' ? printfText(known) : echoText(known);
}

/** What a command prints for a text on its standard input; null if that is not known. */
export function madeOf(words: Words, text: string): string | null {
  const known = words.filter((word) => word !== null);
  if (known.length < words.length) return decodedBy(words, text);
  return decodedBy(words, text) ?? filteredBy(known, text);
}

/** The literal texts that a command prints: each word, and all words in a line. */
export function printedBy(words: Words): readonly string[] {
  const [program, ...given] = words;
  const listed = listedBy(words) ?? pathPrinted(words) ?? programFound(words);
  if (listed !== null) return [fromHere(listed)];
  if (!printsItsWords.test(program ?? '')) return [];
  const texts = given.filter((word): word is string => typeof word === 'string');
  const lines = texts.map((text) => text.replaceAll('\\n', '\n'));
  const whole = textPrinted(words);
  const all =
    lines.length > 1 ? [...lines, lines.filter((text) => !/^-[neE]+$/.test(text)).join(' ')] : lines;
  return whole === null || all.includes(whole) ? all : [...all, whole];
}
