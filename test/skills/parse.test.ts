import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSkill, validateText } from '../../src/skills/parse.ts';

const whole = (fields: string, body = 'Do it.\n'): string => `---\n${fields}\n---\n${body}`;
const named = (more: string): string => whole(`name: demo\ndescription: Does it\n${more}`);
const x = (count: number): string => 'x'.repeat(count);

/** Text, what the lenient reader makes of it (null: unusable), and the violations of the strict one as `line: part`. */
type Row = [name: string, text: string, lenient: Record<string, unknown> | null, strict: readonly string[]];

const rows: readonly Row[] = [
  [
    'the least',
    whole('name: demo\ndescription: Does it'),
    { name: 'demo', description: 'Does it', body: 'Do it.' },
    [],
  ],
  ['an empty file', '', null, ['1: does not begin with frontmatter']],
  ['no frontmatter', '# Demo\n', null, ['1: does not begin with frontmatter']],
  ['a blank line before it', `\n${named('')}`, null, ['1: does not begin with frontmatter']],
  [
    'frontmatter never closed',
    '---\nname: demo\ndescription: x\n',
    null,
    ['1: has frontmatter that is not closed'],
  ],
  ['empty frontmatter', '---\n---\nDo it.', null, ['1: "name" is missing', '1: "description" is missing']],
  ['a list for frontmatter', whole('- a\n- b'), null, ['2: has frontmatter that is no mapping']],
  ['a scalar for frontmatter', whole('demo'), null, ['2: has frontmatter that is no mapping']],
  ['broken YAML', whole('name: demo\ndescription: "open'), null, [': is not YAML']],
  ['a tab for indentation', whole('name: demo\ndescription: x\nmetadata:\n\ta: b'), null, [': is not YAML']],
  ['a key twice', whole('name: demo\nname: demo\ndescription: x'), null, ['3: is not YAML']],
  [
    'an alias bomb',
    whole('name: demo\ndescription: x\nmetadata:\n  a: &a [x,x]\n  b: [*a,*a]'),
    null,
    ['2: is not YAML'],
  ],
  [
    'a deep flow',
    whole(`name: demo\ndescription: x\nmetadata: ${'['.repeat(20_000)}`),
    null,
    [': is not YAML'],
  ],
  [
    'frontmatter too long',
    whole(`name: demo\ndescription: x\n# ${x(70_000)}`),
    null,
    ['1: has frontmatter of more than'],
  ],
  [
    'an unquoted colon',
    whole('name: demo\ndescription: Use when: asked'),
    { description: 'Use when: asked' },
    ['3: has a value with ": "'],
  ],
  ['a byte order mark', `\ufeff${named('')}`, { name: 'demo' }, []],
  [
    'CRLF',
    named('allowed-tools: Read').replaceAll('\n', '\r\n'),
    { name: 'demo', allowedTools: ['Read'], body: 'Do it.' },
    [],
  ],
  ['a folded scalar', whole('name: demo\ndescription: >\n  Does\n  it'), { description: 'Does it' }, []],
  ['a literal scalar', whole('name: demo\ndescription: |\n  Does\n  it'), { description: 'Does\nit' }, []],
  ['blanks after the fence', named('').replaceAll('---', '---  '), { name: 'demo' }, []],
  ['a fence in the body', whole('name: demo\ndescription: x', 'a\n---\nb'), { body: 'a\n---\nb' }, []],
  ['no body', whole('name: demo\ndescription: x', ''), { body: '' }, ['1: has no instructions']],
  ['no name', whole('description: x'), { name: 'demo' }, ['1: "name" is missing']],
  ['a number for a name', whole('name: 12\ndescription: x'), { name: 'demo' }, ['2: "name" is not text']],
  [
    'capitals',
    whole('name: Demo\ndescription: x'),
    { name: 'demo' },
    ['2: "name" has other characters', '2: "name" is "Demo"'],
  ],
  [
    'another name than the folder',
    whole('name: other\ndescription: x'),
    { name: 'other' },
    ['2: "name" is "other" but its folder is "demo"'],
  ],
  ['64 characters', whole(`name: ${x(64)}\ndescription: x`), { name: x(64) }, ['2: "name" is "x']],
  [
    '65 characters',
    whole(`name: ${x(65)}\ndescription: x`),
    { name: 'demo' },
    ['2: "name" has more than 64', '2: "name" is "x'],
  ],
  [
    'a hyphen first',
    whole('name: -demo\ndescription: x'),
    { name: 'demo' },
    ['2: "name" begins or ends', '2: "name" is'],
  ],
  [
    'a hyphen last',
    whole('name: demo-\ndescription: x'),
    { name: 'demo' },
    ['2: "name" begins or ends', '2: "name" is'],
  ],
  [
    'two hyphens',
    whole('name: de--mo\ndescription: x'),
    { name: 'demo' },
    ['2: "name" has "--"', '2: "name" is'],
  ],
  [
    'a path for a name',
    whole('name: ../demo\ndescription: x'),
    { name: 'demo' },
    ['2: "name" has other', '2: "name" is'],
  ],
  [
    'a name in Unicode',
    whole('name: café\ndescription: x'),
    { name: 'demo' },
    ['2: "name" has other', '2: "name" is'],
  ],
  [
    'a name of wide digits',
    whole('name: demo２\ndescription: x'),
    { name: 'demo' },
    ['2: "name" has other', '2: "name" is'],
  ],
  [
    'a newline in the name',
    whole('name: "de\\nmo"\ndescription: x'),
    { name: 'demo' },
    ['2: "name" has other', '2: "name" is'],
  ],
  ['nothing for a name', whole('name:\ndescription: x'), { name: 'demo' }, ['2: "name" is not text']],
  [
    'a truth for a description',
    whole('name: demo\ndescription: true'),
    null,
    ['3: "description" is not text'],
  ],
  [
    'a mapping for a description',
    whole('name: demo\ndescription: {a: b}'),
    null,
    ['3: "description" is not text'],
  ],
  ['a tagged value', whole('name: demo\ndescription: !!js/function x'), { description: 'x' }, []],
  ['a second document', whole('name: demo\ndescription: x\n...\nname: evil'), null, [': is not YAML']],
  ['an alias for a description', whole('name: &a demo\ndescription: *a'), null, ['2: is not YAML']],
  [
    'a merge',
    whole('name: demo\ndescription: x\n<<: {always: true}'),
    { always: false },
    ['4: "<<" is not a known field'],
  ],
  ['a tab after the colon', whole('name:\tdemo\ndescription:\tx'), { name: 'demo', description: 'x' }, []],
  ['two byte order marks', `\ufeff\ufeff${named('')}`, null, ['1: does not begin with frontmatter']],
  ['lone carriage returns', named('').replaceAll('\n', '\r'), null, ['1: ']],
  ['no description', whole('name: demo'), null, ['1: "description" is missing']],
  ['an empty description', whole('name: demo\ndescription: ""'), null, ['3: "description" is empty']],
  ['a blank description', whole('name: demo\ndescription: "  "'), null, ['3: "description" is empty']],
  ['a list for a description', whole('name: demo\ndescription: [x]'), null, ['3: "description" is not text']],
  ['1024 characters', whole(`name: demo\ndescription: ${x(1024)}`), { description: x(1024) }, []],
  [
    '1025 characters',
    whole(`name: demo\ndescription: ${x(1025)}`),
    { description: x(1024) },
    ['3: "description" has 1025'],
  ],
  [
    '1024 emoji',
    whole(`name: demo\ndescription: ${'🌤'.repeat(1024)}`),
    { description: '🌤'.repeat(1024) },
    [],
  ],
  ['long compatibility', named(`compatibility: ${x(501)}`), { name: 'demo' }, ['4: "compatibility" has 501']],
  ['metadata that is text', named('metadata: a'), { name: 'demo' }, ['4: "metadata" is no mapping']],
  ['an unknown field', named('homepage: a'), { name: 'demo' }, ['4: "homepage" is not a known field']],
  [
    'a prototype for a field',
    named('__proto__: {always: true}'),
    { always: false },
    ['4: "__proto__" is not a known field'],
  ],
  [
    'tools as text',
    named('allowed-tools: Bash(git add:*) Read'),
    { allowedTools: ['Bash(git add:*)', 'Read'] },
    [],
  ],
  ['tools as a list', named('allowed-tools: [Read, Grep]'), { allowedTools: ['Read', 'Grep'] }, []],
  [
    'tools as a number',
    named('allowed-tools: 3'),
    { allowedTools: null },
    ['4: "allowed-tools" is not text'],
  ],
  ['always', named('always: true'), { always: true }, []],
  ['always in metadata', named('metadata: {always: "true"}'), { always: true }, []],
  ['always as a word', named('always: yes'), { always: false }, ['4: "always" is neither true nor false']],
  [
    'requirements',
    named('requires: {bins: [a, b], env: C}'),
    { requires: { bins: ['a', 'b'], env: ['C'] } },
    [],
  ],
  [
    'requirements in metadata',
    named('metadata: {requires: {bins: [a]}}'),
    { requires: { bins: ['a'], env: [] } },
    [],
  ],
  [
    'requirements of nanobot',
    named('metadata: {"nanobot":{"requires":{"env":["A"]}}}'),
    { requires: { bins: [], env: ['A'] } },
    [],
  ],
  [
    'requirements of OpenClaw',
    named('metadata: {"openclaw":{"requires":{"bins":["a"],"anyBins":["b","c"]}}}'),
    { requires: { bins: ['a'], env: [], anyBins: ['b', 'c'] } },
    [],
  ],
  [
    'odd requirements',
    named('requires: {bins: [1]}'),
    { requires: { bins: [], env: [] } },
    ['4: "requires" has'],
  ],
  [
    'odd requirements of OpenClaw',
    named('metadata: {"openclaw":{"requires":{"bins":5}}}'),
    { requires: { bins: [], env: [] } },
    ['4: "metadata.openclaw.requires" has'],
  ],
  [
    'always in metadata as a number',
    named('license: x\nmetadata: {always: 1}'),
    { always: false },
    ['5: "metadata.always" is neither true nor false'],
  ],
];

