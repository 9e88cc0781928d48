import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutExamples } from '../../packaging/examples.ts';

const folder = join(import.meta.dirname, '../../src/policy/profiles');

it('of profiles are all left out of the program, and nothing else is', () => {
  let found = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'profile.ts')) {
    const source = readFileSync(join(folder, name), 'utf8');
    const lean = withoutExamples(source);
    expect([name, /\b(?:allow|notAllow): \[/.test(lean)]).toEqual([name, false]);
    const others = (text: string) => text.match(/^ +(?:names|options|operands|veto|read|starts)\b/gm)?.length;
    expect([name, others(lean)]).toEqual([name, others(source)]);
    found += source.length - lean.length;
  }
  expect(found).toBeGreaterThan(10_000);
});

it('are known by how they are laid out', () => {
  const source =
    "  {\n    names: 'a',\n    allow: ['a [1]'],\n    notAllow: [\n      'a ],',\n      'b',\n    ],\n    read: x,\n  },\n";
  expect(withoutExamples(source)).toBe("  {\n    names: 'a',\n    read: x,\n  },\n");
});
