import { isObject, objectIn } from '../../core/record.ts';
import { rotatedFiles } from '../../platform/store/chained-file.ts';
import { linesIfAny } from './verify.ts';

/** The newest lines of a trail, oldest first, and the size of its newest file. */
export interface TrailEnd {
  readonly lines: readonly string[];
  /** In bytes. */
  readonly end: number;
}

/** At most `limit` lines from the end of the trail, across its files. */
export async function lastLines(path: string, limit: number, signal: AbortSignal | null): Promise<TrailEnd> {
  let lines: readonly string[] = [];
  let end = 0;
  for (const file of [path, ...[...rotatedFiles(path)].reverse()]) {
    const own: string[] = [];
    for await (const { bytes, length, isWhole } of linesIfAny(file, signal)) {
      if (file === path) end += length + (isWhole ? 1 : 0);
      own.push(
        length > bytes.length ? `(${length} bytes that are no line of a trail)` : bytes.toString('utf8'),
      );
      if (own.length > 2 * limit + 16) own.splice(0, own.length - limit);
    }
    lines = [...own, ...lines];
    if (lines.length >= limit) break;
  }
  return { lines: limit === 0 ? [] : lines.slice(-limit), end };
}

type Fields = Readonly<Record<string, unknown>>;

function textOf(value: unknown): string {
  return value === null || value === undefined
    ? '-'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

/** The subject of a call: its command or path, else its input. */
function subjectOf({ input }: Fields): string {
  const { command, argv, path }: Fields = isObject(input) ? input : {};
  if (typeof command === 'string') return command;
  if (Array.isArray(argv)) return argv.map(String).join(' ');
  return typeof path === 'string' ? path : textOf(input);
}

/** A line as JSON: itself or, if it is not valid, an object that quotes it, so that programs can skip it. */
export function jsonEntry(line: string): string {
  return objectIn(line) === null ? JSON.stringify({ unreadable: line }) : line;
}

/** A line as columns: time, caller, tool, decision, status, and subject with who answered. */
export function renderEntry(line: string): readonly string[] {
  const fields = objectIn(line);
  if (fields === null) return ['-', '-', '-', '-', '-', line];
  const { time, frontend, client, tool, decision, status, exitCode, durationMs, approver } = fields;
  const caller = client === '' ? textOf(frontend) : `${textOf(frontend)}:${textOf(client)}`;
  const ended = typeof exitCode === 'number' ? `${textOf(status)} ${exitCode}` : textOf(status);
  const by = typeof approver === 'string' ? `  [${approver}]` : '';
  return [
    textOf(time),
    caller,
    textOf(tool),
    textOf(decision),
    typeof durationMs === 'number' ? `${ended} ${durationMs}ms` : ended,
    `${subjectOf(fields)}${by}`,
  ];
}
