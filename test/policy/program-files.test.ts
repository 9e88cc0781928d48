import { expect, it } from 'vitest';
import { filesRows } from '../../src/policy/programs/program-files.ts';

it('tells what a program does with files in one row', () => {
  const names = filesRows().flatMap((row) => row.names);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.length).toBeGreaterThan(200);
});
