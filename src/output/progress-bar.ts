/** The text of a line between two carriage returns. */
export interface LineState {
  /** The text, or the start of a long one. */
  readonly text: string;
  /** Characters it covers, trailing blanks included. */
  readonly chars: number;
  /** Whether an escape sequence erased what followed its text, or all that was there before. */
  readonly isErasing: boolean;
  /** Whether an escape sequence erased it afterwards. */
  readonly isErased: boolean;
}

/** Most characters in a state of a progress bar: few terminals have lines this long. */
const longestState = 512;

/** Signs of progress: a percentage, a count of a total, a size, a time, a bar, dots, a spinner. */
const marks: readonly RegExp[] = [
  /%|\d ?(?:\/|of) ?\d|\d:\d\d|-:--/,
  /\d ?[kKMGT]?i?B\b|[a-zB]\/s\b/,
  /[=#.>*+-]{3}|[\u2026\u2580-\u259f\u2500-\u257f\u2800-\u28ff\u25d0-\u25ff]/,
  /^[-|/\\](?:\s|$)|\s[-|/\\]$/,
];

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The kind of a state's first character; two states of one bar start with the same kind. */
function beginningOf(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  if (/\d/.test(first)) return 'number';
  if (/\s/.test(first)) return 'blank';
  return /[-|/\\\u2800-\u28ff\u25d0-\u25ff]/u.test(first) ? 'spinner' : first.toLowerCase();
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]+/gu, '');
}

/** The letters before the percentage; null if there is none. */
function sharedPart(text: string): string | null {
  const share = text.indexOf('%');
  return share === -1 ? null : lettersOf(text.slice(0, share));
}

/** Whether the words before the percentage are the same, or at least half of the shorter text's letters start the other's too. */
function sayTheSame(before: string, after: string): boolean {
  const shared = sharedPart(before);
  if (shared !== null && shared === sharedPart(after)) return true;
  const [a, b] = [lettersOf(before), lettersOf(after)];
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a[same] === b[same]) same += 1;
  return same * 2 >= shorter;
}

/** A single blank or a separator between two values: it follows a value that ended in a carriage return of its own. */
const separator = /^(?:\s\S|[,;:|)\]}>"'\t])/;

/**
 * Tells progress bars from data with carriage returns (as from files with CRLF read line by line), where the text before one
 * matters as much as the text after it. Each instance judges the states of one line, in order.
 */
export class ProgressBar {
  #first: string | null = null;
  #overwritten = 0;
  #isData = false;
  readonly #isLed: boolean;

  /** `isLed`: the line began with a carriage return, as a counter writes it. */
  constructor(isLed: boolean) {
    this.#isLed = isLed;
  }

  /** Whether nothing is lost if only the second of two states is shown. */
  isOverwritten(before: LineState, after: LineState): boolean {
    this.#first ??= beginningOf(before.text);
    if (separator.test(after.text) && beginningOf(after.text) !== this.#first) this.#isData = true;
    const isOver = !isBlank(after.text) && (before.isErased || after.isErasing);
    if (!isOver && !this.#isNextState(before, after)) return false;
    this.#overwritten += 1;
    return true;
  }

  /** Whether these blanks, overwritten by other text, wiped the state before them. */
  isWiped(before: LineState, blanks: LineState): boolean {
    return isBlank(blanks.text) && covers(blanks, before);
  }

  #isNextState(before: LineState, after: LineState): boolean {
    if (this.#isData || before.chars > longestState || after.chars > longestState) return false;
    const isBar = this.#overwritten > 0;
    // After a bar, any text may be the final one, even a shorter one.
    if (!isAlike(before.text, after.text)) return isBar;
    const isMarked = this.#isLed || marks.some((mark) => mark.test(before.text) || mark.test(after.text));
    return (isMarked || counts(before.text, after.text)) && (isBar || covers(after, before));
  }

  /** Whether three states count up, though no two of them show it. */
  isCount(first: LineState, second: LineState, third: LineState): boolean {
    const states = [first, second, third];
    if (this.#isData || states.some(({ text, chars }) => chars > longestState || !/\d/.test(text)))
      return false;
    const isNext = ([before, after]: readonly [LineState, LineState]) =>
      isAlike(before.text, after.text) && covers(after, before);
    if (!isNext([first, second]) || !isNext([second, third])) return false;
    this.#overwritten += 2;
    return true;
  }
}

/** Whether two texts differ only in their numbers: `step 1`, `step 2`. */
function counts(before: string, after: string): boolean {
  const letters = lettersOf(before);
  return letters.length > 1 && letters === lettersOf(after) && /\d/.test(before) && /\d/.test(after);
}

function covers(after: LineState, before: LineState): boolean {
  return after.chars >= before.chars - (before.text.length - before.text.trimEnd().length);
}

function isAlike(before: string, after: string): boolean {
  const [a, b] = [beginningOf(before), beginningOf(after)];
  return (a === b || (a === 'blank' && b === 'number')) && sayTheSame(before, after);
}
