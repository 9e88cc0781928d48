import { ownValue } from '../../core/record.ts';

/** The options of a command by letter, with their values, and its operands. */
export interface Given {
  readonly options: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/**
 * Parses words like `getopt`: letters followed by a colon take a value, `long` maps long options to letters. Null for an
 * unknown option.
 */
export function optionsGiven(
  words: readonly string[],
  letters: string,
  long: Readonly<Record<string, string>>,
): Given | null {
  const options = new Map<string, string>();
  const operands: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') return { options, operands: [...operands, ...words.slice(index + 1)] };
    if (!/^-./.test(word)) {
      operands.push(word);
      continue;
    }
    const read = word.startsWith('--') ? longOption(word, letters, long) : shortOptions(word, letters);
    if (read === null) return null;
    for (const letter of read.flags) options.set(letter, '');
    if (read.valued === null) continue;
    if (read.value === null) index += 1;
    const value = read.value ?? words[index];
    if (value === undefined) return null;
    options.set(read.valued, value);
  }
  return { options, operands };
}

/** The options in one word: flags, and one that takes a value, with the value if it is in the same word. */
interface Read {
  readonly flags: readonly string[];
  readonly valued: string | null;
  readonly value: string | null;
}

function longOption(word: string, letters: string, long: Readonly<Record<string, string>>): Read | null {
  const [, name = '', value = null] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
  const letter = ownValue(long, name);
  if (letter === undefined) return null;
  return letters.includes(`${letter}:`)
    ? { flags: [], valued: letter, value }
    : { flags: [letter], valued: null, value: null };
}

/** A bare number is a number of lines: `head -5`. */
function shortOptions(word: string, letters: string): Read | null {
  if (/^-\d+$/.test(word) && letters.includes('n:')) return { flags: [], valued: 'n', value: word.slice(1) };
  const flags: string[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const letter = word[at] ?? '';
    const found = letter === ':' ? -1 : letters.indexOf(letter);
    if (found === -1) return null;
    if (letters[found + 1] === ':') return { flags, valued: letter, value: word.slice(at + 1) || null };
    flags.push(letter);
  }
  return { flags, valued: null, value: null };
}
