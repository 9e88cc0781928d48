import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyTable } from '../../../src/sessions/input/key-table.ts';
import { encodeKey, encodeKeys } from '../../../src/sessions/input/keys.ts';

const normal = { applicationCursor: false, terminal: true, otherKeys: null };
const application = { ...normal, applicationCursor: true };
const pipe = { ...normal, terminal: false };

describe('keys in a terminal', () => {
  it.each([
    ['Enter', '\r'],
    ['Return', '\r'],
    ['Tab', '\t'],
    ['BTab', '\x1b[Z'],
    ['S-Tab', '\x1b[Z'],
    ['Escape', '\x1b'],
    ['Esc', '\x1b'],
    ['Space', ' '],
    ['BSpace', '\x7f'],
    ['Backspace', '\x7f'],
    ['C-BSpace', '\b'],
    ['M-BSpace', '\x1b\x7f'],
    ['Up', '\x1b[A'],
    ['Down', '\x1b[B'],
    ['Right', '\x1b[C'],
    ['Left', '\x1b[D'],
    ['Home', '\x1b[H'],
    ['End', '\x1b[F'],
    ['IC', '\x1b[2~'],
    ['DC', '\x1b[3~'],
    ['Insert', '\x1b[2~'],
    ['Delete', '\x1b[3~'],
    ['PPage', '\x1b[5~'],
    ['PageUp', '\x1b[5~'],
    ['PgUp', '\x1b[5~'],
    ['NPage', '\x1b[6~'],
    ['PageDown', '\x1b[6~'],
    ['PgDn', '\x1b[6~'],
    ['F1', '\x1bOP'],
    ['F4', '\x1bOS'],
    ['F5', '\x1b[15~'],
    ['F10', '\x1b[21~'],
    ['F12', '\x1b[24~'],
    ['F20', '\x1b[34~'],
    ['KP7', '7'],
    ['KPEnter', '\r'],
    ['C-c', '\x03'],
    ['C-C', '\x03'],
    ['^c', '\x03'],
    ['C-Space', '\0'],
    ['C-@', '\0'],
    ['C-[', '\x1b'],
    ['C-\\', '\x1c'],
    ['C-]', '\x1d'],
    ['C-^', '\x1e'],
    ['C-_', '\x1f'],
    ['C-/', '\x1f'],
    ['C-?', '\x7f'],
    ['M-x', '\x1bx'],
    ['M-X', '\x1bX'],
    ['C-M-x', '\x1b\x18'],
    ['M-C-x', '\x1b\x18'],
    ['M-Enter', '\x1b\r'],
    ['S-a', 'A'],
    ['S-Up', '\x1b[1;2A'],
    ['M-Up', '\x1b[1;3A'],
    ['C-Right', '\x1b[1;5C'],
    ['C-S-Left', '\x1b[1;6D'],
    ['C-M-S-End', '\x1b[1;8F'],
    ['C-F1', '\x1b[1;5P'],
    ['S-F5', '\x1b[15;2~'],
    ['C-DC', '\x1b[3;5~'],
    ['enter', '\r'],
    ['ENTER', '\r'],
    ['up', '\x1b[A'],
    ['pgdn', '\x1b[6~'],
    ['f5', '\x1b[15~'],
    ['kp7', '7'],
    ['c-c', '\x03'],
    ['m-x', '\x1bx'],
    ['s-up', '\x1b[1;2A'],
    ['m-C-a', '\x1b\x01'],
    ['x', 'x'],
    ['C', 'C'],
    ['c', 'c'],
    ['c-', 'c-'],
    ['-', '-'],
    ['^', '^'],
    ['é', 'é'],
    ['🙂', '🙂'],
    ['C--', null],
    ['hello', 'hello'],
  ])('%s', (key, sent) => {
    if (sent === null) expect(() => encodeKey(key, normal)).toThrow(/no code/);
    else expect(encodeKey(key, normal)).toBe(sent);
  });

  it.each([
    ['Up', '\x1bOA'],
    ['Home', '\x1bOH'],
    ['C-Up', '\x1b[1;5A'],
    ['PPage', '\x1b[5~'],
    ['x', 'x'],
  ])('%s after the program asked for application cursor keys', (key, sent) => {
    expect(encodeKey(key, application)).toBe(sent);
  });

  it.each([
    ['C-Foo', /"Foo" is not a key/],
    ['M-Foo', /"Foo" is not a key/],
    ['S-Foo', /"Foo" is not a key/],
    ['C-Entr', /did you mean "Enter"/],
    ['s-expression', /"expression" is not a key/],
    ['C-Enter', /no code/],
    ['C-Tab', /no code/],
    ['C-é', /no code/],
    ['C-BTab', /unless their program asks/],
    ['S-BSpace', /unless their program asks/],
    ['S-1', /no code for$/],
    ['S-ß', /no code for$/],
    ['C-S-[', /unless their program asks/],
    ['C-S-A', /unless their program asks/],
  ])('%s is refused, and not typed as text', (key, problem) => {
    expect(() => encodeKey(key, normal)).toThrow(problem);
    expect(() => encodeKeys({ keys: [key] }, normal)).toThrow(problem);
  });
});

