import fc from 'fast-check';
import * as v from 'valibot';
import { parseSkill, validateText } from '../src/skills/parse.ts';

/**
 * SKILL.md files made of known values, and what the specification (agentskills.io) says of them: a name of 1 to 64 letters,
 * digits and single hyphens that is its folder's, a description of 1 to 1024 characters, known fields, instructions.
 */
const fieldSchema = v.object({
  key: v.string(),
  /** The YAML of it, its key left out. */
  yaml: v.string(),
  /** The text it is, null for something else than text. */
  text: v.nullable(v.string()),
  /** Whether the specification takes it for this key; names and descriptions are looked at apart. */
  isRight: v.boolean(),
});
type Field = v.InferOutput<typeof fieldSchema>;

export const textSchema = v.object({
  kind: v.literal('text'),
  folder: v.string(),
  fields: v.array(fieldSchema),
  /** What else stands among the fields; `broken` makes all of it unusable. */
  odd: v.object({ line: v.string(), broken: v.boolean() }),
  body: v.string(),
  eol: v.picklist(['\n', '\r\n']),
  mark: v.boolean(),
  closing: v.string(),
});
export type SkillFile = v.InferOutput<typeof textSchema>;

const styles: readonly ((text: string) => string | null)[] = [
  (text) => JSON.stringify(text),
  (text) =>
    /[\n\u0000-\u001f\u007f-\u009f\ufeff\u2028\u2029]/.test(text) ? null : `'${text.replaceAll("'", "''")}'`,
  // Plain words that the core schema has no other meaning for.
  (text) => (/^[a-z][a-z -]*[a-z]$/.test(text) && !/^(true|false|null)$/.test(text) ? text : null),
  (text) => (/^[\w.,;é😀 ]+$/u.test(text) && text.trim() === text ? `>-\n  ${text}` : null),
  (text) => (/^[\w.,;é😀]+(\n[\w.,;é😀]+)*$/u.test(text) ? `|-\n  ${text.replaceAll('\n', '\n  ')}` : null),
];

/** A field of a text in any style that can hold it. */
function textField(key: string, text: string, turn: number): Field {
  const written = styles.map((style) => style(text)).filter((yaml) => yaml !== null);
  return { key, yaml: written[turn % written.length] ?? '""', text, isRight: true };
}

const turn = fc.nat({ max: 20 });
const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('demo', 'my-skill', 'a', 'x'.repeat(64), 'v2-1') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'Demo',
      '-a',
      'a-',
      'a--b',
      '',
      'ñ',
      'a b',
      'a/b',
      'x'.repeat(65),
      'demo\u202e',
      ' ',
    ),
  },
);
const word = fc.constantFrom(
  'use',
  'when',
  'asked',
  'é',
  '😀',
  "it's",
  '"x"',
  '#no',
  'a: b',
  '- x',
  '{',
  '\\',
  'y'.repeat(300),
);
const sentence = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const descriptions = fc.oneof(
  { weight: 4, arbitrary: sentence },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '  ', 'a\nb', 'two\nlines', '😀'.repeat(1024), 'z'.repeat(1025), '\u0007'),
  },
);
const others = fc.constantFrom<Field>(
  { key: 'license', yaml: 'MIT', text: 'MIT', isRight: true },
  { key: 'license', yaml: '[MIT]', text: null, isRight: false },
  { key: 'compatibility', yaml: 'needs git', text: 'needs git', isRight: true },
  { key: 'compatibility', yaml: `"${'c'.repeat(501)}"`, text: 'long', isRight: false },
  { key: 'compatibility', yaml: '""', text: '', isRight: false },
  { key: 'metadata', yaml: '{ author: me, "a b": "1" }', text: null, isRight: true },
  { key: 'metadata', yaml: '\n  author: me', text: null, isRight: true },
  { key: 'metadata', yaml: 'none', text: 'none', isRight: false },
  { key: 'metadata', yaml: '&m { a: b }', text: null, isRight: true },
  { key: 'allowed-tools', yaml: 'Bash(git:*) Read', text: 'Bash(git:*) Read', isRight: true },
  { key: 'allowed-tools', yaml: '7', text: null, isRight: false },
  { key: 'colour', yaml: 'red', text: 'red', isRight: false },
  { key: '__proto__', yaml: '{ a: 1 }', text: null, isRight: false },
  { key: 'constructor', yaml: 'x', text: 'x', isRight: false },
);
const notText = fc.constantFrom('123', 'true', '[a]', '{ a: b }', 'null', '1.5', '~');

const fields = fc
  .tuple(
    fc.option(
      fc.oneof(
        { weight: 6, arbitrary: fc.tuple(names, turn).map(([text, at]) => textField('name', text, at)) },
        { weight: 1, arbitrary: notText.map((yaml) => ({ key: 'name', yaml, text: null, isRight: false })) },
      ),
      { freq: 6 },
    ),
    fc.option(
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc.tuple(descriptions, turn).map(([text, at]) => textField('description', text, at)),
        },
        {
          weight: 1,
          arbitrary: notText.map((yaml) => ({ key: 'description', yaml, text: null, isRight: false })),
        },
      ),
      { freq: 8 },
    ),
    fc.uniqueArray(others, { maxLength: 3, selector: ({ key }) => key }),
  )
  .chain(([name, description, more]) => {
    const all = [...(name === null ? [] : [name]), ...(description === null ? [] : [description]), ...more];
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
  });

