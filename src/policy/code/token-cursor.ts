import type { CodeToken } from './tokens.ts';

/** Words that end arguments without parentheses. */
const goesOn = /^(?:or|and|if|unless|do|for|while|foreach|then)$/;

/** Moves through tokens; within brackets, line ends are ignored. */
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

  /** Moves to the end of an element. */
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

  /** Moves to the end of an argument, or to the end of all tokens if a word ends arguments without parentheses. */
  protected skipArgument(isWrapped: boolean): void {
    const { kind, text } = this.next();
    if (!isWrapped && kind === 'name' && goesOn.test(text)) this.at = this.tokens.length;
    else this.skip();
  }

  /** Takes the name of an argument or the key of an entry: `x=`, `x:`, `"x":`, `"x" =>`; null if there is none. */
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
