import type { RE2JS } from 're2js';
import { messageOf, wrongField } from '../../core/failure.ts';
import { firstCharacters, lastCharacters, splitsPair } from '../../core/text/cut-text.ts';
import { PrintedText, reachBack, type ScanText } from './scan-text.ts';

/** Characters of a pattern. */
export const longestPattern = 1000;
/** Characters of a match, and of the text around it, that are handed on. */
const longestShown = 2000;
const longestAround = 6144;
/** Stands before text whose line may have begun in what is missing, so that no `^` matches there. */
const gapMark = '…';

export interface PatternMatch {
  readonly match: string;
  /** From the start of the line the match begins in to the end of the line it ends in, as far as that was read. */
  readonly text: string;
  /** Bytes of the last output up to the end of that text: what follows was not handed on. */
  readonly bytes: number;
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
  #output: ScanText = new PrintedText();
  #held = '';
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

  /** Looks from now on in an output that is read otherwise than one of no terminal is. */
  begin(output: ScanText): void {
    this.#output = output;
  }

  /** Takes the next output; the first match in it, or in it and what came before, or null. */
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

  /** What follows does not follow what came before: something between is missing, perhaps in the middle of a line. */
  skip(): void {
    this.#held = gapMark;
    this.#from = gapMark.length;
    this.#output.skip();
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
