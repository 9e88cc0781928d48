import { lazy } from '../../core/async/lazy.ts';
import { isHarmlessAwk } from '../profiles/awk-program.ts';
import { isHarmlessSed } from '../profiles/sed-script.ts';
import { awkNames, sedNames } from './base-name.ts';

/** A program whose arguments may hold a script in its own language. */
interface Language {
  readonly names: RegExp;
  readonly isHarmless: (text: string) => boolean;
  /** Matches an option with a value; the groups are its letter, or the first one of its long name, and the attached value. */
  readonly valued: RegExp;
  /** Letters of options whose value is a script, and of those whose value is neither that nor a script file. */
  readonly program: string;
  readonly plain: string;
  /** Options without a value that are harmless. */
  readonly flags?: RegExp;
  /** Whether all words behind the first operand are operands. */
  readonly endsAtOperand: boolean;
}

const languages = lazy((): readonly Language[] => [
  {
    names: sedNames,
    isHarmless: isHarmlessSed,
    valued: /^-(?:[nErsuz]*([efl])|-(?:(e)xpression|(f)ile)=?)(.*)$/s,
    program: 'e',
    plain: 'l',
    flags: /^-([^-]|-(quiet|silent|in-place|regexp-extended|separate|null-data|unbuffered|posix|debug))/,
    endsAtOperand: false,
  },
  {
    names: awkNames,
    isHarmless: isHarmlessAwk,
    valued: /^-([fvFeiElL])(.*)$/s,
    program: '',
    plain: 'vF',
    endsAtOperand: true,
  },
]);

/** Letters of options that replace the script among the operands. */
const instead = 'ef';

/** An option and its value, which is the word at index `at` or attached to it. */
interface ValuedOption {
  readonly letter: string;
  readonly value: string;
  readonly at: number;
}

function valuedOptionAt({ valued }: Language, args: readonly string[], index: number): ValuedOption | null {
  const [, ...found] = valued.exec(args[index] ?? '') ?? [];
  const letter = found.slice(0, -1).find((part) => part !== undefined);
  if (letter === undefined) return null;
  const joined = found.at(-1) ?? '';
  return joined === ''
    ? { letter, value: args[index + 1] ?? '', at: index + 1 }
    : { letter, value: joined, at: index };
}

function isHarmlessOption(language: Language, { letter, value }: ValuedOption): boolean {
  return language.program.includes(letter) ? language.isHarmless(value) : language.plain.includes(letter);
}

/** What one word means: the words a rule must spell out, whether it gives the script, and the index of the next word. */
interface ReadWord {
  readonly needed: readonly number[];
  readonly givesProgram: boolean;
  readonly next: number;
}

function readWord(language: Language, args: readonly string[], index: number, hasProgram: boolean): ReadWord {
  const word = args[index] ?? '';
  if (!word.startsWith('-') || word === '-') {
    const needed = hasProgram || language.isHarmless(word) ? [] : [index];
    return { needed, givesProgram: true, next: language.endsAtOperand ? args.length : index + 1 };
  }
  const option = valuedOptionAt(language, args, index);
  if (option === null) {
    const needed = language.flags?.test(word) === true ? [] : [index];
    return { needed, givesProgram: false, next: index + 1 };
  }
  // The option too: a wildcard in its place would make the program of what a rule means as a file.
  const needed = isHarmlessOption(language, option) ? [] : [index, option.at];
  return { needed, givesProgram: instead.includes(option.letter), next: option.at + 1 };
}

/** The indexes of words of `sed` and `awk` that hold or choose a script which is not surely harmless; null for other programs. */
export function languageVetoes(base: string, args: readonly string[]): Set<number> | null {
  const language = languages().find(({ names }) => names.test(base));
  if (language === undefined) return null;
  const words = new Set<number>();
  let hasProgram = false;
  for (let index = 0; index < args.length; ) {
    const { needed, givesProgram, next } = readWord(language, args, index, hasProgram);
    for (const at of needed) words.add(at);
    hasProgram ||= givesProgram;
    index = next;
  }
  return words;
}
