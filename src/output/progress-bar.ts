/** What stood on a line between two carriage returns. */
export interface LineState {
  /** Its text, or the beginning of a long one. */
  readonly text: string;
  /** Characters it covers, blanks at its end included. */
  readonly chars: number;
  /** Whether an escape sequence erased what stood behind its text, or all that was there before it. */
  readonly isErasing: boolean;
  /** Whether an escape sequence erased it once it was there. */
  readonly isErased: boolean;
}

/** No state of a progress bar is longer: a terminal has few lines of so many characters. */
const longestState = 512;

/** What says that something goes on: a share, a count of all, a size, a time, a bar, dots, a spinner. */
const marks: readonly RegExp[] = [
  /%|\d ?(?:\/|of) ?\d|\d:\d\d|-:--/,
  /\d ?[kKMGT]?i?B\b|[a-zB]\/s\b/,
  /[=#.>*+-]{3}|[\u2026\u2580-\u259f\u2500-\u257f\u2800-\u28ff\u25d0-\u25ff]/,
  /^[-|/\\](?:\s|$)|\s[-|/\\]$/,
];

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** What kind of thing a state begins with; two states of one bar begin with the same. */
function beginningOf(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  if (/\d/.test(first)) return 'number';
  if (/\s/.test(first)) return 'blank';
  return /[-|/\\\u2800-\u28ff\u25d0-\u25ff]/u.test(first) ? 'spinner' : first.toLowerCase();
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]+/gu, '');
}

/** What stands before the share that is done; null where none is named. */
function sharedPart(text: string): string | null {
  const share = text.indexOf('%');
  return share === -1 ? null : lettersOf(text.slice(0, share));
}

/** Whether the words before the share are the same, or those of the shorter state begin as those of the other do. */
function sayTheSame(before: string, after: string): boolean {
  const shared = sharedPart(before);
  if (shared !== null && shared === sharedPart(after)) return true;
  const [a, b] = [lettersOf(before), lettersOf(after)];
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a[same] === b[same]) same += 1;
  return same * 2 >= shorter;
}

/** A single blank or a sign between two values: what follows a value that brought its carriage return along. */
const separator = /^(?:\s\S|[,;:|)\]}>"'\t])/;

/**
 * Tells the progress bars among lines with carriage returns from data that has some (files with CRLF line ends, read line by line),
 * where what stands before one is no less wanted than what follows it. One judges the states of one line, in their order.
 */
export class ProgressBar {
  #first: string | null = null;
  #overwritten = 0;
  #isData = false;
  readonly #isLed: boolean;

  /** `isLed`: the line began with a carriage return, as who counts up writes it. */
  constructor(isLed: boolean) {
    this.#isLed = isLed;
  }

  /** Whether nothing is lost where only the second of two states is shown. */
  isOverwritten(before: LineState, after: LineState): boolean {
    this.#first ??= beginningOf(before.text);
    if (separator.test(after.text) && beginningOf(after.text) !== this.#first) this.#isData = true;
    const isOver = !isBlank(after.text) && (before.isErased || after.isErasing);
    if (!isOver && !this.#isNextState(before, after)) return false;
    this.#overwritten += 1;
    return true;
  }

  /** Whether blanks, which other text has overwritten, were there to wipe what stood before them. */
  isWiped(before: LineState, blanks: LineState): boolean {
    return isBlank(blanks.text) && covers(blanks, before);
  }

  #isNextState(before: LineState, after: LineState): boolean {
    if (this.#isData || before.chars > longestState || after.chars > longestState) return false;
    const isBar = this.#overwritten > 0;
    // Behind a bar any text may be the last one, a shorter one too.
    if (!isAlike(before.text, after.text)) return isBar;
    const isMarked = this.#isLed || marks.some((mark) => mark.test(before.text) || mark.test(after.text));
    return (isMarked || counts(before.text, after.text)) && (isBar || covers(after, before));
  }

  /** Whether three states count up, though nothing tells of two of them that they do. */
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

/** Whether two texts say the same of different numbers: `step 1`, `step 2`. */
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
