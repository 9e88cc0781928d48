import { lazy } from '../../core/async/lazy.ts';
import { isHarmlessAwk } from '../profiles/awk-program.ts';
import { isHarmlessSed } from '../profiles/sed-script.ts';
import { awkNames, sedNames } from './base-name.ts';

/** A program whose own words may hold a program in a language. */
interface Language {
  readonly names: RegExp;
  readonly isHarmless: (text: string) => boolean;
  /** An option that takes a value: its letter or the first of its long name, and what of the value is joined to it. */
  readonly valued: RegExp;
  /** Letters of those whose value is a program, and of those whose value is neither that nor a file to run. */
  readonly program: string;
  readonly plain: string;
  /** Options without a value that are harmless. */
  readonly flags?: RegExp;
  /** What follows the first operand are operands too. */
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

/** Letters of the options that stand in for the program among the operands. */
const instead = 'ef';

/** An option and its value, which stands at `at` among the words. */
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

/** What one word says: which words a rule must spell out for it, whether it gives the program, and which word is next. */
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

/** Words of `sed` and `awk` that hold or choose a program, unless it is certain to be harmless; null for other programs. */
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
