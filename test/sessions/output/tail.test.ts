import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tailText } from '../../../src/sessions/output/tail.ts';
import { toldSizes } from '../../../src/sessions/terminal/terminal-sizes.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const size = { cols: 40, rows: 10 };
type Files = Readonly<Record<string, string>>;

/** The tail of a log of these files. */
function tailOf(files: Files, to: typeof size | null, mostChars?: number) {
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return tailText({ folder, sizes: toldSizes(null, to) }, mostChars);
}

const nothing = { text: '', notices: [] };
const lastOf = (bytes: number) => [
  expect.stringContaining(`Only the last of ${bytes} bytes of output is shown`),
];
const lines = 'line 567\n'.repeat(1000);
const red = '\x1b[31m\x1b[0m'.repeat(1000);

it.each<[string, Files, number | undefined, [text: string, notices: readonly unknown[]]]>([
  ['nothing of no log', {}, undefined, ['', []]],
  ['all of a short output', { 'out.0.0': 'a\nb' }, undefined, ['a\nb', []]],
  ['2,000 characters', { 'out.0.0': 'x'.repeat(2000) }, undefined, ['x'.repeat(2000), []]],
  ['the last lines of them', { 'out.0.0': lines }, undefined, ['line 567\n'.repeat(222), lastOf(9000)]],
  ['no more than is allowed', { 'out.0.0': 'a\nbcd\n' }, 5, ['bcd\n', lastOf(6)]],
  [
    'the end of a long line',
    { 'out.0.0': `a\n${'b'.repeat(3000)}\n` },
    9,
    [`${'b'.repeat(8)}\n`, lastOf(3003)],
  ],
  [
    'no 10,000 characters, though they are allowed',
    { 'out.0.0': lines },
    10_000,
    ['line 567\n'.repeat(222), lastOf(9000)],
  ],
  [
    'whole lines behind dropped output',
    { 'out.0.0': 'a', 'out.9.1': 'bc\nde\n' },
    undefined,
    ['de\n', lastOf(15)],
  ],
  [
    'whole lines where colours are most of it',
    { 'out.0.0': `${red}ab\ncd\n` },
    undefined,
    ['cd\n', lastOf(9006)],
  ],
])('shows %s', (_, files, mostChars, [text, notices]) => {
  expect(tailOf(files, null, mostChars)).toEqual({ text, notices, behind: null });
});

const drawn = '\x1b[?1049h\x1b[2;2Hmenu\x1b[?1049l';

it.each<[string, string, typeof size | null, object | null]>([
  [
    'what was printed since the program left its screen',
    `${drawn}bye\n`,
    size,
    { text: 'bye\n', notices: lastOf(30) },
  ],
  [
    'the last of that',
    `${drawn}${'later\n'.repeat(600)}`,
    size,
    { text: 'later\n'.repeat(333), notices: lastOf(3626) },
  ],
  ['nothing if that is blank', `${drawn} \n`, size, nothing],
  ['nothing if it draws again', `${drawn}\x1b[3;3Hx`, size, nothing],
  ['nothing while it draws', '\x1b[?1049h\x1b[2;2Hmenu', size, nothing],
  ['all where nothing is drawn', 'a\n', size, null],
  ['all of what goes to a pipe', `${drawn}bye\n`, null, null],
])('shows of a screen %s', (_, output, to, behind) => {
  const tail = tailOf({ 'out.0.0': output }, to);
  expect(tail.behind).toEqual(behind === nothing ? { ...nothing, behind: null } : behind);
});