const right = { line: '', broken: false };
const odd = fc.oneof(
  { weight: 8, arbitrary: fc.constant(right) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ line: '# a comment', broken: false }, { line: ' ', broken: false }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        ...[
          'license: &a x\nx-b: *a',
          '<<: *none',
          '[',
          'just words',
          '\tlicense: x',
          '@at: x',
          'license: "unclosed',
        ],
        ...['license: a\nlicense: b', '- a', `license: ${'x'.repeat(70_000)}`, '%YAML 9.9', '? {'],
      )
      .map((line) => ({ line, broken: true })),
  },
);

export const skillFiles: fc.Arbitrary<SkillFile> = fc.record({
  kind: fc.constant('text' as const),
  folder: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('demo', 'my-skill') },
    { weight: 1, arbitrary: fc.constantFrom('Bad Folder', '..x', 'x'.repeat(65), 'a') },
  ),
  fields,
  odd,
  body: fc.constantFrom(
    'Do it.',
    '',
    '  \n\t',
    '\n\n# Title\n\nText\n\n',
    '---\nmore\n---',
    'é😀\u2028x',
    'a\rb',
    '{{x}}',
  ),
  eol: fc.constantFrom('\n' as const, '\r\n' as const),
  mark: fc.boolean(),
  closing: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('---', '--- ', '---\t') },
    { weight: 1, arbitrary: fc.constantFrom('', '----', ' ---', '...') },
  ),
});

/** The text of a file. */
export function fileText({ fields: given, odd: extra, body, eol, mark, closing }: SkillFile): string {
  const yaml = given.map((field) => `${field.key}: ${field.yaml}`);
  const lines = ['---', ...yaml, ...(extra.line === '' ? [] : [extra.line]), closing, body];
  return `${mark ? '\ufeff' : ''}${lines.join('\n').replaceAll('\n', eol)}`;
}

const isName = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 64;

/** Whether a name is used though the specification has it otherwise. */
const isUsed = (text: string): boolean =>
  /^[\p{L}\p{N}_][\p{L}\p{N}. _:+-]*$/u.test(text) && !/ {2}| $/.test(text) && text.length <= 128;

/** The name, description and body a skill of this file has; null when it cannot be used. */
function expectedSkill({ folder, fields: given, odd: extra, closing, body }: SkillFile) {
  const textOf = (key: string) => given.find((field) => field.key === key)?.text ?? null;
  // A body may close what the file itself does not.
  const isClosed = /^---\s*$/.test(closing);
  if (extra.broken || !isClosed) return null;
  const description = textOf('description')?.trim() ?? '';
  const own = textOf('name')?.trim() ?? '';
  const name = [own, folder].find(isName) ?? [own, folder].find(isUsed);
  if (description === '' || name === undefined) return null;
  return {
    name,
    description: [...description].slice(0, 1024).join(''),
    body: body.replace(/^\n+/, '').trimEnd(),
  };
}

/** Whether a file is wholly as the specification wants it. */
function isRight({ folder, fields: given, odd: extra, closing, body }: SkillFile): boolean {
  const textOf = (key: string) => given.find((field) => field.key === key)?.text ?? null;
  const description = textOf('description');
  return [
    !extra.broken && /^---\s*$/.test(closing),
    textOf('name') === folder && isName(folder),
    description !== null && description.trim() !== '' && [...description].length <= 1024,
    given.every((field) => field.isRight),
    body.trim() !== '',
  ].every(Boolean);
}

/** Why a file is not read as what it was made of. */
export async function fileProblem(file: SkillFile): Promise<string | null> {
  // A body with a line of its own closes a frontmatter that nothing else did; what that holds is not worked out here.
  if (!/^---\s*$/.test(file.closing) && file.body.includes('---')) return null;
  const text = fileText(file);
  const { skill, diagnostics } = await parseSkill(text, file.folder);
  const wanted = expectedSkill(file);
  if (skill === null) {
    if (wanted !== null) return `it is unusable: ${JSON.stringify(diagnostics)}`;
    if (diagnostics.length === 0) return 'it is unusable and nothing says why';
  } else {
    const got = { name: skill.name, description: skill.description, body: skill.body };
    if (JSON.stringify(got) !== JSON.stringify(wanted))
      return `it is ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`;
  }
  const violations = await validateText(text, file.folder);
  if ((violations.length === 0) !== isRight(file)) return `its violations are ${JSON.stringify(violations)}`;
  const lines = text.split('\n').length;
  const isPlaced = [...diagnostics, ...violations].every(({ line }) => line >= 1 && line <= lines);
  return isPlaced ? null : 'a violation is in no line of the file';
}
