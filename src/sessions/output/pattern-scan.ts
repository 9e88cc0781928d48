import type { RE2JS } from 're2js';
import { messageOf, wrongField } from '../../core/failure.ts';
import { LF } from '../../core/text/control-bytes.ts';
import { firstCharacters, lastCharacters, splitsPair } from '../../core/text/cut-text.ts';
import { decodeText } from '../../core/text/utf8.ts';
import { EscapeFilter } from '../../output/escapes.ts';
import { Utf8Repair } from '../../output/utf8-repair.ts';

/** Characters of a pattern. */
export const longestPattern = 1000;
/** Characters before the newest output that a match may reach back over. */
const reachBack = 16_384;
/** Characters of a match, and of the text around it, that are handed on. */
const longestShown = 2000;
/** Bytes that are handed on at once of a line without end. */
const longestStep = 2048;
/** Stands before text whose line may have begun in what is missing, so that no `^` matches there. */
const gapMark = '…';

export interface PatternMatch {
  readonly match: string;
  /** From the start of the line the match begins in to the end of the line it ends in, as far as that was read. */
  readonly text: string;
  /** Bytes of the last output up to the end of that text: what follows was not handed on. */
  readonly bytes: number;
}

/** Where a text begins that continues another: what is open of a sequence, a character, a run of carriage returns. */
interface Edge {
  readonly escapes: EscapeFilter;
  readonly repair: Utf8Repair;
  readonly returns: string;
}

/** A run of carriage returns as the newlines it is: one before a line feed, else one for each. */
function lineEnds(returns: string): string {
  return returns.endsWith('\n') ? '\n' : '\n'.repeat(returns.length);
}

/** The text of the next bytes, less the carriage returns at its end: whether a newline follows them is not known yet. */
function decode(
  bytes: Uint8Array,
  { escapes, repair, returns }: Edge,
): { readonly text: string; readonly returns: string } {
  const all = returns + decodeText(repair.push(escapes.push(bytes), true));
  let end = all.length;
  while (end > 0 && all[end - 1] === '\r') end -= 1;
  return {
    // A lone one begins a line anew.
    text: all.slice(0, end).replace(/\r+\n?/g, lineEnds),
    returns: all.slice(Math.max(end, all.length - reachBack)),
  };
}

/** The first end of a line, or of a step of a long one, at which the text of the bytes has so many characters. */
function stepEnd(
  bytes: Uint8Array,
  { escapes, repair, ...before }: Edge,
  least: number,
): { readonly bytes: number; readonly chars: number } {
  let [at, chars, { returns }] = [0, 0, before];
  do {
    const newline = bytes.subarray(at, at + longestStep).indexOf(LF);
    const next = Math.min(bytes.length, at + (newline < 0 ? longestStep : newline + 1));
    const step = decode(bytes.subarray(at, next), { escapes, repair, returns });
    at = next;
    chars += step.text.length;
    returns = step.returns;
  } while (at < bytes.length && chars < least);
  return { bytes: at, chars };
}

function refuse(problem: string): never {
  throw wrongField('pattern', problem);
}

/**
 * Looks for a regular expression in output as it comes, in linear time (RE2 syntax; `^` and `$` match at lines). Escape
 * sequences are not seen, and a match spans at most 16 KiB of earlier output, so memory and time stay bounded.
 */
export class PatternScan {
  readonly #pattern: RE2JS;
  #escapes = new EscapeFilter();
  #repair = new Utf8Repair();
  #held = '';
  #returns = '';
  /** Where in the held text a match may begin: behind the first character when it is cut inside a line, whose rest is no start of a line. */
  #from = 0;

  private constructor(pattern: RE2JS) {
    this.#pattern = pattern;
  }

  /** Throws `invalid_input` for a pattern RE2 does not take; it has no look-around and no back-references. */
  static async open(pattern: string): Promise<PatternScan> {
    const { RE2JS: engine } = await import('re2js');
    try {
      return new PatternScan(engine.compile(pattern, engine.MULTILINE));
    } catch (error) {
      // The engine names the pattern as it has it, behind the flag that is given here.
      const problem = messageOf(error).replace('`(?m)', '`');
      return refuse(`is not a regular expression in RE2's syntax: ${problem}`);
    }
  }

  /** Takes the next output; the first match in it, or in it and what came before, or null. */
  push(bytes: Uint8Array): PatternMatch | null {
    const before = { escapes: this.#escapes.copy(), repair: this.#repair.copy(), returns: this.#returns };
    const { text: added, returns } = decode(bytes, {
      escapes: this.#escapes,
      repair: this.#repair,
      returns: this.#returns,
    });
    this.#returns = returns;
    const text = this.#held + added;
    const matcher = this.#pattern.matcher(text);
    if (matcher.find(this.#from)) {
      const start = matcher.start();
      const lead = text.slice(0, start);
      const line = lead.slice(lead.lastIndexOf('\n') + 1);
      const end = stepEnd(bytes, before, matcher.end() - this.#held.length);
      const around = lastCharacters(line, longestShown) + text.slice(start, this.#held.length + end.chars);
      return {
        match: firstCharacters(text.slice(start, matcher.end()), longestShown),
        text: firstCharacters(around, longestShown * 2 + longestStep),
        bytes: end.bytes,
      };
    }
    this.#keep(text);
    return null;
  }

  /** What follows does not follow what came before: something between is missing, perhaps in the middle of a line. */
  skip(): void {
    this.#held = gapMark;
    this.#returns = '';
    this.#from = gapMark.length;
    this.#escapes = new EscapeFilter();
    this.#repair = new Utf8Repair();
  }

  /** Keeps the end of a text that a later match may begin in, from the start of a line where there is one. */
  #keep(text: string): void {
    this.#held = text;
    if (text.length <= reachBack) return;
    const end = lastCharacters(text, reachBack);
    const line = end.indexOf('\n') + 1;
    this.#held = end.slice(line);
    this.#from = line > 0 ? 0 : splitsPair(end, 1) ? 2 : 1;
  }
}
