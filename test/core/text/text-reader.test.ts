import { expect, it } from 'vitest';
import { TextReader } from '../../../src/core/text/text-reader.ts';

it('takes what matches where it stands, and nothing further on', () => {
  const reader = new TextReader('ab12');
  expect(reader.take(/\d+/y)).toBeNull();
  expect(reader.at).toBe(0);
  expect(reader.take(/(a)b/y)?.[1]).toBe('a');
  expect(reader.next).toBe('1');
  expect(reader.take(/x*/y)?.[0]).toBe('');
  expect(reader.take(/\d+/y)?.[0]).toBe('12');
  expect(reader.isAtEnd).toBe(true);
  expect(reader.next).toBe('');
});

it('refuses a pattern that would look further on', () => {
  expect(() => new TextReader('ab').take(/b/)).toThrow('/b/ is not sticky');
});
