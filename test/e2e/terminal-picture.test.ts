import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../helpers/temp-folder.ts';

const root = join(import.meta.dirname, '../..');
const picture = readFileSync(join(root, 'docs/terminal.svg'), 'utf8');

/** Each row of the screen as text, without its colours. */
function rowsOf(svg: string): readonly string[] {
  const rows = new Map<string, string>();
  for (const [, y = '', text = ''] of svg.matchAll(/<text x="[^"]*" y="([^"]*)"[^>]*>([^<]*)</g))
    rows.set(y, rows.has(y) ? `${rows.get(y)} ${text}` : text);
  return [...rows.values()];
}

describe('the picture of a terminal', () => {
  it('is what a terminal shows today (npm run picture)', () => {
    const file = join(tempFolder(), 'terminal.svg');
    const words = [join(root, 'picture/run.ts'), file];
    const { status, stderr } = spawnSync(join(root, 'node_modules/.bin/bun'), words, {
      encoding: 'utf8',
      timeout: 50_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const drawn = readFileSync(file, 'utf8');
    expect(rowsOf(drawn)).toEqual(rowsOf(picture));
    expect(drawn).toBe(picture);
  });

  it('names no machine and no folder of one', () => {
    for (const name of [tmpdir(), root, hostname()]) expect(picture).not.toContain(name);
    expect(rowsOf(picture)).toContain('$ agent-tools process list');
  });
});
