import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FuzzFailure } from './suite.ts';

const folder = join(import.meta.dirname, '../test/fixtures/fuzz');

function pathOf(suite: string): string {
  return join(folder, `${suite}.jsonl`);
}

/** Inputs that failed once; the tests check them for ever. */
export function keptRows(suite: string): readonly FuzzFailure[] {
  const path = pathOf(suite);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Keeps failures that are not kept yet; returns the file. */
export function keepRows(suite: string, failures: readonly FuzzFailure[]): string {
  const path = pathOf(suite);
  const known = new Set(keptRows(suite).map(({ input }) => JSON.stringify(input)));
  const fresh = failures.filter(({ input }) => !known.has(JSON.stringify(input)));
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, fresh.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}
