import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { type Collected, Collector } from '../src/output/collector.ts';
import { repairedNotice } from '../src/output/notices.ts';
import { cleanUnits, isBinaryStart, type Unit, withoutSequences } from './clean-text.ts';
import { liveProblem } from './live-output.ts';
import { folderSuite } from './property.ts';

/** A part of a stream (one character a byte) and how often it comes. */
const partSchema = v.object({ bytes: v.string(), times: v.number() });
const schema = v.object({
  parts: v.array(partSchema),
  sizes: v.array(v.number()),
  caps: v.object({
    outputChars: v.number(),
    outputLines: v.number(),
    lineChars: v.number(),
    spillBytes: v.number(),
  }),
});
type Stream = v.InferOutput<typeof schema>;

const latin1 = (text: string): string => Buffer.from(text).toString('latin1');
const pieces = fc.oneof(
  fc.constantFrom('a', 'bc ', '\n', '\r', '\r\n', '\b', '\t', '0123456789', '\x07', '\x18', '\x7f'),
  fc.constantFrom(...['é', '→', '😀', '\ufeff', '日本', '\u2028', '\u0085'].map(latin1)),
  fc.constantFrom(
    '\x1b',
    '\x1b[1;31m',
    '\x1b[?25h',
    '\x1b[',
    ';5',
    'm',
    '\x1b]0;',
    '\x1b\\',
    '\x1b(B',
    '\x1b7',
  ),
  fc.constantFrom(
    '\xff',
    '\xc3',
    '\xe2\x80',
    '\xf0\x9f\x98',
    '\x80',
    '\xed\xa0\x80',
    '\xc0\xaf',
    '\xfe',
    '\xfd',
  ),
  fc.constantFrom('\0', '\x1bP', '\x1b_', '\x1b^', '\x9b1m', '\x1b#', '[… 3 more characters]'),
);
const few = fc.record({ bytes: pieces, times: fc.constantFrom(1, 1, 1, 1, 2, 3, 9, 40) });
/** Lines enough for what is only seen past the first 8 KiB, or past a piece of 64 KiB. */
const many = fc.record({
  bytes: fc.constantFrom('padding\n', '0123456789abcde\r', 'é\n'.repeat(3), `${latin1('→')}x`, '\x1b[0mz\n'),
  times: fc.constantFrom(1100, 1300, 9000),
});
const small = fc.record({
  outputChars: fc.integer({ min: 1, max: 150 }),
  outputLines: fc.integer({ min: 1, max: 14 }),
  lineChars: fc.integer({ min: 1, max: 60 }),
  spillBytes: fc.constantFrom(0, 1, 50, 100_000_000),
});
const large = fc.record({
  outputChars: fc.integer({ min: 100, max: 40_000 }),
  outputLines: fc.integer({ min: 10, max: 3000 }),
  lineChars: fc.integer({ min: 16, max: 4000 }),
  spillBytes: fc.constantFrom(0, 70_000, 140_000, 100_000_000),
});
const short = fc.array(few, { maxLength: 40 });
const long = fc.tuple(short, many, short).map(([before, middle, after]) => [...before, middle, ...after]);

/** What is between head and tail: the units of each, and what they leave out. */
interface Split {
  readonly head: number;
  readonly tail: number;
}

/** How many units a text is, from the start or from the end; null when it is not those. */
function unitsOf(text: string, units: readonly Unit[]): number | null {
  let rest = text;
  let count = 0;
  for (; rest !== ''; count += 1) {
    const unit = units[count];
    if (unit === undefined || !rest.startsWith(unit.text)) return null;
    rest = rest.slice(unit.text.length);
  }
  return count;
}

function unitsAtEnd(text: string, units: readonly Unit[]): number | null {
  let rest = text;
  let count = 0;
  for (; rest !== ''; count += 1) {
    const unit = units[units.length - 1 - count];
    if (unit === undefined || !rest.endsWith(unit.text)) return null;
    rest = rest.slice(0, rest.length - unit.text.length);
  }
  return count;
}

function bytesOf(units: readonly Unit[], wanted: (unit: Unit) => boolean = () => true): number {
  return units.filter(wanted).reduce((sum, unit) => sum + unit.bytes, 0);
}

function linesIn(units: readonly Unit[]): number {
  const ended = units.filter(({ text }) => text === '\n').length;
  return ended + (units.length > 0 && units.at(-1)?.text !== '\n' ? 1 : 0);
}

/** Lines of which neither head nor tail has a unit. */
function hiddenLines(units: readonly Unit[], { head, tail }: Split): number {
  let hidden = 0;
  let isSeen = false;
  for (const [index, { text }] of units.entries()) {
    if (index < head || index >= units.length - tail) isSeen = true;
    if (text !== '\n' && index < units.length - 1) continue;
    if (!isSeen) hidden += 1;
    isSeen = false;
  }
  return hidden;
}

const omission = /\[… (\d+) bytes?, (\d+) lines? omitted …\]\n/g;

/** Why a text with an omission is not the start and the end of the units with the right counts. */
function omissionProblem({ text, facts }: Collected, units: readonly Unit[], caps: Stream['caps']) {
  for (const found of text.matchAll(omission)) {
    const before = text.slice(0, found.index);
    const tail = unitsAtEnd(text.slice(found.index + found[0].length), units);
    // The break before the omission is the stream's own, or was put there.
    for (const shown of before.endsWith('\n') ? [before, before.slice(0, -1)] : [before]) {
      const head = unitsOf(shown, units);
      if (head === null || tail === null || head + tail > units.length) continue;
      const split = { head, tail };
      const between = bytesOf(units.slice(head, units.length - tail));
      const seen = [...units.slice(0, head), ...units.slice(units.length - tail)];
      const omitted = between + bytesOf(seen, (unit) => unit.isMarker);
      const isRight = [
        Number(found[1]) === between,
        Number(found[2]) === hiddenLines(units, split),
        facts.omittedLines === Number(found[2]),
        facts.omittedBytes === omitted,
      ];
      if (isRight.includes(false)) continue;
      const lines = linesIn(units.slice(0, head)) + linesIn(units.slice(units.length - tail));
      if (lines > caps.outputLines) return `it shows ${lines} lines`;
      const chars = seen.filter(({ isMarker }) => !isMarker).length;
      return chars > caps.outputChars ? `it shows ${chars} characters` : null;
    }
  }
  return 'its omission does not name what is left out';
}

