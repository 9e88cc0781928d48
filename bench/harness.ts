import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name and figure of the least that something could take. */
export type Floor = readonly [name: string, value: number];

/** One row of a table: a figure beside the floor measured in the same run. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floor?: Floor;
  /** What is aimed at, in words; nothing here passes or fails. */
  readonly target?: string;
}

/** A row in milliseconds. */
export function ms(name: string, value: number, beside: Pick<Row, 'floor' | 'target'> = {}): Row {
  return { name, value, unit: 'ms', ...beside };
}

/** The binary under measurement. */
export const binary = join(import.meta.dirname, '../dist/agent-tools');

/** The value below which `share` of the numbers lie. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/**
 * Measures several things in turns, so that noise of the machine meets all alike; medians of what each gives, in order, the first
 * `warmUps` rounds left out.
 */
export async function inTurns(
  rounds: number,
  measures: readonly (() => Promise<number>)[],
  warmUps = 2,
): Promise<readonly number[]> {
  const figures: number[][] = measures.map(() => []);
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [index, measure] of measures.entries()) {
      const figure = await measure();
      if (round >= 0) figures[index]?.push(figure);
    }
  }
  return figures.map(median);
}

/** Milliseconds that an action takes. */
export async function timed(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await action();
  return performance.now() - startedAt;
}

/** Times several actions in turns; medians in milliseconds, in order. */
export function interleave(
  rounds: number,
  actions: readonly (() => Promise<unknown>)[],
): Promise<readonly number[]> {
  const measures = actions.map((action) => () => timed(action));
  return inTurns(rounds, measures);
}

/** A folder that is removed when `use` is done. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tools-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The environment of everything measured: nothing of the machine's configuration. */
export function benchEnv(home: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8' };
}

/** Prints rows as a Markdown table. */
export function printRows(title: string, rows: readonly Row[]): void {
  const cells = rows.map(({ name, value, unit, floor, target }) => [
    name,
    `${value.toFixed(2)} ${unit}`,
    floor === undefined ? '' : `${floor[0]}: ${floor[1].toFixed(2)} ${unit}`,
    floor === undefined ? '' : `${(value / floor[1]).toFixed(2)} x`,
    target ?? '',
  ]);
  printTable(title, [['', 'measured', 'floor', 'ratio', 'aim'], ...cells]);
}

/** Prints cells as a Markdown table; the first row is its head. */
export function printTable(title: string, table: readonly (readonly string[])[]): void {
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  console.log(`\n## ${title}\n`);
  for (const [index, row] of table.entries()) {
    console.log(line(row));
    if (index === 0) console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  }
}
