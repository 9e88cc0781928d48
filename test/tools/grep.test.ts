import { execFileSync } from 'node:child_process';
import { chmod, mkdir, open, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitNotice, linkNotice } from '../../src/output/notices.ts';
import { grep } from '../../src/tools/grep/tool.ts';
import {
  callTool,
  type FileWorkspace,
  failureOf,
  makeWorkspace,
  planCall,
  textOf,
  withoutRights,
} from '../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({
    'a.txt': 'one\nfoo two\nthree\nfoo four\nfive\nsix\nseven\nfoo eight\n',
    'b.md': 'Foo\nbar foo\n',
    'src/c.ts': 'const foo = 1;\r\nconst bar = "a:1:b";\r\n',
    'src/deep/d.py': 'def foo():\n    pass\n',
    'src/e.ts': 'a-1-b\n-e\n--files\n$x.(y)*\n',
    'multi.txt': 'begin\nmiddle\nend\nbegin end\n',
    'wide.txt': '日本語 foo 😀\n',
    'line\nname.txt': 'odd newline\n',
    'col:on:3:.txt': 'odd colon\n',
    '-dash.txt': 'odd dash\n',
    'long.txt': `${'x'.repeat(5000)}odd long${'y'.repeat(500_000)}\nshort\n`,
    'latin.txt': Buffer.from('caf\xe9 odd\n', 'latin1'),
    'bin.dat': Buffer.from('odd binary\0more\n'),
    'utf16.txt': Buffer.from('\ufeffodd wide\n', 'utf16le'),
    '.hidden/h.txt': 'hid me\n',
    '.gitignore': 'dist/\n',
    'dist/out.txt': 'ignored word\n',
    '.git/word': 'gitword\n',
    'sub/.git/x': 'gitword\n',
    'sub/.hg/store/x': 'hgword\n',
    'src/hgword.txt': 'hgword\n',
    'worktree/.git': 'gitdir: x\n',
    '.env': 'SECRET_TOKEN=abc\n',
    '.env.example': 'SECRET_TOKEN=\n',
    'conf/id_rsa': 'SECRET_TOKEN key\n',
    'conf/app.txt': 'SECRET_TOKEN used\n',
    'link-env': '-> .env',
    'many/1.txt': 'hit\n'.repeat(200),
    'many/2.txt': 'hit\n'.repeat(200),
    '../outside/o.txt': 'outside word\n',
    out: '-> ../outside',
  });
  execFileSync('git', ['init', '-q', ws.root]);
});

afterAll(() => ws.remove());

const at = (names: readonly string[]): string => names.join('\n');

