import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/**
 * A fenced block of a document. The comment right before it says what becomes of it:
 *
 * - `run` (a `sh` block): bash runs it; after a colon `status N…` (what its failing commands exit with, in order), `yolo` (nothing is
 *   asked), `node` (a node `build7`), `needs PROGRAM` (skipped without it). A `text` block right after it is its whole output, with
 *   `…` for anything.
 * - `file: NAME`: a file that the document's runs find in their workspace.
 * - `config`: a configuration that loads.
 * - `not run: REASON`.
 * - `tested by: FILE`: another test has it.
 */
export interface Block {
  readonly title: string;
  readonly line: number;
  readonly language: string;
  readonly marker: string;
  readonly body: string;
  /** The text block that follows, or null. */
  readonly output: string | null;
}

const fence = /(?:^<!-- (.+?) -->\n)?^```(\w+)\n([\s\S]*?)^```\n(?:\n?```text\n([\s\S]*?)^```\n)?/gm;

/** The fenced blocks of a document, in order. */
export function blocksOf(document: string): readonly Block[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(fence)].map(([, marker = '', language = '', body = '', output = null], index) => {
    const before = text.slice(0, [...text.matchAll(fence)][index]?.index ?? 0);
    const line = before.split('\n').length;
    const title = /^#+ (.*)$/m.exec(before.split('\n').reverse().join('\n'))?.[1] ?? document;
    return { title: `${document}:${line} ${title}`, line, language, marker, body, output };
  });
}

/** The words after `name` in a marker such as `run: status 1 2 needs make`. */
export function markerValues(marker: string, name: string): readonly string[] {
  const words = marker.split(/[\s:,]+/);
  const at = words.indexOf(name);
  if (at === -1) return [];
  const rest = words.slice(at + 1);
  const end = rest.findIndex((word) => name === 'status' && !/^\d+$/.test(word));
  return name === 'status' ? rest.slice(0, end === -1 ? undefined : end) : rest.slice(0, 1);
}
