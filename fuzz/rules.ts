import fc from 'fast-check';
import * as v from 'valibot';
import { matchesWord, parsePattern } from '../src/policy/rules/pattern.ts';
import { propertySuite } from './property.ts';

/** Wildcards by recursion, a row at a time: slow, and plain to see that it is right. */
function matches(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] !== '*') return pattern[0] === text[0] && matches(pattern.slice(1), text.slice(1));
  return Array.from({ length: text.length + 1 }, (_, from) => text.slice(from)).some((rest) =>
    matches(pattern.slice(1), rest),
  );
}

const word = (...units: string[]) =>
  fc.array(fc.constantFrom(...units), { maxLength: 8 }).map((parts) => parts.join(''));

export const rules = propertySuite({
  title: 'Words that a rule matches and its wildcards do not, or the other way round',
  schema: v.object({ pattern: v.string(), text: v.string() }),
  arbitrary: fc.record({ pattern: word('a', 'b', '*').filter((one) => one !== ''), text: word('a', 'b') }),
  problemOf: ({ pattern, text }) => {
    const compiled = parsePattern(`x ${pattern} y`).words[1];
    if (compiled === undefined) return 'the word is lost';
    const wanted = matches(pattern, text);
    return matchesWord(compiled, text) === wanted ? null : `expected ${wanted}`;
  },
});
