import { basename } from 'node:path';
import { errnoOf } from '../../core/failure.ts';
import { objectIn } from '../../core/record.ts';
import { type FileLine, linesOfFile } from '../../platform/files/lines/file-lines.ts';
import { sha256 } from '../../platform/files/sha256.ts';
import { rotatedFiles } from '../../platform/store/chained-file.ts';
import { noLine } from './audit.ts';

/** A place where a trail was changed after it was written. */
export interface AuditBreak {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly problem: string;
}

/** A line, by its number in the whole trail from 1 and its SHA-256 in hex, which the next line contains. */
interface TrailLine {
  readonly line: number;
  readonly sha256: string;
}

export interface AuditReport {
  readonly files: number;
  readonly lines: number;
  /** Null for an empty trail, or if its last line is incomplete. */
  readonly last: TrailLine | null;
  /** Number of the line with the sought hash; null if none has it. */
  readonly included: number | null;
  /** In the order of the trail. */
  readonly breaks: readonly AuditBreak[];
}

function prevOf(line: FileLine): string | null {
  const prev = objectIn(line.bytes.toString('utf8'))?.prev;
  return typeof prev === 'string' ? prev : null;
}

/** What is wrong with a line after the one with the hash `before`; null if nothing. */
function problemOf(line: FileLine, before: string): string | null {
  if (line.length > line.bytes.length) return `its ${line.length} bytes are no line of a trail`;
  if (before === '') return null;
  const prev = prevOf(line);
  if (prev === null)
    return line.isWhole ? 'it is no line of a trail' : 'its writer was stopped in the middle of it';
  if (!line.isWhole) return 'its end is missing';
  if (prev === before) return null;
  if (before === noLine) return 'it follows on a line that is not there';
  return prev === noLine
    ? 'a new trail begins here'
    : 'it does not follow on the line before it, which was changed, added or removed';
}

/**
 * Checks the whole trail, or up to an abort of `signal`, and looks for the line with the hash `sought`. Holds one line in memory;
 * throws the system error of an unreadable file.
 */
export async function verifyTrail(
  path: string,
  { sought = null, signal = null }: { sought?: string | null; signal?: AbortSignal | null } = {},
): Promise<AuditReport> {
  const breaks: AuditBreak[] = [];
  const rotated = rotatedFiles(path);
  let [before, lines, files] = [noLine, 0, 0];
  let [last, included]: [TrailLine | null, number | null] = [null, null];
  const first = rotated[0];
  if (first !== undefined && Number(basename(first)) !== 1) {
    breaks.push({ file: first, line: 1, problem: 'the files before it are not there' });
    before = '';
  }
  for (const file of [...rotated, path]) {
    let number = 0;
    for await (const line of linesIfAny(file, signal)) {
      number += 1;
      const problem = problemOf(line, before);
      if (problem !== null) breaks.push({ file, line: number, problem });
      // The line after one that is too long cannot be checked.
      before = line.length > line.bytes.length ? '' : sha256(line.bytes);
      last = line.isWhole && before !== '' ? { line: lines + number, sha256: before } : null;
      if (last?.sha256 === sought) included = lines + number;
    }
    lines += number;
    files += number > 0 ? 1 : 0;
  }
  return { files, lines, last, included, breaks };
}

/** The lines of a file; none if it does not exist, as the newest may not between two calls. */
export async function* linesIfAny(path: string, signal: AbortSignal | null): AsyncGenerator<FileLine> {
  try {
    yield* linesOfFile(path, signal);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}
