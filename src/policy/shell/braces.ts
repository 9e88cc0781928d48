import type { DoubleQuotedChild, Word, WordPart } from 'unbash';
import { NotUnderstood } from './arg.ts';
import type { Piece } from './pieces.ts';

/** A text without backslashes and the characters that they escape. */
export function unescaped(text: string): string {
  return text.replace(/\\[\s\S]/g, '');
}

/** Whether a text has a comma or a range between braces. */
export function isBraced(text: string): boolean {
  const [open, close] = [text.indexOf('{'), text.lastIndexOf('}')];
  return open !== -1 && open < close && /,|\.\./.test(text.slice(open, close));
}

/** Rejects braces that bash expands but the parser took as text or as part of a character class. */
export function checkBraces(pieces: readonly Piece[], parts: readonly WordPart[]): void {
  const skeleton = parts
    .map((part, index) => {
      const piece = pieces[index];
      if (part.type === 'Glob') return part.text;
      return part.type === 'Literal' && piece?.kind === 'text' ? unescaped(part.text) : 'x';
    })
    .join('');
  if (isBraced(skeleton)) throw new NotUnderstood('uses braces in an unclear way');
}

/** Rejects braces near backticks in quotes, where bash ends the quotes when it looks for braces, and near `$$(`. */
export function checkBraceMarks(word: Word): void {
  if (!isBraced(word.text)) return;
  const isTick = (part: DoubleQuotedChild) => part.type === 'CommandExpansion' && part.text.startsWith('`');
  const isUnclear = word.parts?.some((part) => part.type === 'DoubleQuoted' && part.parts.some(isTick));
  if (isUnclear === true || word.text.includes('$$('))
    throw new NotUnderstood('uses braces in an unclear way');
}
