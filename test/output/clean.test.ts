import { describe, expect, it } from 'vitest';
import { collect } from './collect.ts';

const sequence = '\u001b';
const long = 'x'.repeat(70_000);

/** Every row must come out the same whether its bytes arrive at once, one by one or in threes. */
const deliveries: readonly (readonly number[])[] = [[], [1], [3], [2, 5]];

async function expectText(input: string | Uint8Array, text: string): Promise<void> {
  for (const sizes of deliveries) {
    const caps = { outputChars: 200_000, lineChars: 100_000 };
    expect((await collect(input, { sizes, caps })).text).toBe(text);
  }
}

describe('terminal control sequences', () => {
  it.each([
    ['colours', `a${sequence}[1;31mred${sequence}[0mb`, 'aredb'],
    ['private modes and intermediates', `${sequence}[?25l${sequence}[0 qx${sequence}[!p`, 'x'],
    ['a title ended by BEL', `${sequence}]0;title\u0007x`, 'x'],
    ['a title ended by ST', `${sequence}]0;title${sequence}\\x`, 'x'],
    ['a hyperlink', `${sequence}]8;;http://a/é${sequence}\\link${sequence}]8;;${sequence}\\`, 'link'],
    ['a device control string', `${sequence}P1$r0m${sequence}\\x`, 'x'],
    ['BEL inside a device control string', `${sequence}Pa\u0007b${sequence}\\x`, 'x'],
    [
      'application, privacy and start-of-string',
      `${sequence}_a${sequence}\\${sequence}^b${sequence}\\${sequence}Xc${sequence}\\x`,
      'x',
    ],
    ['escapes of two bytes', `${sequence}7a${sequence}8${sequence}=b${sequence}Mc${sequence}c`, 'abc'],
    ['character sets', `${sequence}(Ba${sequence}%Gb${sequence}#8`, 'ab'],
    ['the first and the last final byte', `${sequence}[2@x${sequence}[3~y`, 'xy'],
    ['two in a row', `${sequence}[31m${sequence}[1mx`, 'x'],
  ])('removes %s', (_, input, text) => expectText(input, text));

  it.each([
    ['an escape at the end', `a${sequence}`, 'a␛'],
    ['a sequence at the end', `a${sequence}[31`, 'a␛[31'],
    ['a title at the end', `a${sequence}]0;t`, 'a␛]0;t'],
    ['a title waiting for its backslash', `a${sequence}]0;t${sequence}`, 'a␛]0;t␛'],
    ['a sequence cut by a newline', `a${sequence}[31\nb`, 'a␛[31\nb'],
    ['a title cut by a newline', `${sequence}]0;t\nb\n`, '␛]0;t\nb\n'],
    ['a title cut by another sequence', `${sequence}]0;t${sequence}[1mb`, '␛]0;tb'],
    ['a title cut by CAN', `${sequence}]0;t\u0018b`, '␛]0;t\u0018b'],
    ['an escape before an escape', `${sequence}${sequence}[1mx`, '␛x'],
    ['an escape before a letter of another script', `${sequence}éx`, '␛éx'],
    ['a sequence with such a letter inside', `${sequence}[3éx`, '␛[3éx'],
    ['a title without an end', `${sequence}]${long}`, `␛]${long}`],
    ['a sequence without an end', `${sequence}[${'1'.repeat(70_000)}`, `␛[${'1'.repeat(70_000)}`],
  ])('keeps the text of %s', (_, input, text) => expectText(input, text));

  it('removes a string of almost 64 KiB', () =>
    expectText(`${sequence}P${'q'.repeat(60_000)}${sequence}\\x`, 'x'));

  it('never passes an escape on, nor a byte that is no text', async () => {
    const invalid = Uint8Array.of(0x1b, 0x5d, 0xfe, 0xfd, 0xff, 0x0a, 0xfe, 0x0a);
    await expectText(invalid, '␛]���\n�\n');
  });
});

describe('lines as a terminal leaves them', () => {
  it.each([
    ['bold of man pages', 'N\bNA\bAM\bM\n', 'NAM\n'],
    ['underlining of man pages', '_\ba_\bb\n', 'ab\n'],
    ['a spinner of backspaces', '|\b/\b-\b\\\bdone\n', 'done\n'],
    ['rubbing out', 'abc\b \b\n', 'ab \n'],
    ['moving back alone changes nothing', 'abc\b\b\n', 'abc\n'],
    ['overwriting a part', 'abc\b\bX\n', 'aXc\n'],
    ['erasing what stands behind', 'abc\b\b\x1b[Kd\n', 'ad\n'],
    ['erasing characters of several bytes', 'aéz→\b\b\b\x1b[0Kd\n', 'ad\n'],
    ['erasing where nothing stands behind', 'abc\x1b[Kd\n', 'abcd\n'],
    ['overwriting past the end', 'abc\bXYZ\n', 'abXYZ\n'],
    ['overwriting across characters of several bytes', 'aéz\b\b→', 'a→z'],
    ['overwriting with a character of several bytes', 'abc\b\bé', 'aéc'],
    ['more backspaces than characters', 'a\b\b\b\bbc', 'bc'],
    ['backspaces do not reach the line above', 'a\n\b\bb', 'a\nb'],
    [
      'backspaces reach 256 characters',
      `${'x'.repeat(300)}${'\b'.repeat(300)}y\n`,
      `${'x'.repeat(44)}y${'x'.repeat(255)}\n`,
    ],
    ['of any width', `${'é'.repeat(300)}${'\b'.repeat(300)}y\n`, `${'é'.repeat(44)}y${'é'.repeat(255)}\n`],
    ['other controls are left', 'a\tb\fc\u0007', 'a\tb\fc\u0007'],
  ])('%s', (_, input, text) => expectText(input, text));

  it('a NUL after the first 8 KiB is shown', async () => {
    const text = 'abcdefg\n'.repeat(1024);
    await expectText(`${text}x\0y\0`, `${text}x␀y␀`);
    const cut = await collect(`${text}${'\0'.repeat(9)}b`, { caps: { lineChars: 9 } });
    expect(cut.text).toBe(`${text}${'␀'.repeat(9)}[… 1 more character]`);
  });
});

describe('UTF-8', () => {
  it.each([
    ['a byte order mark stays', [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
    ['characters of two, three and four bytes', [...new TextEncoder().encode('é→😀')], 'é→😀'],
    ['a stray continuation byte', [0x61, 0x80, 0x62], 'a�b'],
    ['a character cut by a letter', [0xe2, 0x86, 0x62], '�b'],
    ['a character cut by the end', [0x61, 0xf0, 0x9f, 0x98], 'a�'],
    ['a character cut by a newline', [0xe2, 0x0a, 0x62], '�\nb'],
    ['an overlong form', [0xc0, 0x80], '��'],
    ['a surrogate', [0xed, 0xa0, 0x80], '���'],
    ['past the last code point', [0xf4, 0x90, 0x80, 0x80], '����'],
    ['bytes that never occur', [0xfe, 0xff, 0xfd], '���'],
    ['a sequence inside a character', [0xe2, 0x1b, 0x5b, 0x6d, 0x86, 0x92], '���'],
  ])('%s', (_, bytes, text) => expectText(Uint8Array.from(bytes), text));
});
