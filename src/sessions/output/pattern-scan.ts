import type { RE2JS } from 're2js';
import { messageOf, wrongField } from '../../core/failure.ts';
import { firstCharacters, lastCharacters, splitsPair } from '../../core/text/cut-text.ts';
import { PrintedText, reachBack, type ScanText } from './scan-text.ts';

/** Most characters of a pattern. */
export const longestPattern = 1000;
/** Most characters of a match, and of the text around it, that are returned. */
const longestShown = 2000;
const longestAround = 6144;
/** Put before text whose line may have started in a gap, so that no `^` matches there. */
const gapMark = '…';

export interface PatternMatch {
  readonly match: string;
  /** From the start of the match's first line to the end of its last, as far as that was read. */
  readonly text: string;
  /** Bytes of the last push up to the end of that text; the rest was not searched. */
  readonly bytes: number;
}

function refuse(problem: string): never {
  throw wrongField('pattern', problem);
}

/**
 * Searches output for a regular expression as it comes, in linear time (RE2 syntax; `^` and `$` match at lines). Escape
 * sequences are not seen, and a match spans at most 16 KiB of earlier output, so memory and time stay bounded.
 */
export class PatternScan {
  readonly #pattern: RE2JS;
  #output: ScanText = new PrintedText();
  #held = '';
  /** Index in the held text from which a match may start: after the first character if that is inside a cut line. */
  #from = 0;

  private constructor(pattern: RE2JS) {
    this.#pattern = pattern;
  }

  /** Compiles a pattern. Throws `invalid_input` if RE2 rejects it; it has no look-around and no back-references. */
  static async open(pattern: string): Promise<PatternScan> {
    const { RE2JS: engine } = await import('re2js');
    try {
      return new PatternScan(engine.compile(pattern, engine.MULTILINE));
    } catch (error) {
      // The engine quotes the pattern with the flag added here.
      const problem = messageOf(error).replace('`(?m)', '`');
      return refuse(`is not a regular expression in RE2's syntax: ${problem}`);
    }
  }

  /** Searches from now on in an output that is read otherwise than plain printed text. */
  begin(output: ScanText): void {
    this.#output = output;
  }

  /** Searches the next output; returns the first match that ends in it, or null. */
  push(bytes: Uint8Array): PatternMatch | null {
    const added = this.#output.push(bytes);
    const text = this.#held + added.text;
    const all = text + added.open;
    const matcher = this.#pattern.matcher(all);
    if (matcher.find(this.#from)) {
      const start = matcher.start();
      const lead = all.slice(0, start);
      const line = lead.slice(lead.lastIndexOf('\n') + 1);
      const end = added.endOf(matcher.end() - this.#held.length);
      const around = lastCharacters(line, longestShown) + all.slice(start, this.#held.length + end.chars);
      return {
        match: firstCharacters(all.slice(start, matcher.end()), longestShown),
        text: firstCharacters(around, longestAround),
        bytes: end.bytes,
      };
    }
    this.#keep(text);
    return null;
  }

  /** Notes a gap: output is missing here, perhaps in the middle of a line. */
  skip(): void {
    this.#held = gapMark;
    this.#from = gapMark.length;
    this.#output.skip();
  }

  /** Keeps the end of a text in which a later match may start, from the start of a line if there is one. */
  #keep(text: string): void {
    this.#held = text;
    if (text.length <= reachBack) return;
    const end = lastCharacters(text, reachBack);
    const line = end.indexOf('\n') + 1;
    this.#held = end.slice(line);
    this.#from = line > 0 ? 0 : splitsPair(end, 1) ? 2 : 1;
  }
}
