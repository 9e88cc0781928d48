/** An edit by its rules alone, worked out on lists of characters; slow, and plain to see that it is right. The oracle of edits. */

/** A character as it is compared, and where it stands in the text. */
interface Mark {
  readonly char: string;
  readonly start: number;
  readonly end: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface PlainEdit {
  readonly old: string;
  readonly fresh: string;
  readonly all: boolean;
}

/** UTF-16 units, a CRLF being one newline. */
function marksOf(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  for (
    let start = 0;
    start < text.length;
    start += marks.at(-1)?.char === '\n' && text[start] === '\r' ? 2 : 1
  ) {
    const isBreak = text.startsWith('\r\n', start);
    marks.push({ char: isBreak ? '\n' : (text[start] ?? ''), start, end: start + (isBreak ? 2 : 1) });
  }
  return marks;
}

function literalMarks(text: string): readonly Mark[] {
  return text.split('').map((char, start) => ({ char, start, end: start + 1 }));
}

const typography: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'\u2018\u2019\u201a\u201b\u2032'].map((char) => [char, "'"])),
  ...Object.fromEntries([...'\u201c\u201d\u201e\u201f\u2033'].map((char) => [char, '"'])),
  ...Object.fromEntries([...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212'].map((char) => [char, '-'])),
};

/** Quotes and dashes folded, blanks before a newline or the end left out. */
function foldedMarks(text: string): readonly Mark[] {
  const kept: Mark[] = [];
  let isAtEnd = true;
  for (const mark of marksOf(text).toReversed()) {
    if (isAtEnd && (mark.char === ' ' || mark.char === '\t')) continue;
    isAtEnd = mark.char === '\n';
    kept.push({ ...mark, char: typography[mark.char] ?? mark.char });
  }
  return kept.reverse();
}

/** Indexes at which `part` stands in `marks`. */
function placesOf(marks: readonly Mark[], part: readonly Mark[]): readonly number[] {
  return marks
    .map((_, at) => at)
    .filter((at) => part.every(({ char }, index) => marks[at + index]?.char === char));
}

function spansOf(marks: readonly Mark[], part: readonly Mark[]): readonly Span[] {
  return placesOf(marks, part).map((at) => ({
    start: marks[at]?.start ?? 0,
    end: marks[at + part.length - 1]?.end ?? 0,
  }));
}

function exactSpans(text: string, old: string): readonly Span[] {
  const isTorn = (start: number) => old.startsWith('\n') && !old.includes('\r') && text[start - 1] === '\r';
  return spansOf(literalMarks(text), literalMarks(old)).filter(({ start }) => !isTorn(start));
}

function foldedSpans(text: string, old: string): readonly Span[] {
  const part = foldedMarks(old);
  if (part.every(({ char }) => char === '\n')) return [];
  const spans = spansOf(foldedMarks(text), part);
  if (!/[ \t]$/.test(old)) return spans;
  // Blanks that the caller wrote at the end stand for the blanks at the end of a line.
  return spans.flatMap(({ start, end }) => {
    const blanks = /^[ \t]*(?=\r?\n|$)/.exec(text.slice(end))?.[0];
    return blanks === undefined ? [] : [{ start, end: end + blanks.length }];
  });
}

/** The first span, then each that begins at its end or later. */
function apart(spans: readonly Span[]): readonly Span[] {
  const kept: Span[] = [];
  for (const span of spans) if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  return kept;
}

/** `fresh` as it stands in the text in place of `span`. */
function inserted(text: string, { start, end }: Span, fresh: string): string {
  const newlines = literalMarks(text).filter(({ char }) => char === '\n');
  const isReturn = (mark: Mark | undefined) => mark !== undefined && text[mark.start - 1] === '\r';
  const within = newlines.filter((mark) => mark.start >= start && mark.start < end);
  const returns = within.filter(isReturn).length;
  const next = newlines.find((mark) => mark.start >= end) ?? newlines.at(-1);
  const isWindows =
    within.length === 0
      ? isReturn(next)
      : returns * 2 === within.length
        ? isReturn(within[0])
        : returns * 2 > within.length;
  const plain = fresh.replaceAll('\r\n', '\n');
  return isWindows ? plain.replaceAll('\n', '\r\n') : plain;
}

/** The text after one edit, null when it must be refused. */
export function plainEdit(text: string, { old, fresh, all }: PlainEdit): string | null {
  if (old === fresh) return null;
  const exact = exactSpans(text, old);
  const lineEnds = exact.length > 0 ? [] : spansOf(marksOf(text), marksOf(old));
  const found = exact.length > 0 ? exact : lineEnds.length > 0 || all ? lineEnds : foldedSpans(text, old);
  if (found.length === 0 || (!all && found.length > 1)) return null;
  const isLiteral = exact.length > 0 && `${old}${fresh}`.includes('\r');
  let result = '';
  let from = 0;
  for (const span of apart(found)) {
    const put = isLiteral || !fresh.includes('\n') ? fresh : inserted(text, span, fresh);
    result += text.slice(from, span.start) + put;
    from = span.end;
  }
  return result + text.slice(from);
}
