import { readdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditedText, makeEdits } from '../../src/tools/edit/edited.ts';
import { pausesOf } from '../../src/tools/edit/pause.ts';
import { edit } from '../../src/tools/edit/tool.ts';
import { write } from '../../src/tools/write/tool.ts';
import { type FileWorkspace, makeWorkspace, planCall } from '../helpers/file-workspace.ts';

const sink = { output() {}, progress() {} };

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({});
});

afterAll(() => ws.remove());

/** A signal that is aborted once it was looked at so often. */
function abortedAfter(looks: number): AbortSignal {
  const { signal } = new AbortController();
  let left = looks;
  Object.defineProperty(signal, 'aborted', {
    get: () => {
      left -= 1;
      return left < 0;
    },
  });
  return signal;
}

const all = { old: '7', new: '8', replaceAll: true };

describe('a long edit', () => {
  const large: EditedText = { given: 'a.txt', text: 'line 7\n'.repeat(1_000_000) };
  it.each([
    ['all are replaced', large, all],
    [
      'line endings are ignored',
      { ...large, text: 'line 7\r\n'.repeat(1_000_000) },
      { ...all, old: '7\n', new: '8\n' },
    ],
    [
      'none is found',
      { ...large, text: 'line 7 \n'.repeat(1_000_000) },
      { ...all, old: '7\nline 7-8', replaceAll: false },
    ],
  ])('lets others have their turn: %s', { tags: ['slow'] }, async (_name, text, change) => {
    const running = makeEdits(text, [change], pausesOf(undefined)).catch(() => null);
    let [turns, ended] = [0, false];
    void running.then(() => {
      ended = true;
    });
    while (!ended) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(turns).toBeGreaterThan(4);
  });

  it('stops where it is when its call is cancelled', async () => {
    const { text } = large;
    await writeFile(ws.at('large.txt'), text);
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    const planned = planCall(
      edit,
      { path: 'large.txt', ...all },
      { ...ws.context, signal: controller.signal },
    );
    await expect(planned).rejects.toMatchObject({ code: 'cancelled' });
    expect(await readFile(ws.at('large.txt'), 'utf8')).toBe(text);
  });
});

describe('a call that is cancelled while its change is under way', () => {
  it.each([
    ['an edit', edit, { path: 'a.txt', old: 'old', new: 'new' }],
    ['a write', write, { path: 'a.txt', content: 'new\n' }],
    ['a write of a new file', write, { path: 'fresh/b.txt', content: 'new\n' }],
    ['an addition', write, { path: 'a.txt', content: 'new\n', mode: 'append' }],
  ])('makes none, and leaves nothing behind: %s', async (_name, tool, input) => {
    await writeFile(ws.at('a.txt'), 'old\n');
    const names = await readdir(ws.root);
    const plan = await planCall(tool, input, ws.context);
    for (let looks = 0; ; looks += 1) {
      const result = await plan.execute(abortedAfter(looks), sink, {}).catch((error: unknown) => error);
      if (!(result instanceof Error)) break;
      expect(result).toMatchObject({ code: 'cancelled' });
      expect(await readFile(ws.at('a.txt'), 'utf8')).toBe('old\n');
      expect(await readdir(ws.root)).toEqual(names);
    }
  });

  it('is asked for as late as when the new content is written', async () => {
    await writeFile(ws.at('a.txt'), 'old\n');
    const plan = await planCall(write, { path: 'a.txt', content: 'new\n' }, ws.context);
    await expect(plan.execute(abortedAfter(1), sink, {})).rejects.toMatchObject({ code: 'cancelled' });
  });
});
