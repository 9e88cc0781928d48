import fc from 'fast-check';
import * as v from 'valibot';
import { mostDescriptionChars } from '../src/skills/fields.ts';
import { parseSkill, validateText } from '../src/skills/parse.ts';
import { propertySuite } from './property.ts';

const line = fc.oneof(
  fc.constantFrom('---', 'name: demo', 'description: Use when: asked', 'metadata:', '  a: &a [x]', '  b: *a'),
  fc.constantFrom('description: >', '\t- x', '? [a]', '!!binary x: y', '__proto__: 1', '{a: [', '<<: *a'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 20 }).map((text) => `description: ${text}`),
  fc.string({ maxLength: 20 }).map((text) => `name: ${text}`),
);

export const skills = propertySuite({
  title: 'Skills whose text makes the reader throw or pass its bounds',
  schema: v.string(),
  arbitrary: fc.array(line, { maxLength: 8 }).map((lines) => ['---', ...lines, '---', 'Do it.'].join('\n')),
  problemOf: async (text) => {
    const { skill, diagnostics } = await parseSkill(text, 'demo');
    await validateText(text, 'demo');
    if (skill === null) return diagnostics.length > 0 ? null : 'it is unusable and nothing says why';
    if ([...skill.description].length > mostDescriptionChars) return 'its description is too long';
    return /^[^\s/\\]{1,64}$/u.test(skill.name) ? null : `its name is ${JSON.stringify(skill.name)}`;
  },
});
