import type { HeldLine } from './held-line.ts';

/** Outputs lines and remembers which were output; those are output again only if they changed. */
export class HandedOut {
  readonly #show: (text: string) => void;
  /** The line that was output without its newline; output continues on it. */
  #open: HeldLine | null = null;
  /** Its text at that time. */
  #openText = '';
  /** Whether other lines were output after it, so that it must be output in full again. */
  #isCut = false;

  constructor(show: (text: string) => void) {
    this.#show = show;
  }

  /** Marks these lines as output, the last one without its newline. */
  passOver(lines: readonly HeldLine[]): void {
    const last = lines.at(-1) ?? null;
    for (const line of lines) line.passOver(line !== last);
    this.#open = last;
    this.#openText = last?.wholeText(false) ?? '';
    this.#isCut = false;
  }

  /** Outputs complete lines that are new. */
  plain(text: string): void {
    this.#goOn();
    this.#show(text);
  }

  /** Outputs what is new on a line. `isLeft` says that the cursor is elsewhere. */
  line(line: HeldLine, isOver: boolean, isLeft: boolean): void {
    const isOpen = line === this.#open;
    const text = isOpen && this.#isCut ? line.wholeText(isLeft) : line.text(isLeft);
    if (text === null) return;
    if (isOpen) this.#open = null;
    else this.#goOn();
    this.#show(isOver ? `${text}\n` : text);
  }

  /** Ends the open line before other lines are output. */
  #goOn(): void {
    if (this.#open === null || this.#isCut) return;
    this.#isCut = true;
    if (this.#openText !== '') this.#show('\n');
  }
}