describe('keys that have a code only where the program asked for one', () => {
  it.each([
    ['S-Enter', '\x1b[13;2u', '\x1b[27;2;13~'],
    ['C-Enter', '\x1b[13;5u', '\x1b[27;5;13~'],
    ['C-S-Enter', '\x1b[13;6u', '\x1b[27;6;13~'],
    ['M-S-Enter', '\x1b[13;4u', '\x1b[27;4;13~'],
    ['C-M-Return', '\x1b[13;7u', '\x1b[27;7;13~'],
    ['C-Tab', '\x1b[9;5u', '\x1b[27;5;9~'],
    ['C-S-Tab', '\x1b[9;6u', '\x1b[27;6;9~'],
    ['C-BTab', '\x1b[9;6u', '\x1b[27;6;9~'],
    ['S-Escape', '\x1b[27;2u', '\x1b[27;2;27~'],
    ['S-BSpace', '\x1b[127;2u', '\x1b[27;2;127~'],
    ['C-S-BSpace', '\x1b[127;6u', '\x1b[27;6;127~'],
    ['C-1', '\x1b[49;5u', '\x1b[27;5;49~'],
    ['C-é', '\x1b[233;5u', '\x1b[27;5;233~'],
    ['C-É', '\x1b[233;5u', '\x1b[27;5;201~'],
    ['C-S-é', '\x1b[233;6u', '\x1b[27;6;201~'],
    ['C-S-c', '\x1b[99;6u', '\x1b[27;6;67~'],
    ['C-S-Space', '\x1b[32;6u', '\x1b[27;6;32~'],
    ['C-🙂', '\x1b[128578;5u', '\x1b[27;5;128578~'],
    ['C-S-1', '\x1b[49;6u', null],
    ['M-S-1', '\x1b[49;4u', null],
    ['S-1', null, null],
    ['S-ß', null, null],
    ['Enter', '\r', '\r'],
    ['M-Enter', '\x1b\r', '\x1b\r'],
    ['S-Tab', '\x1b[Z', '\x1b[Z'],
    ['C-c', '\x03', '\x03'],
    ['C-C', '\x03', '\x03'],
    ['C-BSpace', '\b', '\b'],
    ['S-a', 'A', 'A'],
    ['S-Space', ' ', ' '],
    ['C-Up', '\x1b[1;5A', '\x1b[1;5A'],
  ])('%s', (key, kitty, xterm) => {
    for (const [otherKeys, sent] of [
      ['kitty', kitty],
      ['xterm', xterm],
    ] as const) {
      const modes = { ...normal, otherKeys };
      if (sent === null) expect(() => encodeKey(key, modes)).toThrow(/no code for$/);
      else expect(encodeKey(key, modes)).toBe(sent);
    }
  });
});

