import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Folders } from '../../src/platform/machine/folders.ts';
import { addToText, type Lesson, learn } from '../../src/runtime/approvals/learn.ts';
import { mayLearn, parseLearned } from '../../src/runtime/approvals/learned-file.ts';
import { LearnedRules } from '../../src/runtime/approvals/learned-rules.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let folder: string;
let folders: Folders;
let path: string;
beforeEach(() => {
  folder = tempFolder();
  folders = { config: join(folder, 'config'), state: join(folder, 'state'), cache: '', home: folder };
  path = join(folders.config, 'approvals.jsonc');
});

const lesson = (allow: string, parts: Partial<Lesson> = {}): Lesson => ({
  rules: [{ tool: 'shell', allow }],
  isYes: true,
  by: 'me',
  approvalId: 'abc',
  title: 'npm test',
  ...parts,
});

describe('a learned rule', () => {
  it('stands in a private file with who, when and which approval', async () => {
    await learn(lesson('npm test *'), folders);
    await learn({ ...lesson(''), rules: [{ tool: 'write', deny: 'secret/**' }] }, folders);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toMatch(
      /\n {4}\/\/ \d{4}-\S+Z allowed by me, approval abc: npm test\n {4}\{"tool":"shell","allow":"npm test \*"\},\n/,
    );
    expect(await new LearnedRules(path, []).current()).toEqual([
      { tool: 'shell', allow: 'npm test *', source: path, line: 6 },
      { tool: 'write', deny: 'secret/**', source: path, line: 8 },
    ]);
  });

  it('counts at once for whoever has the file open, and is the same array until then', async () => {
    const rules = new LearnedRules(path, []);
    const none = await rules.current();
    expect(none).toEqual([]);
    await learn(lesson('ls *'), folders);
    const one = await rules.current();
    expect(one).toHaveLength(1);
    expect(await rules.current()).toBe(one);
    rmSync(path);
    expect(await rules.current()).toEqual([]);
  });

  it('is added to a file that is blank, which holds none', async () => {
    mkdirSync(folders.config);
    writeFileSync(path, ' \n');
    expect(await new LearnedRules(path, []).current()).toEqual([]);
    await learn(lesson('ls *'), folders);
    expect(await new LearnedRules(path, []).current()).toMatchObject([{ allow: 'ls *' }]);
  });

  it('is kept once', async () => {
    await learn(lesson('npm test *'), folders);
    await learn(lesson('npm test *'), folders);
    expect(await new LearnedRules(path, []).current()).toHaveLength(1);
  });

  it('is added by many at once without a loss', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => learn(lesson(`cmd${index} *`), folders)));
    expect(await new LearnedRules(path, []).current()).toHaveLength(12);
  });

  it.each([
    ['nothing', []],
    ['an open quote', [{ tool: 'shell', allow: "a 'b" }]],
    ['a joined command', [{ tool: 'shell', allow: 'a && b' }]],
    ['an unknown tool', [{ tool: 'nonsense', allow: 'x' }]],
  ])('is refused when it is %s, and the file stays', async (_, rules) => {
    await expect(learn(lesson('', { rules }), folders)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await new LearnedRules(path, []).current()).toEqual([]);
  });

  it('is not written into a file that is not valid', async () => {
    mkdirSync(folders.config);
    writeFileSync(path, '{ "rules": [ }');
    await expect(learn(lesson('a'), folders)).rejects.toMatchObject({ code: 'invalid_config' });
    expect(readFileSync(path, 'utf8')).toBe('{ "rules": [ }');
  });

  it('goes through a symlink to where the file really is', async () => {
    mkdirSync(folders.config);
    mkdirSync(join(folder, 'dotfiles'));
    writeFileSync(join(folder, 'dotfiles/a.jsonc'), '');
    symlinkSync(join(folder, 'dotfiles/a.jsonc'), path);
    await learn(lesson('a'), folders);
    expect(readFileSync(join(folder, 'dotfiles/a.jsonc'), 'utf8')).toContain('"allow":"a"');
  });

  it('fails plainly where something else stands in the place of its folder', async () => {
    writeFileSync(folders.config, '');
    const told = 'approvals.jsonc": a part of the path is not a folder, expected a path below folders';
    await expect(learn(lesson('a'), folders)).rejects.toThrow(told);
  });

  it('fails plainly when its file cannot be locked', async () => {
    writeFileSync(folders.state, 'in the way');
    await expect(learn(lesson('a'), folders)).rejects.toThrow(/cannot be locked/);
  });
});

