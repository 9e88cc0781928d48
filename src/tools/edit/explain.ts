import { cutText, lastCharacters } from '../../core/text/cut-text.ts';
import { escapeDeceptive } from '../../core/text/unseen.ts';
import { miscopied } from './copied.ts';
import type { Edit } from './input.ts';
import { leastShared, wordsOf } from './likest.ts';
import { asSeen, composeLetters, loosely, squeeze } from './looks.ts';
import { type Matches, mostCounted } from './match.ts';
import { findNear, type NearMatches } from './near.ts';
import { foldTypography } from './view.ts';

const shownChars = 80;
/** Equal characters that are shown before the first different one. */
const leadChars = 20;
/** Characters of `new` that are searched for its first words. */
const mostWordedChars = 1000;

/** Text in quotes; odd blanks and what is not seen as escapes. */
function shown(text: string, from = 0): string {
  const part = cutText(lastCharacters(text, text.length - from), shownChars);
  return escapeDeceptive(JSON.stringify(from > 0 ? `…${part}` : part));
}

/** A line of the file and one of `old`; long ones are cut so that the difference is visible. */
function shownApart(actual: string, wanted: string): readonly [string, string] {
  let agreeing = 0;
  while (agreeing < wanted.length && actual[agreeing] === wanted[agreeing]) agreeing += 1;
  if (agreeing + leadChars > shownChars) {
    return [shown(actual, agreeing - leadChars), shown(wanted, agreeing - leadChars)];
  }
  if (actual.length <= shownChars) return [shown(actual), shown(wanted)];
  const lower = actual.toLowerCase();
  const starts = [...wordsOf(wanted.toLowerCase())].map((word) => lower.indexOf(word));
  return [shown(actual, starts.find((start) => start !== -1) ?? 0), shown(wanted)];
}

function indentOf(line: string): string {
  return /^[ \t\u00a0]*/.exec(line)?.[0] ?? '';
}

/** `2 tabs`, `4 spaces`, or the characters themselves if mixed. */
function describeIndent(indent: string): string {
  if (indent === '') return 'none';
  const kind = /^\t+$/.test(indent) ? 'tab' : /^ +$/.test(indent) ? 'space' : null;
  return kind === null ? shown(indent) : `${indent.length} ${kind}${indent.length === 1 ? '' : 's'}`;
}

/** Ever stronger foldings of two lines, each with the difference that it removes. */
const reasons: readonly (readonly [change: (line: string) => string, reason: string])[] = [
  [foldTypography, 'its quotes or dashes differ'],
  [
    (line) => composeLetters(foldTypography(line)),
    'its letters are composed differently (Unicode NFC or NFD)',
  ],
  [asSeen, 'characters of no width differ'],
  [squeeze, 'its blanks differ'],
  [loosely, 'its upper and lower case differ'],
];

/** How a line of the file differs from one of `old`; with `isPart`, the latter loosely matches a part of it. */
function difference(actual: string, wanted: string, isPart: boolean): string {
  const [file, old] = [indentOf(actual), indentOf(wanted)];
  if (actual.trim() === wanted.trim() && file !== old) {
    return `its indentation is ${describeIndent(file)}, in "old" ${describeIndent(old)}`;
  }
  if (actual.trimEnd() === wanted.trimEnd()) return 'its trailing blanks differ';
  const mayOnlyLook = isPart && !actual.includes(wanted);
  const reason = reasons.find(([change]) => mayOnlyLook && change(actual).includes(change(wanted)))?.[1];
  const [inFile, inOld] = shownApart(actual, wanted);
  const both = `it is ${inFile}, in "old" ${inOld}`;
  if (reason === undefined) return both;
  const looksOtherwise = [actual, wanted].some((line) => escapeDeceptive(line) !== line);
  return looksOtherwise ? `${reason}: ${both}` : reason;
}

/** The first different line of `wanted`; its first may start and its last end within a line of the file, unless `old` continues there. */
function firstDifferent(lines: readonly string[], { wanted, startsLine, endsLine }: NearMatches): number {
  return wanted.findIndex((line, index) => {
    const actual = lines[index] ?? '';
    const mayBegin = index === 0 && !startsLine;
    const mayEnd = index === wanted.length - 1 && !endsLine;
    if (mayBegin) return mayEnd ? !actual.includes(line) : !actual.endsWith(line);
    return mayEnd ? !actual.startsWith(line) : actual !== line;
  });
}

