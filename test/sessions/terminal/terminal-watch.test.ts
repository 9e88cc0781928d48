import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TerminalReply, TerminalWatch } from '../../../src/sessions/terminal/terminal-watch.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('modes', () => {
  it.each([
    ['\x1b[?1h', true, false],
    ['\x1b[?1h\x1b[?1l', false, false],
    ['text\x1b[?1;2004hmore', true, true],
    ['\x1b[?2004h', false, true],
    ['\x1b[?1h\x1bc', false, false],
    ['\x1b[?1h\x1b[!p', false, false],
    ['\x1b[1h', false, false],
    ['\x1b[?11h', false, false],
    ['\x1b]0;title \x1b[?1h\x07', true, false],
    ['\x1b]0;\x9b?1h[?1h\x07', false, false],
    ['\x1b]8;;[?1h\x1b\\', false, false],
    ['\x1bP[?1h\x1b\\', false, false],
    ['\x1b]0;t\x1b\\\x1b[?1h', true, false],
    ['\x1b[?\x181h', false, false],
    ['\x1b(B\x1b[?1h', true, false],
    ['\x1b=\x1b[?1h\x1b>', true, false],
    [`\x1b[${'1;'.repeat(1000)}h\x1b[?1h`, true, false],
  ])('%j', (output, applicationCursor, bracketedPaste) => {
    const watch = new TerminalWatch();
    watch.push(bytes(output), 0);
    expect(watch).toMatchObject({ applicationCursor, bracketedPaste });
  });
});

describe('modes for a terminal that comes to show the program', () => {
  it.each([
    ['plain text', ''],
    ['\x1b[?1002h\x1b[?1006h', '\x1b[?1002h\x1b[?1006h'],
    ['\x1b[?1003;1004h', '\x1b[?1003h\x1b[?1004h'],
    ['\x1b[?1003h\x1b[?1000h\x1b[?1003h', '\x1b[?1000h\x1b[?1003h'],
    ['\x1b[?1000h\x1b[?1000l', ''],
    ['\x1b[?25l\x1b[?7l', '\x1b[?25l\x1b[?7l'],
    ['\x1b[?25l\x1b[?25h', ''],
    ['\x1b=\x1b[4h', '\x1b=\x1b[4h'],
    ['\x1b=\x1b>\x1b[4h\x1b[4l', ''],
    ['\x1b[2;10r', '\x1b[2;10r'],
    ['\x1b[2;10r\x1b[r', ''],
    ['\x1b[?2004r', ''],
    ['\x1b[5 q\x1b[>4;2m', '\x1b[5 q\x1b[>4;2m'],
    ['\x1b[5 q\x1b[ q\x1b[>4;2m\x1b[>4m', ''],
    ['\x1b[?1000h\x1b[?2004h\x1b[3r\x1b[!p', '\x1b[?1000h'],
    ['\x1b[?1000h\x1b=\x1b[3r\x1bc', ''],
    ['\x1b[>1u', '\x1b[>1u'],
    ['\x1b[>1u\x1b[>13u\x1b[<u', '\x1b[>1u'],
    ['\x1b[>1u\x1b[>13u\x1b[<2u', ''],
    ['\x1b[>1u\x1b[<0u\x1b[=4;2u', '\x1b[>5u'],
    ['\x1b[>5u\x1b[=1;3u', '\x1b[>4u'],
    ['\x1b[=3u\x1b[=8;1u', '\x1b[>8u'],
    ['\x1b[>u', ''],
    ['\x1b[>1u\x1b[?1049h', ''],
    ['\x1b[>1u\x1b[?1049h\x1b[>5u', '\x1b[>5u'],
    ['\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[?1049l', '\x1b[>1u'],
    ['\x1b[>1u\x1bc', ''],
    [`${'\x1b[>7u'.repeat(40)}\x1b[<32u`, ''],
    ['\x1b[s\x1b[?u\x1b[u', ''],
  ])('%j', (output, sequences) => {
    const watch = new TerminalWatch();
    watch.push(bytes(output), 0);
    expect(watch.modes.render()).toBe(sequences);
  });
});

