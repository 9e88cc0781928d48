import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCli } from './binary.ts';
import { tempFolder } from './temp-folder.ts';

/** The answers of `policy check --batch` to rows, given as lines or as their JSON values. */
export async function batch(rows: readonly unknown[], home = tempFolder(), args: readonly string[] = []) {
  const input = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
  const { status, stdout, stderr } = await runCli([...args, 'policy', 'check', '--batch'], { home, input });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Writes the configuration of the user whose home it is; returns its path. */
export function configure(home: string, text: string): string {
  const folder = join(home, '.config/agent-tools');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), text);
  return join(folder, 'config.json');
}
