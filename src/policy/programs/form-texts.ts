import { endedBy } from '../../core/text/trailing.ts';
import { hasWord, quoteWord, type Words } from '../rules/pattern.ts';
import { optionValue } from './option-value.ts';

/** Which words of a command hold shell code. */
export interface TextForm {
  /** Options whose value is the code: the next word or attached, a letter also at the end of a cluster. */
  readonly options?: readonly string[];
  /** The code is the word behind one that matches. */
  readonly behind?: RegExp;
  /** A word must match for the form to apply. */
  readonly under?: RegExp;
  /** The code may be any word. */
  readonly anywhere?: true;
  /** The part of the word that is the code: its first group. All of it without. */
  readonly value?: RegExp;
  /** Or every match of these is code, its first group: the word is lines as of a console. */
  readonly lines?: readonly RegExp[];
  /** The code ends before the last of these characters; without any of them it is no code. */
  readonly until?: string;
  /** Text to put before the code. */
  readonly before?: string;
  /** What separates its words instead of blanks. */
  readonly apart?: string;
}

const commandName = 'exec|toolexec|command|cmd|run|under|askpass|pager|invoke|preview|wrapper';
/** Words that may be options of any program whose value is a command, by their names. */
export const tellsCommand = new RegExp(`(?:${commandName})(?:=|$)`);
/** Such options. */
export const anyProgram: readonly TextForm[] = [
  { anywhere: true, value: new RegExp(`^--?(?:[\\w-]*[-_])?(?:${commandName})=(.*[\\s/].*)$`, 's') },
  { behind: new RegExp(`^--?(?:[\\w-]*[-_])?(?:${commandName})$`), value: /^([^-].*\s.*)$/s },
];

/** The commands that lines start: the first groups of what matches in them. */
export function commandsOfLines(lines: readonly RegExp[], text: string): readonly string[] {
  return lines.flatMap((pattern) => [...text.matchAll(pattern)].map(([, command = '']) => command.trim()));
}

/** The code in a word that was found. */
function textIn({ value, lines, until, before = '', apart }: TextForm, held: string): readonly string[] {
  if (lines !== undefined) return commandsOfLines(lines, held);
  const found = value === undefined ? held : (value.exec(held)?.[1] ?? null);
  const whole = found === null || until === undefined ? found : endedBy(found, until);
  if (whole === null) return [];
  return [before + (apart === undefined ? whole : whole.split(apart).map(quoteWord).join(' '))];
}

/** The shell code that a form finds in a command, whose first word is the program. */
export function textsOf(form: TextForm, words: Words): readonly string[] {
  const { options, behind, under, anywhere } = form;
  if (under !== undefined && !hasWord(words, under)) return [];
  return words.slice(1).flatMap((word, index) => {
    if (word === null) return [];
    const next = words[index + 2];
    const held = options !== undefined ? optionValue(word, next, options) : anywhere ? word : null;
    const text = behind?.test(word) === true ? (next ?? null) : held;
    return text === null ? [] : textIn(form, text);
  });
}