describe('content', () => {
  it.each<[string, object, readonly string[]]>([
    [
      'one file',
      { pattern: 'foo', path: 'a.txt' },
      ['a.txt:2:foo two', 'a.txt:4:foo four', 'a.txt:8:foo eight'],
    ],
    [
      'a folder, sorted',
      { pattern: 'foo', path: 'src' },
      ['src/c.ts:1:const foo = 1;', 'src/deep/d.py:1:def foo():'],
    ],
    ['no line numbers', { pattern: 'two', lineNumbers: false }, ['a.txt:foo two']],
    ['ignore case', { pattern: 'FOO', path: 'b.md', ignoreCase: true }, ['b.md:1:Foo', 'b.md:2:bar foo']],
    ['case counts', { pattern: 'Foo', path: 'b.md' }, ['b.md:1:Foo']],
    [
      'a regular expression',
      { pattern: '^fo+ [tf]', path: 'a.txt' },
      ['a.txt:2:foo two', 'a.txt:4:foo four'],
    ],
    ['fixed strings', { pattern: '$x.(y)*', fixedStrings: true }, ['src/e.ts:4:$x.(y)*']],
    ['a dash first', { pattern: '-e', path: 'src/e.ts' }, ['src/e.ts:2:-e']],
    ['an option as a pattern', { pattern: '--files', path: 'src' }, ['src/e.ts:3:--files']],
    ['separators in the text', { pattern: 'a.1.b' }, ['src/c.ts:2:const bar = "a:1:b";', 'src/e.ts:1:a-1-b']],
    ['a glob', { pattern: 'foo', glob: '*.py' }, ['src/deep/d.py:1:def foo():']],
    [
      'a glob with braces',
      { pattern: 'foo', glob: '*.{py,md}' },
      ['b.md:2:bar foo', 'src/deep/d.py:1:def foo():'],
    ],
    ['a glob that takes away', { pattern: 'foo', glob: '!*.{txt,md,ts}' }, ['src/deep/d.py:1:def foo():']],
    ['a type', { pattern: 'foo', type: 'py' }, ['src/deep/d.py:1:def foo():']],
    [
      'a glob relative to the cwd',
      { pattern: 'foo', path: 'src', glob: 'src/*.ts' },
      ['src/c.ts:1:const foo = 1;'],
    ],
    [
      'across lines',
      { pattern: 'begin.middle', multiline: true },
      ['multi.txt:1:begin', 'multi.txt:2:middle'],
    ],
    ['CJK and emoji', { pattern: '語.*😀' }, ['wide.txt:1:日本語 foo 😀']],
    ['CRLF without its return', { pattern: 'const foo' }, ['src/c.ts:1:const foo = 1;']],
    ['a line that ends in CRLF', { pattern: '^const .* 1;$' }, ['src/c.ts:1:const foo = 1;']],
    ['such a line across lines', { pattern: '1;$', multiline: true }, ['src/c.ts:1:const foo = 1;']],
    ['blanks at the end of a line', { pattern: '\\s$', path: 'src' }, []],
    ...['\\r$', '\\x0D', '\\x{d}', '\\u{000d}', '\\u000d', '[\\r]', '\r'].map<
      [string, object, readonly string[]]
    >((pattern) => [
      `the return itself by ${JSON.stringify(pattern)}`,
      { pattern, outputMode: 'count' },
      ['src/c.ts:2'],
    ]),
    [
      'the return as it stands',
      { pattern: ';\r', fixedStrings: true },
      ['src/c.ts:1:const foo = 1;', 'src/c.ts:2:const bar = "a:1:b";'],
    ],
    [
      'odd names',
      { pattern: 'odd (newline|colon|dash)' },
      ['-dash.txt:1:odd dash', 'col:on:3:.txt:1:odd colon', '"line\\nname.txt":1:odd newline'],
    ],
    ['a name with a dash first', { pattern: 'odd', path: '-dash.txt' }, ['-dash.txt:1:odd dash']],
    ['bytes that are not UTF-8', { pattern: 'caf' }, ['latin.txt:1:caf\ufffd odd']],
    ['UTF-16 with a mark', { pattern: 'odd wide' }, ['utf16.txt:1:odd wide']],
    ['hidden files', { pattern: 'hid me' }, ['.hidden/h.txt:1:hid me']],
    ['no ignored files', { pattern: 'ignored word' }, []],
    ['ignored files', { pattern: 'ignored word', includeIgnored: true }, ['dist/out.txt:1:ignored word']],
    ['ignored files for a glob', { pattern: 'ignored', glob: '*' }, ['dist/out.txt:1:ignored word']],
    ['no .git', { pattern: 'gitword' }, []],
    ['no .git for any glob', { pattern: 'gitword', glob: '**', includeIgnored: true }, []],
    ['no .git by name', { pattern: 'gitword', glob: '.git/**' }, []],
    ['no .git as the path', { pattern: 'gitword', path: '.git' }, []],
    [
      'no .git as the path, ignored files or not',
      { pattern: 'gitword', path: '.git', includeIgnored: true },
      [],
    ],
    ['a file in .git that is named', { pattern: 'gitword', path: 'sub/.git/x' }, ['sub/.git/x:1:gitword']],
    ['a file that .git is', { pattern: 'gitdir', path: 'worktree/.git' }, ['worktree/.git:1:gitdir: x']],
    ['no .hg', { pattern: 'hgword', includeIgnored: true, glob: '**' }, ['src/hgword.txt:1:hgword']],
    ['.hg as the path', { pattern: 'hgword', path: 'sub/.hg' }, ['sub/.hg/store/x:1:hgword']],
    ['no .git below', { pattern: 'gitword', path: 'sub/.git' }, []],
    ['nothing', { pattern: 'zzzzz' }, []],
    ['before', { pattern: 'three', before: 1 }, ['a.txt-2-foo two', 'a.txt:3:three']],
    ['after', { pattern: 'three', after: 1 }, ['a.txt:3:three', 'a.txt-4-foo four']],
    [
      'around',
      { pattern: 'foo', path: 'a.txt', context: 1 },
      [
        'a.txt-1-one',
        'a.txt:2:foo two',
        'a.txt-3-three',
        'a.txt:4:foo four',
        'a.txt-5-five',
        '--',
        'a.txt-7-seven',
        'a.txt:8:foo eight',
      ],
    ],
    [
      'around, but before given',
      { pattern: 'three', context: 1, before: 0 },
      ['a.txt:3:three', 'a.txt-4-foo four'],
    ],
    [
      'around, of two files',
      { pattern: '^def foo|const foo', path: 'src', before: 1 },
      ['src/c.ts:1:const foo = 1;', '--', 'src/deep/d.py:1:def foo():'],
    ],
    ['a page', { pattern: 'foo', path: 'a.txt', limit: 1, offset: 1 }, ['a.txt:4:foo four']],
    [
      'a page with what is around',
      { pattern: 'foo', path: 'a.txt', limit: 1, offset: 1, context: 1 },
      ['a.txt-3-three', 'a.txt:4:foo four', 'a.txt-5-five'],
    ],
    [
      'a match around a match',
      { pattern: 'foo|three', path: 'a.txt', limit: 1, context: 1 },
      ['a.txt-1-one', 'a.txt:2:foo two', 'a.txt-3-three'],
    ],
    [
      'a page over files',
      { pattern: 'foo', glob: '*.{txt,md}', limit: 2, offset: 2 },
      ['a.txt:8:foo eight', 'b.md:2:bar foo'],
    ],
    ['past the end', { pattern: 'foo', path: 'a.txt', offset: 10 }, []],
    [
      'files',
      { pattern: 'foo', outputMode: 'files' },
      ['a.txt', 'b.md', 'src/c.ts', 'src/deep/d.py', 'wide.txt'],
    ],
    ['a page of files', { pattern: 'foo', outputMode: 'files', limit: 2, offset: 1 }, ['b.md', 'src/c.ts']],
    ['counts', { pattern: 'foo', outputMode: 'count', path: 'a.txt' }, ['a.txt:3']],
    [
      'counts of files',
      { pattern: 'foo', outputMode: 'count', glob: '*.{txt,md}' },
      ['a.txt:3', 'b.md:1', 'wide.txt:1'],
    ],
    ['an odd name in files', { pattern: 'odd newline', outputMode: 'files' }, ['"line\\nname.txt"']],
    ['an odd name in counts', { pattern: 'odd colon', outputMode: 'count' }, ['col:on:3:.txt:1']],
  ])('%s', async (_name, input, expected) => {
    const result = await callTool(grep, input, ws.context);
    expect(textOf(result)).toBe(at(expected));
    expect(result).toMatchObject({ status: 'completed', isError: false });
  });

  it('searches outside by absolute path', async () => {
    const path = `${ws.base}/outside`;
    const result = await callTool(grep, { pattern: 'word', path }, ws.context);
    expect(textOf(result)).toBe(`${path}/o.txt:1:outside word`);
  });

  it('names totals and the next offset', async () => {
    const result = await callTool(grep, { pattern: 'hit' }, ws.context);
    expect(textOf(result).split('\n')).toHaveLength(250);
    expect(result.notices).toContain('Shown are 1 to 250 of 400; offset 250 goes on.');
    expect(result.details).toMatchObject({ matches: 400, files: 2, shown: 250, nextOffset: 250 });
    const rest = await callTool(grep, { pattern: 'hit', offset: 250 }, ws.context);
    expect(rest.details).toMatchObject({ shown: 150, nextOffset: null });
    const all = await callTool(grep, { pattern: 'hit', limit: 0 }, ws.context);
    expect(all.details).toMatchObject({ shown: 400, nextOffset: null });
  });

  it.each([
    ['content', 30],
    ['files', 5],
    ['count', 5],
  ])('ends a page of %s that passes caps.outputChars after a whole result', async (outputMode, limit) => {
    const outputChars = outputMode === 'content' ? 100 : 15;
    const { settings, surface } = ws.context;
    const context = { ...ws.context, settings: { ...settings, caps: { ...settings.caps, outputChars } } };
    const call = { pattern: 'hit|foo', outputMode, limit };
    const whole = await callTool(grep, call, { ...context, surface: { ...surface, isText: true } });
    const page = await callTool(grep, call, context);
    const { shown, nextOffset } = page.details as { shown: number; nextOffset: number };
    expect(textOf(page).length).toBeLessThanOrEqual(outputChars);
    expect(textOf(whole).startsWith(`${textOf(page)}\n`)).toBe(true);
    expect(shown).toBeGreaterThan(0);
    expect(page.notices.join()).toContain(`offset ${nextOffset} goes on`);
    expect(page.notices).toContain(
      `The page ended to stay within ${outputChars} characters (caps.outputChars).`,
    );
    const next = await callTool(grep, { ...call, offset: nextOffset }, context);
    expect(textOf(whole).startsWith(`${textOf(page)}\n${textOf(next)}`)).toBe(true);
    expect(textOf(await callTool(grep, { ...call, limit: 0 }, context)).length).toBeGreaterThan(outputChars);
  });

  it('shows the first result whole where it alone passes caps.outputChars', async () => {
    const { settings } = ws.context;
    const context = { ...ws.context, settings: { ...settings, caps: { ...settings.caps, outputChars: 3 } } };
    const result = await callTool(grep, { pattern: 'foo', path: 'a.txt' }, context);
    expect([textOf(result), result.details]).toEqual([
      'a.txt:2:foo two',
      expect.objectContaining({ nextOffset: 1 }),
    ]);
    const only = await callTool(grep, { pattern: 'two', path: 'a.txt' }, context);
    expect([textOf(only), only.notices]).toEqual(['a.txt:2:foo two', []]);
  });

  it('names binary files instead of showing them', async () => {
    const result = await callTool(grep, { pattern: 'odd binary', path: 'bin.dat' }, ws.context);
    expect(textOf(result)).toBe('');
    expect(result.notices.join()).toContain('matching: bin.dat');
  });

  it('searches what it can and names what it cannot', async () => {
    await ws.fill({ 'partly/x.txt': 'partword\n', 'partly/shut/y.txt': 'partword\n' });
    await chmod(ws.base, 0o755);
    await chmod(ws.at('partly/shut'), 0);
    const result = await withoutRights(() => callTool(grep, { pattern: 'partword' }, ws.context));
    await chmod(ws.at('partly/shut'), 0o755);
    expect(textOf(result)).toBe('partly/x.txt:1:partword');
    expect(result.notices.join()).toContain('Could not search 1 place: partly/shut: Permission denied');
  });
});