function shownProblem(collected: Collected, units: readonly Unit[], caps: Stream['caps']): string | null {
  const { text, facts } = collected;
  const whole = units.map((unit) => unit.text).join('');
  const lines = linesIn(units);
  const isCut = units.some((unit) => unit.isMarker);
  const fits = units.length <= caps.outputChars && lines <= caps.outputLines;
  if (text === whole) {
    if (!fits && !isCut) return 'it shows more than the caps';
    const cut = bytesOf(units, (unit) => unit.isMarker);
    if (facts.omittedBytes !== cut || facts.omittedLines !== 0) return 'it counts what it shows as omitted';
    return facts.truncated === isCut ? null : `it says truncated: ${facts.truncated}`;
  }
  if (!facts.truncated) return 'something is missing and nothing says so';
  if (fits && !isCut) return 'it omits what would fit';
  return omissionProblem(collected, units, caps);
}

function spillProblem(collected: Collected, bytes: Buffer, { path, limit }: { path: string; limit: number }) {
  const { facts, notices } = collected;
  const isRepaired = !facts.binary && !isUtf8(bytes);
  if (isRepaired !== notices.some((notice) => notice.startsWith(repairedNotice)))
    return 'its notices do not say whether bytes were replaced';
  const isKept = facts.truncated || isRepaired;
  if (!isKept || limit === 0) {
    if (existsSync(path) || facts.spillPath !== null) return 'a spill file is left that nobody needs';
    return isKept === notices.some((notice) => notice.endsWith('the full output was not kept'))
      ? null
      : 'its notices do not say whether all of it is shown';
  }
  if (facts.spillPath !== path) return `its spill file is ${facts.spillPath}`;
  if (!readFileSync(path).equals(bytes.subarray(0, limit))) return 'its spill file is not the stream';
  const said = limit < bytes.length ? `only the first ${limit} of ` : `full output: ${path}`;
  return notices.some((notice) => notice.includes(said)) ? null : `no notice says "${said}"`;
}

/** What the oracle does not know: which carriage returns make a progress bar, for which there is a table of its own, and what erases lines. */
const ofBars = /\r(?!\n)|\u001b\[[\d;]*[GJK]|\0/;

let calls = 0;

async function collect(stream: Stream, chunks: Iterable<Buffer>, folder: string) {
  calls += 1;
  const spill = { folder: join(folder, 'spill'), name: `call-${calls}` };
  const caps = { ...stream.caps, finishedMinutes: 30 };
  const collector = new Collector({ caps, spill });
  for (const chunk of chunks) {
    const copy = Uint8Array.from(chunk);
    const isFree = collector.push(copy);
    // The reader's buffer is used again at once.
    copy.fill(0x21);
    await isFree;
  }
  const collected = await collector.finish();
  return { collected, path: join(spill.folder, `${spill.name}.spill`) };
}

function* cut(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

function countsProblem({ facts }: Collected, bytes: Buffer): string | null {
  const newlines = bytes.filter((byte) => byte === 10).length;
  const lines = newlines + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
  if (facts.bytes !== bytes.length || facts.lines !== lines)
    return `it counts ${facts.bytes} bytes, ${facts.lines} lines`;
  // How many NULs a text may have is told by a table of its own.
  if (bytes.includes(0)) return null;
  return facts.binary === isBinaryStart(bytes) ? null : `it says binary: ${facts.binary}`;
}

export const collector = folderSuite<Stream>({
  title: 'Output that is lost silently, miscounted, or depends on how it arrived',
  schema,
  arbitrary: fc.record({
    parts: fc.oneof({ weight: 12, arbitrary: short }, { weight: 1, arbitrary: long }),
    sizes: fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 70_000 })), {
      minLength: 1,
      maxLength: 6,
    }),
    caps: fc.oneof({ weight: 3, arbitrary: small }, { weight: 1, arbitrary: large }),
  }),
  problemOf: async (stream, folder) => {
    const { parts, sizes, caps } = stream;
    const bytes = Buffer.from(parts.map((part) => part.bytes.repeat(part.times)).join(''), 'latin1');
    const { collected, path } = await collect(stream, cut(bytes, sizes), folder);
    const whole = await collect(stream, [bytes], folder);
    try {
      const told = (one: Collected, at: string) =>
        JSON.stringify(one).replaceAll(JSON.stringify(at).slice(1, -1), '');
      if (told(collected, path) !== told(whole.collected, whole.path)) return 'it depends on the chunks';
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      const clean = withoutSequences(text);
      const place = { path, limit: Math.min(caps.spillBytes, Number.MAX_SAFE_INTEGER) };
      const problem =
        countsProblem(collected, bytes) ??
        spillProblem(collected, bytes, place) ??
        liveProblem(bytes, cut(bytes, sizes), caps);
      if (problem !== null || collected.facts.binary || ofBars.test(text)) return problem;
      return shownProblem(collected, cleanUnits(clean, caps.lineChars), caps);
    } finally {
      rmSync(path, { force: true });
      rmSync(whole.path, { force: true });
    }
  },
});