describe('a SKILL.md', () => {
  it.each(rows)('with %s', async (_, text, lenient, strict) => {
    const { skill } = await parseSkill(text, 'demo');
    if (lenient === null) expect(skill).toBeNull();
    else expect(skill).toMatchObject(lenient);
    const found = (await validateText(text, 'demo')).map(({ line, problem }) => `${line}: ${problem}`);
    expect(found.length, found.join('\n')).toBe(strict.length);
    for (const [index, part] of strict.entries()) expect(found[index]).toContain(part);
  });

  it.each([
    ['my_skill', 'my_skill', 'my_skill'],
    ['PDF-Tools', 'PDF-Tools', 'PDF-Tools'],
    ['"PDF Tools 2.0"', 'PDF Tools 2.0', 'PDF Tools 2.0'],
    ['plugin:skill', 'plugin_skill', 'plugin:skill'],
    ['Überprüfung', 'Überprüfung', 'Überprüfung'],
    ['My_Skill', 'my-skill', 'my-skill'],
    ['a/b', 'My_Skill', 'My_Skill'],
    [x(129), 'My_Skill', 'My_Skill'],
    [`A${x(127)}`, 'My_Skill', `A${x(127)}`],
    ['"a/b"', 'a  b', null],
    ['".."', '..', null],
    ['".x"', '.x', null],
    ['-Rf', '-Rf', null],
    ['"a\\nB"', 'a\nB', null],
    ['"a\\u202eB"', 'a\u202eB', null],
    ['"a\\ufe0fB"', 'a\ufe0fB', null],
    ['"a\\u3164B"', 'a\u3164B', null],
    ['"A<b>"', 'A<b>', null],
    ['"A*"', 'A*', null],
    ['"A\\"B"', 'A"B', null],
    ['"$(A)"', '$(A)', null],
    [x(60_000), x(60_000).toUpperCase(), null],
  ])('called %.40j in %.40j is %.40j', async (name, folder, used) => {
    const text = whole(`name: ${name}\ndescription: x`);
    expect((await parseSkill(text, folder)).skill?.name ?? null).toBe(used);
    // What is taken for a name all the same breaks the specification as before.
    const isStrict = used !== null && /^[a-z-]+$/.test(name) && name === folder;
    expect((await validateText(text, folder)).length > 0).toBe(!isStrict);
  });

  it('is told of on one line that cannot move the cursor', async () => {
    const text = whole('name: demo\ndescription: x\n"a\\nb\\e[2J": 1\nrequires: {bins: ["\\e[2J"]}');
    const problems = (await validateText(text, 'demo')).map(({ problem }) => problem);
    expect(problems).toEqual(['"a\\u{a}b\\u{1b}[2J" is not a known field']);
  });

  it('never throws, whatever it holds', async () => {
    const piece = fc.oneof(
      fc.constantFrom('---\n', 'name: ', 'description: ', '\n', '&a ', '*a', '!!js ', '{', '? '),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        const { skill } = await parseSkill(`---\n${pieces.join('')}`, 'demo');
        expect(skill?.description).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });
});