describe('the form of keys without a code of their own', () => {
  it.each([
    ['', null],
    ['\x1b[>1u', 'kitty'],
    ['\x1b[>8u', 'kitty'],
    ['\x1b[=31;1u', 'kitty'],
    ['\x1b[>6u', null],
    ['\x1b[>1u\x1b[<u', null],
    ['\x1b[>1u\x1b[?1049h', null],
    ['\x1b[>1u\x1b[?1049h\x1b[?1049l', 'kitty'],
    ['\x1b[?1049h\x1b[>1u\x1b[?1049l', null],
    ['\x1b[>4;2m', 'xterm'],
    ['\x1b[>4;1m', 'xterm'],
    ['\x1b[>4;2m\x1b[>4;0m', null],
    ['\x1b[>4;2m\x1b[>4m', null],
    ['\x1b[>4;2m\x1b[>1u', 'kitty'],
    ['\x1b[>1u\x1bc', null],
  ])('%j', (output, form) => {
    const watch = new TerminalWatch();
    watch.push(bytes(output), 0);
    expect(watch.modes.otherKeys).toBe(form);
  });
});

it('has its margins at the edges of a terminal of another size', () => {
  const watch = new TerminalWatch();
  watch.push(bytes('\x1b[2;10r\x1b[?1000h'), 0);
  watch.modes.resized();
  expect(watch.modes.render()).toBe('\x1b[?1000h');
});

it.each([
  ['top', '\x1b[?1h\x1b=\x1b[?25l\x1b[H\x1b[2Jtop', true],
  ['a menu that hides the cursor', '\x1b[?25l> a\r\n  b\x1b[A', false],
  ['a prompt in top', '\x1b[?25l\x1b[Htop\x1b[6;1H\x1b[?25hPID: ', false],
  ['an editor', '\x1b[?25l\x1b[1;1Htext\x1b[?25h\x1b[1;1H', false],
  ['a reset', '\x1b[?25l\x1b[Htop\x1bc', false],
])('whether a program draws its screen without a cursor: %s', (_, output, isDrawing) => {
  const watch = new TerminalWatch();
  watch.push(bytes(output), 0);
  expect(watch.modes.isDrawing).toBe(isDrawing);
});

describe('questions', () => {
  it.each([
    ['\x1b[6n', [{ cursorBehind: '\x1b[', at: 4 }]],
    ['a\x1b[5nb\x1b[6nc', ['\x1b[0n', { cursorBehind: '\x1b[', at: 10 }]],
    ['\x1b[c', ['\x1b[?1;2c']],
    ['\x1b[0c', ['\x1b[?1;2c']],
    ['\x1b[>c', ['\x1b[>0;0;0c']],
    ['\x1b[>0c', ['\x1b[>0;0;0c']],
    ['\x1b[=c\x1b[?u\x1b]11;?\x07\x1b[>q\x1b[?2026$p', []],
    ['\x1b[?6n', [{ cursorBehind: '\x1b[?', at: 5 }]],
    ['\x1b]0;\x9b6n[6n\x07', []],
    ['[6n', []],
  ])('%j', (output, answers) => {
    expect(new TerminalWatch().push(bytes(output), 0)).toEqual(answers);
  });
});

it('does not care where the output is split', () => {
  const piece = fc.constantFrom(
    '\x1b',
    '[',
    ']',
    '?',
    '1',
    '2004',
    ';',
    'h',
    'l',
    '6n',
    'c',
    '\x07',
    '\\',
    'P',
    'x',
    '!p',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const whole = new TerminalWatch();
      const split = new TerminalWatch();
      const expected = whole.push(bytes(pieces.join('')), 0);
      const answers: TerminalReply[] = [];
      for (const [at, byte] of bytes(pieces.join('')).entries())
        answers.push(...split.push(Uint8Array.of(byte), at));
      expect(answers).toEqual(expected);
      expect(split.modes.render()).toBe(whole.modes.render());
    }),
  );
});
