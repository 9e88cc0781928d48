import { resolve } from 'node:path';
import { clipAround } from '../../core/text/clip-line.ts';
import { readBytes } from '../../platform/files/file-bytes.ts';
import { type OpenFile, openRegular } from '../../platform/files/regular-file.ts';
import { PathRecordReader } from '../../platform/search/null-records.ts';
import { type RipgrepRun, runRipgrep } from '../../platform/search/ripgrep.ts';
import { positionArguments } from './arguments.ts';
import type { FileLines, Findings, FoundLine } from './findings.ts';
import type { GrepInput } from './input.ts';

/** Most files that are searched again. */
const mostFiles = 64;
/** Most bytes of a line in which the match is located: ripgrep keeps all its matches in memory. */
const longestLine = 16_777_216;
/** Bytes kept of a record: three numbers and the start of a message. */
const recordBytes = 128;
const byteOrderMark = 3;

/** The place of the first match in a line. */
interface Position {
  /** Offset of the line in the file, without a byte order mark. */
  readonly offset: number;
  /** Offset of the match in the line, in bytes. */
  readonly match: number;
}

/** What is needed to read lines again. */
export interface AroundRequest {
  readonly call: GrepInput;
  /** The folder to which shown paths are relative. */
  readonly cwd: string;
  /** Most characters shown of a line. */
  readonly lineChars: number;
  readonly run: Omit<RipgrepRun, 'args' | 'cwd'>;
}

/** Whether a line may be cut before its match. */
function isSought({ isMatch, cut, bytes }: FoundLine): boolean {
  return isMatch && cut === 'end' && bytes <= longestLine;
}

/** The files with such a line on the page. */
function soughtFiles(findings: Findings, { offset, limit }: GrepInput): readonly FileLines[] {
  const last = limit === 0 ? Number.POSITIVE_INFINITY : offset + limit;
  let seen = 0;
  return findings.sorted().filter(({ lines }) => {
    const before = seen;
    const matching = lines.filter(({ isMatch }) => isMatch);
    seen += matching.length;
    return matching.slice(Math.max(0, offset - before), Math.max(0, last - before)).some(isSought);
  });
}

/** What a line is known by. */
function keyOf(path: string, line: string | number): string {
  return `${path}\0${line}`;
}

/** The first matches of the sought lines in some files. */
async function positionsIn(files: ReadonlyMap<string, FileLines>, { call, cwd, run }: AroundRequest) {
  const sought = new Set(
    [...files].flatMap(([path, { lines }]) =>
      lines.filter(isSought).map(({ number }) => keyOf(path, number)),
    ),
  );
  const positions = new Map<string, Position>();
  const reader = new PathRecordReader(recordBytes, ({ path, data, start, end }) => {
    const [line, column, offset] = data
      .toString('latin1', start, Math.min(end, start + recordBytes))
      .split(':');
    const key = keyOf(path, line ?? '');
    if (sought.has(key)) positions.set(key, { offset: Number(offset), match: Number(column) - 1 });
  });
  await runRipgrep({ ...run, cwd, args: positionArguments(call, [...files.keys()]) }, (chunk) => {
    reader.push(chunk);
    return positions.size < sought.size;
  });
  return positions;
}

/** Offset in the file where a line starts; null if other bytes are there: another encoding, or a changed file. */
async function startOf(file: OpenFile, { offset }: Position, shown: Buffer): Promise<number | null> {
  for (const start of [offset, offset + byteOrderMark])
    if ((await readBytes(file.fd, shown.length, start)).equals(shown)) return start;
  return null;
}

/** A line with the part around its first match; unchanged if that is already shown or cannot be located. */
async function aroundMatch(
  file: OpenFile,
  line: FoundLine,
  { position, lineChars }: { position: Position; lineChars: number },
): Promise<FoundLine> {
  const shown = Buffer.from(line.text.slice(0, line.text.lastIndexOf('[… ')));
  const lead = Math.floor(lineChars / 4);
  if (position.match <= lineChars - lead || position.match > line.bytes) return line;
  const start = await startOf(file, position, shown);
  if (start === null) return line;
  const from = Math.max(0, position.match - lead * 4);
  const to = Math.min(line.bytes, position.match + (lineChars - lead) * 4);
  const bytes = await readBytes(file.fd, to - from, start + from);
  if (bytes.length < to - from) return line;
  const text = clipAround(bytes, { from, at: position.match, total: line.bytes, lead, chars: lineChars });
  return { ...line, text, cut: 'around' };
}

async function linesAround(
  { lines }: FileLines,
  path: string,
  { positions, lineChars }: { positions: ReadonlyMap<string, Position>; lineChars: number },
): Promise<readonly FoundLine[]> {
  const file = await openRegular({ path, given: path, inside: true }, 'search');
  try {
    const shown: FoundLine[] = [];
    for (const line of lines) {
      const position = positions.get(keyOf(path, line.number));
      shown.push(position !== undefined ? await aroundMatch(file, line, { position, lineChars }) : line);
    }
    return shown;
  } finally {
    file.close();
  }
}

/**
 * Shows long lines around their first match instead of at their start. Unchanged are matches across lines, missing or changed files,
 * encodings other than UTF-8, and lines over 16 MiB.
 */
export async function showAround(findings: Findings, request: AroundRequest): Promise<void> {
  if (request.call.multiline) return;
  const found = soughtFiles(findings, request.call).slice(0, mostFiles);
  if (found.length === 0) return;
  const files = new Map(found.map((file) => [resolve(request.cwd, file.path), file]));
  const positions = await positionsIn(files, request).catch(() => null);
  if (positions === null) return;
  for (const [path, file] of files) {
    const around = { positions, lineChars: request.lineChars };
    findings.replace(file, await linesAround(file, path, around).catch(() => file.lines));
  }
}