describe('keys without a terminal', () => {
  it.each([
    ['Enter', '\n'],
    ['enter', '\n'],
    ['Tab', '\t'],
    ['Space', ' '],
    ['x', 'x'],
    ['KP1', '1'],
    ['hello', 'hello'],
  ])('%s', (key, sent) => {
    expect(encodeKey(key, pipe)).toBe(sent);
  });

  it.each(['C-c', 'Up', 'F1', 'M-x', 'Escape', 'BSpace', 'BTab', 'S-Tab'])('%s is refused', (key) => {
    expect(() => encodeKey(key, pipe)).toThrow(/needs a terminal/);
  });

  it.each([
    ['C-c', '(start it with "pty"); kill with signal SIGINT interrupts it'],
    ['^C', '(start it with "pty"); kill with signal SIGINT interrupts it'],
    ['C-d', '(start it with "pty"); write with eof ends its input'],
    ['C-z', '(start it with "pty"); kill with signal SIGTSTP stops it'],
    ['C-\\', '(start it with "pty"); kill with signal SIGQUIT makes it quit'],
    ['C-l', '(start it with "pty")'],
    ['C-M-c', '(start it with "pty")'],
  ])('%s is refused with what does the same', (key, end) => {
    expect(() => encodeKey(key, pipe)).toThrow(
      `holds "${key}", which needs a terminal; the session has none ${end}`,
    );
  });
});

describe('a whole input', () => {
  it('sends literal, then hex, then keys', () => {
    const { bytes, notices } = encodeKeys(
      { literal: 'Enter ', hex: ['1b', '0x41', '42 43'], keys: ['Up', 'Enter'] },
      normal,
    );
    expect(Buffer.from(bytes).toString('latin1')).toBe('Enter \x1bABC\x1b[A\r');
    expect(notices).toEqual([]);
  });

  it('says what was typed because it is no key', () => {
    const { bytes, notices } = encodeKeys({ keys: ['Entr', 'ls -la', 'Enter'] }, normal);
    expect(Buffer.from(bytes).toString()).toBe('Entrls -la\r');
    expect(notices).toEqual([
      '"Entr" is not a key and was typed as text; did you mean "Enter"?',
      '"ls -la" is not a key and was typed as text',
    ]);
  });

  it.each([
    ['Ctrl-C', 'C-c'],
    ['control+D', 'C-d'],
    ['alt+Up', 'M-Up'],
    ['Alt-x', 'M-x'],
    ['shift-Tab', 'S-Tab'],
    ['Ctrl-Right', 'C-Right'],
  ])('names the key that %s means elsewhere', (word, key) => {
    const { bytes, notices } = encodeKeys({ keys: [word] }, normal);
    expect(Buffer.from(bytes).toString()).toBe(word);
    expect(notices).toEqual([`"${word}" is not a key and was typed as text; did you mean "${key}"?`]);
  });

  it.each([['1'], ['zz'], [''], ['0x'], ['123'], ['4 1'], ['10x1']])('hex %j is refused', (word) => {
    expect(() => encodeKeys({ hex: [word] }, normal)).toThrow(/not pairs of hex digits/);
  });

  it('keeps every byte of hex and every character of literal', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.string({ unit: 'binary' }), (bytes, literal) => {
        const hex = [Buffer.from(bytes).toString('hex')];
        const sent = encodeKeys({ literal, hex }, normal).bytes;
        expect(Buffer.from(sent)).toEqual(Buffer.concat([Buffer.from(literal), bytes]));
      }),
    );
  });

  it('every named key has a code alone and with Meta', () => {
    for (const name of Object.keys(keyTable)) {
      expect(encodeKey(name, normal)).not.toBe('');
      expect(encodeKey(`M-${name}`, normal)).toMatch(/^\x1b/);
    }
  });
});

it('a key of very many modifiers is read once', { tags: ['slow'] }, () => {
  expect(encodeKeys({ keys: [`${'C-M-'.repeat(500_000)}x`] }, normal).bytes).toEqual(
    encodeKeys({ keys: ['C-M-x'] }, normal).bytes,
  );
});
