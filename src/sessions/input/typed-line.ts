import type { InputEffect } from '../../core/effect.ts';
import { cannot } from '../../core/failure.ts';

/** Most characters of unfinished input that are remembered; policy reads no longer commands either. */
const longestPending = 131_071;

export interface TypedInput {
  /** The text typed since the last finished line. */
  readonly pending: string;
  /** The text typed now. */
  readonly text: string;
  /** The reader: a shell's grammar, another interpreter, or null for a program not known to run it. */
  readonly reader: InputEffect['interpreter'];
  /** Whether a carriage return ends a line and Control-C drops one, as in a terminal that is not in raw mode. */
  readonly terminal: { readonly signals: boolean } | null;
  /** Whether newlines are part of the text (a bracketed paste) and finish no line. */
  readonly pasted: boolean;
}

export interface TypedLine {
  /** What the reader will have received after this, from the start of the unfinished line on. */
  readonly judged: string;
  /** The text that is unfinished afterwards. */
  readonly pending: string;
}

/**
 * Joins text typed in pieces to the line, or multi-line command, that the reader makes of it: `rm -rf ` and then `~` are one
 * command. Throws `tool_failed` if an unfinished command grows past what can be judged.
 */
export async function joinTyped({ pending, text, reader, terminal, pasted }: TypedInput): Promise<TypedLine> {
  const typed = terminal === null ? text : text.replaceAll('\r', '\n');
  const judged = pending + typed;
  if (reader === null) {
    const isLong = judged.length > longestPending;
    return { judged: isLong ? typed : judged, pending: keepLine(dropInterrupted(judged, terminal)) };
  }
  if (judged.length > longestPending) {
    throw cannot(
      'type into',
      'the session',
      `its unfinished input has ${judged.length} characters`,
      `at most ${longestPending}; finish the line or send C-c`,
    );
  }
  if (pasted) return { judged, pending: judged };
  return { judged, pending: await unfinished(dropInterrupted(judged, terminal), reader) };
}

/**
 * What a text leaves unfinished that is typed into a terminal before its program runs: by the grammar of a shell, since it is not known
 * yet who reads it.
 */
export async function leftTyped(text: string): Promise<string> {
  const typed = dropInterrupted(text.replaceAll('\r', '\n'), { signals: true });
  return typed.length > longestPending ? keepLine(typed) : unfinished(typed, 'bash');
}

/** The unfinished line of data; one too long to keep becomes text that cannot be judged, in case a shell reads on. */
function keepLine(text: string): string {
  const line = lastLine(text);
  return line.length > longestPending ? '\x1b' : line;
}

/** What Control-C leaves of a line. */
function dropInterrupted(text: string, terminal: TypedInput['terminal']): string {
  return terminal?.signals === true ? text.slice(text.lastIndexOf('\x03') + 1) : text;
}

/** The last line with those before it that end in a backslash: their reader may join them. */
function lastLine(text: string): string {
  let start = text.lastIndexOf('\n') + 1;
  while (start > 0 && isContinued(text, start - 1)) {
    start = start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  }
  return text.slice(start);
}

/** Whether the newline at `at` is escaped by an odd number of backslashes. */
function isContinued(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** The part of `text` on which the interpreter has not acted. */
async function unfinished(text: string, reader: TypedInput['reader']): Promise<string> {
  if (reader === 'other') return lastLine(text);
  const end = text.lastIndexOf('\n') + 1;
  if (end === 0) return text;
  return (await isFinished(text.slice(0, end))) ? text.slice(end) : text;
}

/** Whether a shell that has read these lines waits for no continuation. */
async function isFinished(lines: string): Promise<boolean> {
  if (isContinued(lines, lines.length - 1) || hasOpenHereDocument(lines)) return false;
  try {
    const { parse } = await import('unbash');
    const { errors } = parse(lines);
    return !(errors ?? []).some(({ message }) => /^(expected|unterminated)/.test(message));
  } catch {
    return false;
  }
}

/** Whether a here-document's delimiter is still missing; a `<<` that starts none (in quotes, a shift) may count as one. */
function hasOpenHereDocument(text: string): boolean {
  /** The last offset of each distinct line, without its leading tabs. */
  const starts = new Map<string, number>();
  let start = 0;
  for (const line of text.split('\n')) {
    starts.set(line.replace(/^\t+/, ''), start);
    start += line.length + 1;
  }
  for (const match of text.matchAll(/<<-?[ \t]*(['"\\]?)([^\s'"<>;&|()]+)/g)) {
    if ((starts.get(match[2] ?? '') ?? -1) <= match.index) return true;
  }
  return false;
}