/** Explains the difference if all lines agree: it is in what `old` has around them. */
function explainEdges(old: string, [first, last]: readonly [number, number], lines: number): string {
  const agree = first === last ? `line ${first} agrees` : `lines ${first} to ${last} agree`;
  const wantsNewline = old.lastIndexOf('\n') >= old.trimEnd().length;
  if (last === lines && wantsNewline) return `${agree}, but the file ends there without a newline`;
  return `${agree}, but not the blanks or empty lines around ${first === last ? 'it' : 'them'}`;
}

function explainBest(old: string, matches: NearMatches): string {
  const { near, lines, wanted } = matches;
  const best = near[0];
  if (best === undefined) return 'no line is near it';
  const isWhole = best.agreeing === wanted.length;
  const index = isWhole ? firstDifferent(lines.slice(best.line - 1), matches) : best.agreeing;
  if (index === -1) return explainEdges(old, [best.line, best.line + wanted.length - 1], lines.length);
  const line = best.line + index;
  const before =
    index > 1 ? `lines ${best.line} to ${line - 1} agree, ` : index === 1 ? `line ${best.line} agrees, ` : '';
  const actual = lines[line - 1];
  if (actual === undefined) return `${before}but the file ends there`;
  return `${before}line ${line} is near: ${difference(actual, wanted[index] ?? '', isWhole)}`;
}

/** The line numbers of the first ten `positions` in `text`. */
function lineNumbers(text: string, positions: readonly number[]): string {
  const numbers: number[] = [];
  let [line, from] = [1, 0];
  for (const position of positions.slice(0, 10)) {
    for (let at = text.indexOf('\n', from); at !== -1 && at < position; at = text.indexOf('\n', from)) {
      line += 1;
      from = at + 1;
    }
    numbers.push(line);
  }
  const more = positions.length > numbers.length ? ' …' : '';
  return `${new Set(numbers).size === 1 ? 'line' : 'lines'} ${[...new Set(numbers)].join(', ')}${more}`;
}

/** Where `new` is if it is in the text, as when the edit was made before; '' if it is not, or too short to tell. */
function alreadyThere(text: string, fresh: string): string {
  const [plain, part] = [text.replaceAll('\r\n', '\n'), fresh.replaceAll('\r\n', '\n')];
  const at = wordsOf(part.slice(0, mostWordedChars)).size < leastShared ? -1 : plain.indexOf(part);
  return at === -1 ? '' : `, "new" already does (${lineNumbers(plain, [at])})`;
}

/** Where `old` was before the edits, so that one of them took it away; '' if it was not there. */
function wasThere(before: string, old: string): string {
  const plain = before.replaceAll('\r\n', '\n');
  const at = plain.indexOf(old.replaceAll('\r\n', '\n'));
  return at === -1 ? '' : ` any more (before edit 1: ${lineNumbers(plain, [at])})`;
}

/** The texts of a failed edit: before the edits of its call, and after the first `earlier` of them. */
interface MissedTexts {
  readonly before: string;
  readonly text: string;
  readonly earlier: number;
}

/**
 * Why `old` was not replaced, as the state in a failure message: how often it occurs, or where it nearly does and what differs. The
 * text, and so the line numbers, are those after the first `earlier` edits of the call.
 */
export function explainMiss(
  { before, text, earlier }: MissedTexts,
  { old, new: fresh }: Pick<Edit, 'old' | 'new'>,
  { spans, tier }: Matches,
): string {
  const after = earlier > 0 ? `after edit ${earlier}` : '';
  if (spans.length > 0) {
    const count = spans.length >= mostCounted ? `at least ${mostCounted}` : `${spans.length}`;
    const how = tier === 'exact' ? '' : ` with ${tier}`;
    const starts = spans.map(({ start }) => start);
    return `"old" occurs ${count} times${how} (${`${lineNumbers(text, starts)} ${after}`.trimEnd()})`;
  }
  if (text === '') return `"old" occurs nowhere; the file is empty ${after}`.trimEnd();
  const copied = miscopied(text, old);
  if (copied !== null) return copied;
  const matches = findNear(text, old);
  const others = matches.near.slice(1).map(({ line }) => line);
  const also =
    others.length > 0 ? `; near too: ${others.length === 1 ? 'line' : 'lines'} ${others.join(', ')}` : '';
  const where = after !== '' && matches.near.length > 0 ? `${after}, ` : '';
  const already = earlier > 0 ? wasThere(before, old) : alreadyThere(text, fresh);
  return `"old" occurs nowhere${already}; ${where}${explainBest(old, matches)}${also}`;
}
