import { describe, expect, it } from 'vitest';
import { findDetachKey } from '../../../src/sessions/terminal/detach-key.ts';

const find = (text: string): number | null => findDetachKey(Buffer.from(text, 'latin1'));

describe('the key that detaches', () => {
  it.each([
    ['\x1c', 0],
    ['ls\r\x1cmore', 3],
    ['\x1b[92;5u', 0],
    ['ab\x1b[92;5u', 2],
    ['\x1b[92;5:1u', 0],
    ['\x1b[92;5:2u', 0],
    ['\x1b[92:124;5u', 0],
    ['\x1b[92::223;5u', 0],
    ['\x1b[92;69u', 0],
    ['\x1b[92;133u', 0],
    ['\x1b[92;197:1u', 0],
    ['\x1b[92;5;28u', 0],
    ['\x1b[27;5;92~', 0],
    ['\x1b[92;5:3u\x1b[92;5u', 9],
    ['\x1b[27;5;92~\x1c', 0],
    ['\x1c\x1b[92;5u', 0],
  ])('is found in %j', (text, at) => expect(find(text)).toBe(at));

  it.each([
    [''],
    ['\\'],
    ['\x1b\\'],
    ['\x1b[92;5:3u'],
    ['\x1b[92u'],
    ['\x1b[92;3u'],
    ['\x1b[92;6u'],
    ['\x1b[92;7u'],
    ['\x1b[192;5u'],
    ['\x1b[93;5u'],
    ['\x1b[27;6;92~'],
    ['\x1b[27;5;93~'],
    ['\x1b[92;5~'],
    ['[92;5u'],
    ['\xdc'],
  ])('is not in %j', (text) => expect(find(text)).toBeNull());
});