describe('adding to a text', () => {
  const at = new Date('2026-01-02T03:04:05Z');
  it.each([
    ['an empty file', ''],
    ['blank', ' \n'],
    ['no list', '{}'],
    ['no list, a comment', '{ // mine\n}'],
    ['an empty list', '{"rules":[]}'],
    ['one rule', '{"rules":[{"tool":"shell","deny":"rm *"}]}'],
    ['a trailing comma', '{"rules":[{"tool":"shell","deny":"rm *"},],}'],
    ['a comma and a comment', '{"rules":[{"tool":"shell","deny":"rm *"}, // [,]\n]}'],
    [
      'comments around',
      '// a\n{"rules":[\n// b ]\n{"tool":"shell","deny":"rm *"} /* , */ // c\n]\n// d\n}\n',
    ],
    ['CRLF', '{\r\n  "rules": [\r\n    {"tool":"shell","deny":"rm *"}\r\n  ]\r\n}\r\n'],
  ])('%s', async (_, text) => {
    const before = text.trim() === '' ? [] : await parseLearned('x', text);
    const once = await addToText(text, lesson('npm test *'), at);
    const twice = await addToText(
      once,
      lesson('a', {
        rules: [
          { tool: 'shell', allow: 'a' },
          { tool: 'shell', allow: 'b' },
        ],
      }),
      at,
    );
    const rules = await parseLearned('x', twice);
    expect(rules.map(({ allow, deny }) => allow ?? deny)).toEqual([
      ...before.map(({ deny }) => deny),
      'npm test *',
      'a',
      'b',
    ]);
    for (const comment of text.match(/\/\/ \w/g) ?? []) expect(twice).toContain(comment);
  });

  it.each(['a\nb', '\u2028 "x', '*/ {', '\u202e', '\r\n{"tool":"shell","allow":"*"}', 'x'.repeat(500)])(
    'keeps the title %j inside its comment',
    async (title) => {
      const text = await addToText('', lesson('a', { title }), at);
      expect(await parseLearned('x', text)).toHaveLength(1);
      expect(text.split(/[\r\n\u2028]/)).toHaveLength(9);
    },
  );
});

describe('a lock', () => {
  it.each([
    [[], true],
    [['rules'], false],
    [['approval'], false],
    [['approval.security'], false],
    [['approval.ask'], false],
    [['approval.timeoutSeconds'], true],
    [['caps', 'audit'], true],
  ])('on %j leaves learned rules that allow: %s', async (locked, expected) => {
    expect(mayLearn(locked)).toBe(expected);
    await learn(lesson('a'), folders);
    await learn({ ...lesson(''), rules: [{ tool: 'shell', deny: 'b' }] }, folders);
    expect((await new LearnedRules(path, locked).current()).map(({ allow, deny }) => allow ?? deny)).toEqual(
      expected ? ['a', 'b'] : ['b'],
    );
  });
});

describe('an approvals file that is not valid', () => {
  it.each([
    ['{"approval":{"security":"full"}}', /it sets "approval.security"/],
    ['{"rules":[{"tool":"shell"}]}', /exactly one of/],
    ['{"rules":1}', /must be a list|rules/],
    ['[]', /./],
    ['{"rules":[', /./],
  ])('%s stops everything', async (text, message) => {
    mkdirSync(folders.config);
    writeFileSync(path, text);
    await expect(new LearnedRules(path, []).current()).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringMatching(message),
    });
  });
});
