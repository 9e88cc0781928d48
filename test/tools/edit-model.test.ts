import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeEdits } from '../../src/tools/edit/edited.ts';

/** An edit as one would do it by hand: slow, and written from what is promised, not from how it is done. */
interface Edit {
  readonly old: string;
  readonly new: string;
  readonly replaceAll: boolean;
}

type Span = readonly [start: number, end: number];

const alike: readonly (readonly [shown: string, characters: string])[] = [
  ["'", '\u2018\u2019\u201a\u201b\u2032'],
  ['"', '\u201c\u201d\u201e\u201f\u2033'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212'],
];

const folded = (text: string) =>
  [...text].map((one) => alike.find(([, others]) => others.includes(one))?.[0] ?? one).join('');

/** The indexes of the characters that count: no return of a CRLF, and no blanks at the end of a line where they are left out. */
function counted(text: string, isTrimmed: boolean): number[] {
  const isLeftOut = isTrimmed ? /^(?:\r\n|[ \t]+(?:\r?\n|$))/ : /^\r\n/;
  return Array.from({ length: text.length }, (_, at) => at).filter((at) => !isLeftOut.test(text.slice(at)));
}

/** Where `part` is in `text`; those that may be replaced together do not overlap. */
function starts(text: string, part: string, together: boolean): number[] {
  const found: number[] = [];
  for (let at = 0; at + part.length <= text.length; ) {
    const isHere = text.startsWith(part, at);
    if (isHere) found.push(at);
    at += isHere && together ? part.length : 1;
  }
  return found;
}

function exactSpans(text: string, { old, replaceAll }: Edit): Span[] {
  const tears = (at: number) => old.startsWith('\n') && !old.includes('\r') && text[at - 1] === '\r';
  if (!replaceAll)
    return starts(text, old, false).flatMap((at) => (tears(at) ? [] : [[at, at + old.length]]));
  const spans: Span[] = [];
  for (let at = 0; at + old.length <= text.length; at += 1) {
    if (!text.startsWith(old, at) || tears(at)) continue;
    spans.push([at, at + old.length]);
    at += old.length - 1;
  }
  return spans;
}

function looseSpans(text: string, { old, replaceAll }: Edit, isFolded: boolean): Span[] {
  const places = counted(text, isFolded);
  const pick = (whole: string, at: readonly number[]) => at.map((index) => whole[index]).join('');
  const [view, wanted] = [pick(text, places), pick(old, counted(old, isFolded))];
  const [looked, sought] = isFolded ? [folded(view), folded(wanted)] : [view, wanted];
  if (sought === '' || (isFolded && /^\n*$/.test(sought))) return [];
  const endsBlank = isFolded && /[ \t]$/.test(old);
  const isOpen = (at: number) => !endsBlank || /^(?:\n|$)/.test(looked.slice(at + sought.length));
  return starts(looked, sought, replaceAll)
    .filter(isOpen)
    .map((at) => {
      const first = places[at] ?? 0;
      const start = text[first] === '\n' && text[first - 1] === '\r' ? first - 1 : first;
      let end = (places[at + sought.length - 1] ?? 0) + 1;
      while (endsBlank && (text[end] === ' ' || text[end] === '\t')) end += 1;
      return [start, end];
    });
}

/** The line end that belongs at a place. */
function endAt(text: string, [start, end]: Span): string {
  const ends = (from: string) => from.match(/\r?\n/g) ?? [];
  const first = text.startsWith('\n', start) && text[start - 1] === '\r' ? start - 1 : start;
  const inside = ends(text.slice(first, end));
  const returns = inside.filter((one) => one === '\r\n').length;
  if (inside.length > 0 && returns * 2 !== inside.length) return returns * 2 > inside.length ? '\r\n' : '\n';
  return inside[0] ?? ends(text.slice(start))[0] ?? ends(text).at(-1) ?? '\n';
}

/** The text after an edit, null where it cannot be made. */
function edited(text: string, edit: Edit): string | null {
  if (edit.old === edit.new) return null;
  const tiers: readonly (() => Span[])[] = [
    () => exactSpans(text, edit),
    () => looseSpans(text, edit, false),
    () => (edit.replaceAll ? [] : looseSpans(text, edit, true)),
  ];
  for (const [tier, spansOf] of tiers.entries()) {
    const spans = spansOf();
    if (spans.length === 0) continue;
    if (spans.length > 1 && !edit.replaceAll) return null;
    const isLiteral = tier === 0 && /\r/.test(edit.old + edit.new);
    const fresh = (span: Span) =>
      isLiteral ? edit.new : edit.new.replaceAll('\r\n', '\n').replaceAll('\n', endAt(text, span));
    let [after, from] = ['', 0];
    for (const span of spans) {
      after += text.slice(from, span[0]) + fresh(span);
      from = span[1];
    }
    return after + text.slice(from);
  }
  return null;
}

const unit = fc.constantFrom(
  ...['a', 'b', 'a', 'b', '\n', '\n', '\r\n', '\r\n', ' ', ' ', '\t', '\r', "'", '"', '-', '$&', '\\'],
  ...['\u2018', '\u201d', '\u2013', '\u2212', '\ufeff', '\u00a0', 'é', 'e\u0301', '日', '😀'],
);
const texts = (maxLength: number) => fc.array(unit, { maxLength }).map((parts) => parts.join(''));

/** What is mostly a part of the text as it is, or as a model writes it. */
function oldOf(text: string, part: number, length: number, form: number): string {
  const from = text === '' ? 0 : part % text.length;
  const cut = text.slice(from, from + length).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  const forms = [
    cut,
    cut,
    cut.replaceAll('\r\n', '\n'),
    folded(cut),
    cut.replace(/[ \t]+(?=\r?\n|$)/g, ''),
    `${cut} `,
    cut.replaceAll('\n', '\r\n'),
  ];
  return forms[form % forms.length] ?? '';
}

it('changes what one would change by hand', { tags: ['slow'] }, async () => {
  const edits = fc.array(
    fc.record({
      at: fc.nat(),
      length: fc.integer({ min: 1, max: 6 }),
      form: fc.nat(),
      fresh: texts(4),
      all: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  );
  const seen = { made: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(texts(24), edits, async (before, list) => {
      let expected: string | null = before;
      const asked: Edit[] = [];
      for (const { at, length, form, fresh, all } of list) {
        const old = oldOf(expected ?? before, at, length, form);
        if (old === '') continue;
        asked.push({ old, new: fresh, replaceAll: all });
        if (expected !== null) expected = edited(expected, { old, new: fresh, replaceAll: all });
      }
      if (asked.length === 0) return;
      const made = await makeEdits({ given: 'f', text: before }, asked, async () => {}).catch(() => null);
      expect(made?.text ?? null).toBe(expected);
      seen[made === null ? 'refused' : 'made'] += 1;
    }),
    { numRuns: 4000, seed: 5 },
  );
  expect(Math.min(seen.made, seen.refused)).toBeGreaterThan(300);
});
