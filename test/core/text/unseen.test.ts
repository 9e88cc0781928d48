import { expect, it } from 'vitest';
import { unseenCharacters } from '../../../src/core/text/unseen.ts';

it('the characters that a terminal does not show are those that Unicode calls so', () => {
  const own = new RegExp(`[${unseenCharacters}]`, 'u');
  const unicode = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  const differing: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (own.test(character) !== unicode.test(character)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});