describe('sensitive files', () => {
  it.each(['content', 'files', 'count'])('are not told in %s', async (outputMode) => {
    const result = await callTool(grep, { pattern: 'SECRET_TOKEN', outputMode }, ws.context);
    const text = textOf(result);
    expect(text).toContain('conf/app.txt');
    expect(text).toContain('.env.example');
    expect(text).not.toContain('.env:');
    expect(text).not.toContain('id_rsa');
    expect(result.notices).toContain('Not searched because it may hold secrets: .env, conf/id_rsa.');
    expect(result.details.files).toBe(2);
  });

  it.each([
    ['.env', '.env'],
    ['ABSOLUTE/.env', '.env'],
    ['link-env', '.env'],
    ['conf/id_rsa', 'conf/id_rsa'],
  ])('are searched when the path is %s, which is judged before', async (given, shown) => {
    const path = given.replace('ABSOLUTE', ws.root);
    const result = await callTool(grep, { pattern: 'SECRET_TOKEN', path }, ws.context);
    expect(textOf(result)).toContain(`${shown}:1:SECRET_TOKEN`);
    expect(result.notices).toEqual([]);
  });

  it('are named because they exist, not because they match', async () => {
    const yes = await callTool(grep, { pattern: 'SECRET_TOKEN=a' }, ws.context);
    const no = await callTool(grep, { pattern: 'SECRET_TOKEN=b' }, ws.context);
    expect(yes).toEqual({ ...no, message: yes.message });
    expect(yes.message.replace('=a', '=b')).toBe(no.message);
    expect(yes.notices.join()).toContain('.env');
  });

  it.each([
    [{ glob: '*.ts' }, [linkNotice(['out'])]],
    [{ type: 'ts' }, [linkNotice(['out'])]],
    [{ glob: '.e*' }, ['Not searched because it may hold secrets: .env.']],
    [{ path: 'src' }, []],
    [{ path: 'conf' }, ['Not searched because it may hold secrets: conf/id_rsa.']],
    [{ path: '.git' }, [gitNotice]],
  ])('are named with %j where they are among what is chosen', async (fields, notices) => {
    expect((await callTool(grep, { pattern: 'SECRET', ...fields }, ws.context)).notices).toEqual(notices);
  });

  it.each([
    ['registry=https://r.example/ # NEEDLE', ['.npmrc:1:registry=https://r.example/ # NEEDLE'], ''],
    ['//r.example/:_authToken=NEEDLE', [], '.npmrc'],
  ])('include an .npmrc only with a token: %s', async (content, lines, named) => {
    const folder = join(ws.root, 'npm');
    await mkdir(folder);
    await writeFile(join(folder, '.npmrc'), content);
    const result = await callTool(grep, { pattern: 'NEEDLE', path: folder }, ws.context);
    await rm(folder, { recursive: true });
    expect(textOf(result)).toBe(lines.map((line) => `npm/${line}`).join('\n'));
    expect(result.notices.join()).toContain(named);
  });

  it('are those of the configuration too', async () => {
    const { settings } = ws.context;
    const workspace = { ...settings.workspace, sensitive: ['conf/*.txt'] };
    const context = { ...ws.context, settings: { ...settings, workspace } };
    const result = await callTool(grep, { pattern: 'SECRET_TOKEN' }, context);
    expect(textOf(result)).not.toContain('conf/app.txt');
    expect(result.notices.join()).toContain('conf/app.txt');
    const chosen = await callTool(grep, { pattern: 'SECRET', glob: '*.ts' }, context);
    expect(chosen.notices).toEqual([linkNotice(['out'])]);
  });
});

