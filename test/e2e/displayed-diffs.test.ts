import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Texts of a few kinds of lines, so that a change can be told in several ways; the same in each run. */
function textsFrom(seed: number): () => string {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return () => {
    const lines = Array.from({ length: 1 + next(14) }, () => ['a', 'b', 'c', '', '-d'][next(5)] ?? '');
    return lines.join('\n') + (next(3) === 0 ? '' : '\n');
  };
}

it('git apply takes the changes as they are displayed', async () => {
  const [home, copy] = [tempFolder(), tempFolder()];
  const client = closedAfterTest(new RpcClient({ home, cwd: home }));
  const text = textsFrom(20_261_128);
  const files = [
    ['b\nc\nb\nc\nb\ne\nf\ng\nh\n', 'x\nb\nc\nb\ne\nf\ng\nh\n'],
    ...Array.from({ length: 47 }, () => [text(), text()]),
  ].map(([before = '', after = ''], index) => ({ name: `f${index}`, before, after }));
  const diffs: string[] = [];
  for (const { name, before, after } of files) {
    for (const folder of [home, copy]) writeFileSync(join(folder, name), before);
    const { result } = await client.request('write', { path: name, content: after });
    const [shown] = (result?.display ?? []) as readonly { readonly type: string; readonly text: string }[];
    expect(shown?.type).toBe('diff');
    if (before !== after) diffs.push(`${shown?.text}\n`);
  }
  const options = { cwd: copy, input: diffs.join(''), env: { PATH: process.env.PATH, HOME: copy } };
  const { status, stderr } = spawnSync('git', ['apply', '-p0', '--whitespace=nowarn'], options);
  expect([status, stderr.toString()]).toEqual([0, '']);
  for (const { name, after } of files) expect(readFileSync(join(copy, name), 'utf8')).toBe(after);
});
