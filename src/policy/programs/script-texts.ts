import { printsIn } from '../code/given.ts';
import { unknownPart } from '../rules/pattern.ts';
import { awkNames, sedNames } from './base-name.ts';

/** Most texts of one script that are read. */
const mostTexts = 64;

/** Shell code in an awk program: arguments of `system`, and commands at either end of a pipe. */
export function awkTexts(program: string): readonly string[] {
  if (!/\bsystem\s*\(|\|&?\s*getline|\|&?\s*"/.test(program)) return [];
  // Texts beside each other are one.
  const texts = program.replace(/"[ \t]+"/g, '').match(/"(?:[^"\\]|\\.){0,1000}"/g) ?? [];
  // What it reads, or runs by what it reads, is for a shell.
  const shell = /\bsystem\s*\(\s*\$|\$\w+\s*\|\s*getline/.test(program) ? ['sh'] : [];
  return [...shell, ...texts.slice(0, mostTexts).map((text) => text.slice(1, -1))];
}

/** What an awk program prints, with a variable for unknown parts. */
function awkPrinted(program: string): string {
  const printed = program.match(/\bprintf?\s+([^}]*)/)?.[1] ?? '';
  return printed
    .replace(/"((?:[^"\\]|\\.){0,1000})"|\$?\w+/g, (_, text?: string) => text ?? ` ${unknownPart} `)
    .replace(/,/g, ' ');
}

const substitution =
  /s([/|#,!@:%])((?:(?!\1)[^\\\n]|\\[^\n]){0,1000})\1((?:(?!\1)[^\\\n]|\\[^\n]){0,1000})\1([gpiIm\d]*)(e?)/g;
const execution =
  /(?:^|[\n;{])[^\S\n]*(?:(?:\d+|\$|\/(?:[^/\\\n]|\\[^\n]){0,1000}\/I?)(?:,(?:\d+|\$))?[^\S\n]*)?(?:![^\S\n]*)?e\s+([^\n]+)/g;

/** Shell code in a script of `sed`: replacements with the flag `e`, and the argument of the command `e`. */
export function sedTexts(script: string): readonly string[] {
  const put = [...script.matchAll(substitution)].flatMap(([, , , text = '', , runs]) =>
    runs === 'e' ? [text.replace(/\\([^\w&])/g, '$1')] : [],
  );
  const rest = script.replace(substitution, '');
  const shell = /(?:^|[\n;{])[^\S\n]*(?:\d+|\$)?e\s*(?:$|[\n;}])/.test(rest) ? ['sh'] : [];
  return [...shell, ...put, ...[...rest.matchAll(execution)].map(([, text = '']) => text)].slice(
    0,
    mostTexts,
  );
}

/** Replacements in a script of `sed`, with a variable for `&`. */
function replacedTexts(script: string): readonly string[] {
  return [...script.matchAll(substitution)]
    .slice(0, mostTexts)
    .map(([, , , text = '']) =>
      text.replace(/(?<!\\)&|\\\d/g, () => unknownPart).replace(/\\([^\w])/g, '$1'),
    );
}

const insertion =
  /(?:^|[\n;{}])[^\S\n]*(?:(?:\d+|\$|\/(?:[^/\\\n]|\\[^\n]){0,1000}\/I?)(?:,(?:\d+|\$))?[^\S\n]*)?[aic](?:\\\n?)?[^\S\n]*([^\n]+)/g;

/** Literal texts that code of other languages prints: `print("x")`, `console.log('x')`. */
const printing = /\b(?:print|puts|echo|say|log|write)\b[\s(]{0,8}(["'`])((?:(?!\1)[^\\]|\\.){0,1000})\1/gs;
const printsText = /^(python|pypy|perl|ruby|php|lua|node|nodejs|bun|deno)[\d.]*$/;

/** What scripts in the words of `sed`, `awk` and interpreters print, with variables for unknown parts. */
export function textsMade(base: string, words: readonly string[]): readonly string[] {
  if (awkNames.test(base)) return [...words.map(awkPrinted), ...printsIn([base, ...words])];
  if (printsText.test(base)) {
    const printed = words.flatMap((word) =>
      [...word.matchAll(printing)].slice(0, mostTexts).map(([, , text = '']) => text),
    );
    const put = base === 'perl' ? words.flatMap(replacedTexts) : [];
    return [...printed, ...put, ...printsIn([base, ...words])];
  }
  if (!sedNames.test(base)) return [];
  return words.flatMap((word) => [
    ...replacedTexts(word),
    ...[...word.matchAll(insertion)].slice(0, mostTexts).map(([, text = '']) => text),
  ]);
}
