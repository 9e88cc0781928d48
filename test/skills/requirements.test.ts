import { describe, expect, it } from 'vitest';
import { missingRequirement } from '../../src/skills/requirements.ts';

describe('missingRequirement', () => {
  it.each([
    [{ bins: [], env: [] }, null],
    [{ bins: ['a'], env: ['A'] }, null],
    [{ bins: ['a', 'b'], env: [] }, 'programs not found: b'],
    [{ bins: [], env: [], anyBins: ['b', 'a'] }, null],
    [{ bins: [], env: [], anyBins: ['b', 'c'] }, 'none of these programs found: b, c'],
    [{ bins: ['b'], env: ['A', 'B'] }, 'programs not found: b; variables not set for commands: B'],
  ])('%j lacks %s', (requires, missing) => {
    const view = { env: { A: '1' }, hasProgram: (name: string) => name === 'a' };
    expect(missingRequirement(requires, view)).toBe(missing);
  });
});
