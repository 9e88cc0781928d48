import { expect, it } from 'vitest';
import { batchStart } from '../../../src/platform/process/batch-start.ts';

const root = 'C:\\Windows';
const file = 'C:\\Program Files\\nodejs\\npm.cmd';

it.each<[words: readonly string[], line: string]>([
  [[], ''],
  [['run', 'test:unit', '--', '-x=1'], ' run test:unit -- "-x=1"'],
  [['A9#$*+./:?@\\_-z', 'a\\b'], ' A9#$*+./:?@\\_-z a\\b'],
  [['', 'a b', 'é', '\t'], ' "" "a b" "é" "\t"'],
  [['a&calc.exe', 'b|c', '>d', '^', '!x!'], ' "a&calc.exe" "b|c" ">d" "^" "!x!"'],
  [['(', ')', ';', ',', "'", '`', '~'], ' "(" ")" ";" "," "\'" "`" "~"'],
  [['C:\\x\\', 'a b\\\\', '\\'], ' "C:\\x\\\\" "a b\\\\\\\\" "\\\\"'],
])('a batch file gets %j as it is', (words, line) => {
  expect(batchStart([file, ...words], 'C:\\w', root)).toEqual({
    program: 'C:\\Windows\\System32\\cmd.exe',
    words: ['/e:ON', '/v:OFF', '/d', '/s', '/c', `""${file}"${line}"`],
  });
});

it.each([
  ['x.BAT', true],
  ['x.cmd', true],
  ['x.cmd. .', true],
  ['x.exe', false],
  ['x.cmd.exe', false],
  ['cmd', false],
])('%s: a batch file: %s', (name, isBatch) => {
  expect(batchStart([`C:\\${name}`], 'C:\\w', root) !== null).toBe(isBatch);
});

it.each([
  ['"', '"\\""'],
  ['%', '"%"'],
  ['\r', '"\\r"'],
  ['\n', '"\\n"'],
  ['\0', '"\\u0000"'],
])('no argument that holds %j', (character, shown) => {
  const word = `a${character}b`;
  expect(() => batchStart([file, 'run', word], 'C:\\w', root)).toThrow(
    `Cannot run "${file}": argument 2 (${JSON.stringify(word)}) holds ${shown}, which cmd.exe would not hand to a batch file as it is, ` +
      'expected another argument, or a shell command ("command")',
  );
});

it('no path that holds a percent sign, and no network folder', () => {
  expect(() => batchStart(['C:\\100%\\x.cmd'], 'C:\\w', root)).toThrow('its path holds "%"');
  expect(() => batchStart([file], '\\\\host\\share', root)).toThrow(
    'cmd.exe runs nothing in a network folder',
  );
});

it('leaves the words of other programs alone', () => {
  expect(batchStart(['C:\\x.exe', '"%'], '\\\\host\\share', root)).toBeNull();
});