describe('files that a rule withholds', () => {
  it.each(['content', 'files', 'count'])('are not told in %s, and are named', async (outputMode) => {
    const context = {
      ...ws.context,
      withheldBelow: async (root: string) => {
        expect(root).toBe(ws.root);
        return (path: string) => path.startsWith(join(ws.root, 'src/deep'));
      },
    };
    const result = await callTool(grep, { pattern: 'foo', outputMode }, context);
    expect(textOf(result)).toContain('a.txt');
    expect(textOf(result)).not.toContain('deep');
    expect(result.notices).toContain('Not searched because a rule withholds it: src/deep/d.py.');
    expect(result.notices).toContain('Not searched because it may hold secrets: .env, conf/id_rsa.');
  });
});

describe('a search', () => {
  it('is judged as reading its root', async () => {
    const plan = await planCall(grep, { pattern: 'x', path: 'link-env' }, ws.context);
    expect(plan.effects).toEqual([{ kind: 'read', path: ws.at('.env'), given: 'link-env' }]);
  });

  it('does not wait for pipes and gives up in time', async () => {
    execFileSync('mkfifo', [ws.at('pipe')]);
    expect(await failureOf(grep, { pattern: 'x', path: 'pipe' }, ws.context)).toContain('it is a named pipe');
    expect((await callTool(grep, { pattern: 'hid me' }, ws.context)).details.files).toBe(1);
  });

  it('stops when time runs out and says so', { tags: ['slow'] }, async () => {
    const file = await open(ws.at('endless.txt'), 'w');
    await file.truncate(4_000_000_000_000);
    await file.close();
    const result = await callTool(grep, { pattern: 'x', path: 'endless.txt', timeout: 1 }, ws.context);
    expect(result).toMatchObject({ status: 'completed', details: { timedOut: true } });
    expect(result.message).toBe('No matches of "x" before the search was stopped.');
    expect(result.notices).toContain('Stopped after 1 s; the results are partial.');
    expect(grep.exitStatus?.(result)).toBe(124);
    await unlink(ws.at('endless.txt'));
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    abort.abort();
    const result = await callTool(grep, { pattern: 'foo' }, ws.context, abort.signal);
    expect(result).toMatchObject({ status: 'cancelled', isError: true });
  });
});
