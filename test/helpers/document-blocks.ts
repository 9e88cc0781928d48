import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/**
 * A fenced block of a document. The comment right before it says what becomes of it:
 *
 * - `run`: bash runs it, a `sh` block as a whole with a `text` block right after it as all that it prints, a `console` block command
 *   by command (`$ …`, continued by `> …`) with what each prints below it. `…` in a shown output is anything. After a colon: `status
 *   N…` (what failing commands exit with, in order), `yolo` (nothing is asked), `node` (a node `build7`), `programs NAME…` (trusted
 *   programs that print their words), `needs NAME` (skipped without that program, or without a full `sandbox`).
 * - `file: NAME`: a file that the runs under the same heading find in their workspace; a script can be run.
 * - `config`: a configuration that loads. `user config`, too: it is the user's in the run that follows it.
 * - `not run: REASON`.
 * - `tested by: FILE`: another test has it.
 */
export interface Block {
  readonly title: string;
  readonly document: string;
  readonly line: number;
  readonly language: string;
  readonly marker: string;
  readonly body: string;
  /** The text block that follows, or null. */
  readonly output: string | null;
  /** The heading it stands under. */
  readonly heading: string;
}

const fence = /(?:^<!-- (.+?) -->\n)?^```(\w+)\n([\s\S]*?)^```\n(?:\n?```text\n([\s\S]*?)^```\n)?/gm;

/** The fenced blocks of a document, in order. */
export function blocksOf(document: string): readonly Block[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(fence)].map((found) => {
    const [, marker = '', language = '', body = '', output = null] = found;
    const before = text.slice(0, found.index);
    const line = before.split('\n').length;
    const headings = before.replace(fence, '').match(/^#+ .*$/gm);
    const heading = headings?.at(-1)?.replace(/^#+ /, '') ?? document;
    return {
      title: `${document}:${line} ${heading}`,
      document,
      line,
      language,
      marker,
      body,
      output,
      heading,
    };
  });
}

const markerNames: ReadonlySet<string> = new Set(['status', 'yolo', 'node', 'programs', 'needs']);

export type MarkerName = 'status' | 'yolo' | 'node' | 'programs' | 'needs' | 'file';

/** The words after `name` up to the next name in a marker such as `run: status 1 2 needs make`. */
export function markerValues(marker: string, name: MarkerName): readonly string[] {
  const words = marker.split(/[\s:,]+/);
  const at = words.indexOf(name);
  if (at === -1) return [];
  const rest = words.slice(at + 1);
  const end = rest.findIndex((word) => markerNames.has(word));
  return rest.slice(0, end === -1 ? undefined : end);
}

/** Whether a marker holds a word. */
export function hasMarker(marker: string, name: MarkerName): boolean {
  return marker.split(/[\s:,]+/).includes(name);
}

/** One command of a console block. */
export interface ConsoleEntry {
  readonly command: string;
  /** What is shown below it, with line ends. */
  readonly output: string;
}

/** The commands of a console block with what is shown of each. */
export function consoleEntries(body: string): readonly ConsoleEntry[] {
  return body
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const lines = part.split('\n');
      const more = lines.slice(1).findIndex((line) => !line.startsWith('> '));
      const first = lines.slice(0, more + 1).map((line, index) => (index === 0 ? line : line.slice(2)));
      return { command: first.join('\n'), output: lines.slice(more + 1).join('\n') };
    });
}

/** A console block of such commands. */
export function renderConsole(entries: readonly ConsoleEntry[]): string {
  return entries.map(({ command, output }) => `$ ${command.replaceAll('\n', '\n> ')}\n${output}`).join('');
}

/** The cells of the table that begins after a text of a document, without its head. */
export function tableAfter(document: string, text: string): readonly (readonly string[])[] {
  const whole = readFileSync(join(root, document), 'utf8');
  const [, rows = ''] = /\n\n?((?:\|.*\n)+)/.exec(whole.slice(whole.indexOf(text))) ?? [];
  const lines = rows.trim().split('\n').slice(2);
  return lines.map((line) => line.split('|').slice(1, -1));
}

/** The names in code of a cell. */
export function namesIn(cell = ''): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
