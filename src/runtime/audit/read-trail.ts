import { isObject, objectIn } from '../../core/record.ts';
import { rotatedFiles } from '../../platform/store/chained-file.ts';
import { linesIfAny } from './verify.ts';

/** The newest lines of a trail, oldest first, and where the newest file ends. */
export interface TrailEnd {
  readonly lines: readonly string[];
  /** Bytes. */
  readonly end: number;
}

/** At most `limit` lines from the end of the trail, over as many of its files as it takes. */
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

/** What a call was about: its command or path, else its input. */
function subjectOf({ input }: Fields): string {
  const { command, argv, path }: Fields = isObject(input) ? input : {};
  if (typeof command === 'string') return command;
  if (Array.isArray(argv)) return argv.map(String).join(' ');
  return typeof path === 'string' ? path : textOf(input);
}

/** One line as JSON: itself, or what it is where it is no entry, so that a program that reads entries gets past it. */
export function jsonEntry(line: string): string {
  return objectIn(line) === null ? JSON.stringify({ unreadable: line }) : line;
}

/** One line as columns: time, caller, tool, decision, status, subject with who answered. */
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
