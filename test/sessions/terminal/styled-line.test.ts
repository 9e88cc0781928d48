import headless from '@xterm/headless';
import { expect, it } from 'vitest';
import { renderStyledLine } from '../../../src/sessions/terminal/styled-line.ts';

const options = { cols: 20, rows: 2, allowProposedApi: true };

async function styledFrom(output: string, cursor = 0): Promise<string> {
  const terminal = new headless.Terminal(options);
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const line = terminal.buffer.active.getLine(0);
  return line === undefined ? '' : renderStyledLine(line, options.cols, cursor);
}

it.each([
  ['plain text', 'plain text'],
  ['blanks   ', 'blanks'],
  ['a\x1b[3Cb', 'a   b'],
  ['\x1b[1;31mred\x1b[m plain', '\x1b[0;1;38;5;1mred\x1b[0m plain'],
  ['\x1b[38;2;1;2;3;48;5;200mx', '\x1b[0;38;2;1;2;3;48;5;200mx\x1b[0m'],
  ['\x1b[2;3;4;5;7;8;9;53mx', '\x1b[0;2;3;4;5;7;8;9;53mx\x1b[0m'],
  ['\x1b[7mbar  \x1b[m   ', '\x1b[0;7mbar  \x1b[0m'],
  ['漢\x1b[32m字\x1b[m!', '漢\x1b[0;38;5;2m字\x1b[0m!'],
  ['cafe\u0301', 'cafe\u0301'],
  ['', ''],
])('%j is drawn as %j', async (output, styled) => {
  expect(await styledFrom(output)).toBe(styled);
  expect(await styledFrom(styled)).toBe(styled);
});

it('keeps the background of an erased line to its edge', async () => {
  expect(await styledFrom('\x1b[44m\x1b[Kx')).toBe(`\x1b[0;48;5;4mx${' '.repeat(19)}\x1b[0m`);
});

it('keeps the blanks before the cursor: a prompt has one', async () => {
  expect(await styledFrom('$ ', 2)).toBe('$ ');
});
