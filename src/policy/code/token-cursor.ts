import type { CodeToken } from './tokens.ts';

/** What a statement goes on with behind what a call is given without brackets. */
const goesOn = /^(?:or|and|if|unless|do|for|while|foreach|then)$/;

/** Goes through tokens; within brackets the ends of lines are blanks. */
export class TokenCursor {
  protected readonly tokens: readonly CodeToken[];
  protected brackets = 0;
  at: number;

  constructor(tokens: readonly CodeToken[], at: number) {
    this.tokens = tokens;
    this.at = at;
  }

  protected next(ahead = 0): CodeToken {
    if (this.brackets > 0)
      while (this.tokens[this.at]?.text === '\n' && this.tokens[this.at]?.kind === 'mark') this.at += 1;
    return this.tokens[this.at + ahead] ?? { kind: 'mark', text: '' };
  }

  protected is(mark: RegExp, ahead = 0): boolean {
    const { kind, text } = this.next(ahead);
    return kind === 'mark' && mark.test(text);
  }

  /** Goes to the end of an element. */
  protected skip(): void {
    let depth = 0;
    for (; this.at < this.tokens.length; this.at += 1) {
      const { kind, text } = this.tokens[this.at] ?? { kind: 'mark', text: '' };
      if (kind !== 'mark') continue;
      if (depth === 0 && /^[,)\]};]$/.test(text)) return;
      if (depth === 0 && text === '\n' && this.brackets === 0) return;
      if (/^[([{]$/.test(text)) depth += 1;
      else if (/^[)\]}]$/.test(text)) depth -= 1;
    }
  }

  /** Goes to the next argument, or to the end of all where a statement goes on behind those without brackets. */
  protected skipArgument(isWrapped: boolean): void {
    const { kind, text } = this.next();
    if (!isWrapped && kind === 'name' && goesOn.test(text)) this.at = this.tokens.length;
    else this.skip();
  }

  /** Goes past the name of what follows, and gives it: `x=`, `x:`, `"x":`, `"x" =>`; null without one. */
  protected takeKey(isTable: boolean): CodeToken | null {
    const token = this.next();
    const [follows, behind] = [this.tokens[this.at + 1], this.tokens[this.at + 2]];
    if (token.kind === 'mark' || follows?.kind !== 'mark') return null;
    const isHash = follows.text === '=>';
    const isOther = follows.text === '=' || (follows.text === ':' && behind?.text !== ':');
    if (!isHash && !(isOther && (isTable || token.kind === 'name'))) return null;
    this.at += 2;
    return token;
  }
}
