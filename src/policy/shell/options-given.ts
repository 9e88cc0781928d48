import { ownValue } from '../../core/record.ts';

/** The options of a command by letter, with their values, and its operands. */
export interface Given {
  readonly options: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/**
 * Parses words like `getopt`: letters followed by a colon take a value, a leading plus sign ends the options at the first
 * operand, `long` maps long options to letters. Null for an unknown option.
 */
export function optionsGiven(
  words: readonly string[],
  letters: string,
  long: Readonly<Record<string, string>>,
): Given | null {
  const options = new Map<string, string>();
  const operands: string[] = [];
  const stopsAt = letters.startsWith('+') ? /^--$|^(?!-.)/ : /^--$/;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (stopsAt.test(word)) {
      operands.push(...words.slice(index + Number(word === '--')));
      break;
    }
    if (!/^-./.test(word)) {
      operands.push(word);
      continue;
    }
    const read = shortOptions(word, letters) ?? longOption(word, letters, long);
    if (read === null) return null;
    for (const [letter, value] of read) {
      if (value === null) index += 1;
      const taken = value ?? words[index];
      if (taken === undefined) return null;
      options.set(letter, taken);
    }
  }
  return { options, operands };
}

/** The options in one word by letter, with their values: empty for a flag, null for that of the last in the next word. */
type Read = readonly (readonly [letter: string, value: string | null])[];

function longOption(word: string, letters: string, long: Readonly<Record<string, string>>): Read | null {
  const [, name = '', value = null] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
  const letter = ownValue(long, name);
  if (letter === undefined) return null;
  return [[letter, letters.includes(`${letter}:`) ? value : '']];
}

/** A bare number is a number of lines: `head -5`. */
function shortOptions(word: string, letters: string): Read | null {
  if (/^-\d+$/.test(word) && letters.includes('n:')) return [['n', word.slice(1)]];
  const flags: [letter: string, value: string][] = [];
  for (let at = 1; at < word.length; at += 1) {
    const letter = word[at] ?? '';
    const found = /[:+]/.test(letter) ? -1 : letters.indexOf(letter);
    if (found === -1) return null;
    if (letters[found + 1] === ':') return [...flags, [letter, word.slice(at + 1) || null]];
    flags.push([letter, '']);
  }
  return flags;
}
