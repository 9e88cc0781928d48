import type { Span } from './match.ts';

/**
 * A function that tells, for spans in ascending order, whether a place should have CRLF: as most lines in the span do (the first one if
 * equal), else its own line, else the line before. Each newline of the text is looked up once.
 */
export function lineEndFinder(text: string): (span: Span) => boolean {
  if (!text.includes('\r\n')) return () => false;
  const last = text.lastIndexOf('\n');
  const hasReturn = (newline: number) => text[newline - 1] === '\r';
  let next = text.indexOf('\n');
  const newlineFrom = (position: number): number => {
    if (next !== -1 && next < position) next = text.indexOf('\n', position);
    return next;
  };
  return ({ start, end }) => {
    let [plain, returns] = [0, 0];
    const isFirstReturn = hasReturn(newlineFrom(start));
    for (let at = next; at !== -1 && at < end; at = newlineFrom(at + 1)) {
      if (hasReturn(at)) returns += 1;
      else plain += 1;
    }
    if (plain + returns > 0) return returns === plain ? isFirstReturn : returns > plain;
    return hasReturn(next === -1 ? last : next);
  };
}
