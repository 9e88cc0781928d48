import { ownValue } from '../../core/record.ts';

/** What does without a terminal what these control characters, and the keys that send them, do in one. */
const instead: Readonly<Record<string, string>> = {
  '\x03': 'kill with signal SIGINT interrupts it',
  '\x04': 'write with eof ends its input',
  '\x1a': 'kill with signal SIGTSTP stops it',
  '\x1c': 'kill with signal SIGQUIT makes it quit',
};

/** What to do in a session without a terminal for a control character; null for others and for longer text. */
function insteadOf(character: string): string | null {
  return ownValue(instead, character) ?? null;
}

/** The same for a letter that is pressed with Control. */
export function insteadOfControl(letter: string): string | null {
  return insteadOf(String.fromCharCode(letter.toUpperCase().charCodeAt(0) & 0x1f));
}

/** Notices on text that is nothing but such a character, which a program without a terminal reads as data. */
export function asDataNotices(data: string): readonly string[] {
  const meant = insteadOf(data.trimEnd());
  return meant === null ? [] : [`Without a terminal the program reads this as data; ${meant}`];
}
