import type { HeldLine } from './held-line.ts';

/** Hands lines out, and knows which were before: those come again only where they have changed. */
export class HandedOut {
  readonly #show: (text: string) => void;
  /** The line that was handed out without its end, so that what is shown next goes on there. */
  #open: HeldLine | null = null;
  /** What it had. */
  #openText = '';
  /** Other lines were shown behind it, so that it has to be shown anew. */
  #isCut = false;

  constructor(show: (text: string) => void) {
    this.#show = show;
  }

  /** All of these are handed out, the last one without its end. */
  passOver(lines: readonly HeldLine[]): void {
    const last = lines.at(-1) ?? null;
    for (const line of lines) line.passOver(line !== last);
    this.#open = last;
    this.#openText = last?.wholeText(false) ?? '';
    this.#isCut = false;
  }

  /** Shows whole lines that nobody had yet. */
  plain(text: string): void {
    this.#goOn();
    this.#show(text);
  }

  /** Shows what is new of a line. `isLeft` says that the cursor is elsewhere. */
  line(line: HeldLine, isOver: boolean, isLeft: boolean): void {
    const isOpen = line === this.#open;
    const text = isOpen && this.#isCut ? line.wholeText(isLeft) : line.text(isLeft);
    if (text === null) return;
    if (isOpen) this.#open = null;
    else this.#goOn();
    this.#show(isOver ? `${text}\n` : text);
  }

  /** Ends the line that was handed out without its end, before others. */
  #goOn(): void {
    if (this.#open === null || this.#isCut) return;
    this.#isCut = true;
    if (this.#openText !== '') this.#show('\n');
  }
}
