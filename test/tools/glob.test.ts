import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, utimes } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { glob } from '../../src/tools/glob/tool.ts';
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
    'a.ts': '',
    'b.js': '',
    'README.md': '',
    '.hidden/x.ts': '',
    '.dot.ts': '',
    'src/app.ts': '',
    'src/app.test.ts': '',
    'src/ui/view.tsx': '',
    'src/ui/deep/er/z.ts': '',
    'src/[id]/page.ts': '',
    'src/a b.ts': '',
    'src/日本.ts': '',
    'src/line\nbreak.ts': '',
    'src/{x}.ts': '',
    '.gitignore': 'dist/\n*.log\n',
    'dist/out.js': '',
    'app.log': '',
    'sub/.git/hooks/h.ts': '',
    '.env': '',
    'conf/id_rsa': '',
    'conf/id_rsa.pub': '',
    'empty/inner/': '',
    'links/real.ts': '',
    'links/out': '-> ../../outside',
    'links/in': '-> ../src',
    'only/links/out': '-> ../../src',
    'only/linked.ts': '-> ../a.ts',
    '../outside/o.ts': '',
    '-dash/x.ts': '',
    'v1./only.md': '',
  });
  execFileSync('git', ['init', '-q', ws.root]);
});

afterAll(() => ws.remove());

const lines = async (input: object): Promise<readonly string[]> => {
  const text = textOf(await callTool(glob, input, ws.context));
  return text === '' ? [] : text.split('\n');
};

describe('matches', () => {
  it.each<[object, readonly string[]]>([
    [{ pattern: '*.ts' }, ['.dot.ts', 'a.ts']],
    [{ pattern: './*.ts' }, ['.dot.ts', 'a.ts']],
    [{ pattern: './/.///*.ts' }, ['.dot.ts', 'a.ts']],
    [{ pattern: 'v1./*' }, ['v1./only.md']],
    [{ pattern: 'src/[u]i/*' }, ['src/ui/view.tsx']],
    [{ pattern: 'src/{ui,no}/*' }, ['src/ui/view.tsx']],
    [{ pattern: 'links/in/app.ts' }, ['src/app.ts']],
    [{ pattern: 'src/u?/*' }, ['src/ui/view.tsx']],
    [{ pattern: 'src/ui//' }, ['src/ui/']],
    [{ pattern: 'src/a b.ts///' }, []],
    [{ pattern: '*.{ts,js}' }, ['.dot.ts', 'a.ts', 'b.js']],
    [{ pattern: '[ab].*' }, ['a.ts', 'b.js']],
    [{ pattern: '[!a].*' }, ['b.js']],
    [{ pattern: '?.ts' }, ['a.ts']],
    [
      { pattern: 'src/*.ts' },
      ['src/a b.ts', 'src/app.test.ts', 'src/app.ts', '"src/line\\nbreak.ts"', 'src/{x}.ts', 'src/日本.ts'],
    ],
    [{ pattern: 'src/ui/**' }, ['src/ui/deep/er/z.ts', 'src/ui/view.tsx']],
    [{ pattern: '**/z.ts' }, ['src/ui/deep/er/z.ts']],
    [{ pattern: 'src/**/*.tsx' }, ['src/ui/view.tsx']],
    [{ pattern: '**/*.test.ts' }, ['src/app.test.ts']],
    [{ pattern: '*.ts', path: 'src/ui/deep/er' }, ['src/ui/deep/er/z.ts']],
    [{ pattern: '**/x.ts' }, ['-dash/x.ts', '.hidden/x.ts']],
    [{ pattern: '-dash/*' }, ['-dash/x.ts']],
    [{ pattern: '*', path: '-dash' }, ['-dash/x.ts']],
    [{ pattern: 'src/\\[id\\]/*' }, ['src/[id]/page.ts']],
    [{ pattern: 'src/[id]/page.ts' }, ['src/[id]/page.ts']],
    [{ pattern: 'src/[id]/*' }, ['src/[id]/page.ts']],
    [{ pattern: '**/[id]/p*.ts' }, ['src/[id]/page.ts']],
    [{ pattern: 'src/[id]', includeDirs: true }, ['src/[id]/']],
    [{ pattern: 'src/[ix]/*' }, []],
    [{ pattern: 'src/\\{x\\}.ts' }, ['src/{x}.ts']],
    [{ pattern: 'src/{ui,[[]id]}/*.ts*' }, ['src/[id]/page.ts', 'src/ui/view.tsx']],
    [{ pattern: 'src/app.ts' }, ['src/app.ts']],
    [{ pattern: 'README.md' }, ['README.md']],
    [{ pattern: 'src/日*' }, ['src/日本.ts']],
    [{ pattern: 'src/UI/*' }, []],
    [{ pattern: 'none/**' }, []],
    [{ pattern: 'a.ts/x' }, []],
    [{ pattern: '**/*.js' }, ['b.js']],
    [{ pattern: '**/*.js', includeIgnored: true }, ['b.js', 'dist/out.js']],
    [{ pattern: '*.log', includeIgnored: true }, ['app.log']],
    [{ pattern: 'dist/*' }, ['dist/out.js']],
    [{ pattern: '.git/*' }, []],
    [{ pattern: '**/config' }, []],
    [{ pattern: '**/h.ts', includeIgnored: true }, []],
    [{ pattern: '*', path: '.git' }, []],
    [{ pattern: '**/id_rsa*' }, ['conf/id_rsa.pub']],
    [{ pattern: 'links/**' }, ['links/real.ts']],
    [{ pattern: 'links/in/ui/*' }, ['src/ui/view.tsx']],
    [{ pattern: 's*', includeDirs: true }, ['src/', 'sub/']],
    [{ pattern: 'sub/**/' }, []],
    [{ pattern: 'o*/**', includeDirs: true }, ['only/links/']],
    [{ pattern: 'src/*/', includeDirs: false }, ['src/[id]/', 'src/ui/']],
    [{ pattern: 'e*/**', includeDirs: true }, ['empty/inner/']],
    [{ pattern: '.g*/**' }, []],
    [{ pattern: 'e*', includeDirs: true }, ['empty/']],
    [{ pattern: '.g*', includeDirs: true }, ['.gitignore']],
    [{ pattern: 'd*', includeDirs: true }, []],
    [{ pattern: '*.ts', limit: 1 }, ['.dot.ts']],
  ])('%j', async (input, expected) => {
    expect(await lines(input)).toEqual(expected);
  });

  it('takes absolute patterns and paths in the workspace', async () => {
    expect(await lines({ pattern: `${ws.root}/src/ui/*` })).toEqual(['src/ui/view.tsx']);
    expect(await lines({ pattern: '*', path: ws.at('src/ui') })).toEqual(['src/ui/view.tsx']);
  });

  it('takes absolute patterns in a workspace whose name looks like a pattern', async () => {
    await ws.fill({ 'odd/[id] {x}/a.ts': '', 'odd/[id] {x}/sub/b.ts': '', 'odd/i {x}/no.ts': '' });
    const cwd = ws.at('odd/[id] {x}');
    const context = { ...ws.context, workspace: { ...ws.context.workspace, cwd, roots: [cwd] } };
    const listed = async (pattern: string) => textOf(await callTool(glob, { pattern }, context)).split('\n');
    expect(await listed(`${cwd}/**/*.ts`)).toEqual(['a.ts', 'sub/b.ts']);
    expect(await listed(`${cwd.replace(/[[\]{}]/g, '\\$&')}/*.ts`)).toEqual(['a.ts']);
    expect(await listed(`${cwd}/sub/*`)).toEqual(['sub/b.ts']);
    expect(await failureOf(glob, { pattern: `${ws.at('odd/[id]')}/*.ts` }, context)).toContain(
      'it lies outside',
    );
  });

  it('sorts by change, newest first', async () => {
    await ws.fill({ 'times/old.txt': '', 'times/new.txt': '', 'times/mid.txt': '' });
    await utimes(ws.at('times/old.txt'), 1, 1);
    await utimes(ws.at('times/mid.txt'), 2, 2);
    await utimes(ws.at('times/new.txt'), 3, 3);
    const sorted = ['times/new.txt', 'times/mid.txt', 'times/old.txt'];
    expect(await lines({ pattern: 'times/*', sort: 'modified' })).toEqual(sorted);
  });

  it.each([
    [
      'only/linked.ts',
      '"only/linked.ts" is a symbolic link, and links are not listed; read and grep go through one that is named.',
    ],
    ['links/in', '"links/in" is a symbolic link'],
    ['only/nothing.ts', 'Ignored files are not listed'],
  ])('says of the name of a link that it is one: %s', async (pattern, notice) => {
    const result = await callTool(glob, { pattern }, ws.context);
    expect([textOf(result), result.notices]).toEqual(['', [expect.stringContaining(notice)]]);
  });

  it('says what it left out', async () => {
    const cut = await callTool(glob, { pattern: '**/*.ts', limit: 2 }, ws.context);
    expect(cut.notices.join()).toContain('Only the first 2 of');
    expect(cut.details).toMatchObject({ shown: 2, truncated: true });
    const secrets = await callTool(glob, { pattern: '**' }, ws.context);
    expect(secrets.notices).toContain('Left out because they may hold secrets: .env, conf/id_rsa.');
    expect(secrets.details).toMatchObject({ sensitive: 2 });
    const none = await callTool(glob, { pattern: '*.zzz' }, ws.context);
    const message = 'No path matches "*.zzz"; "**/*.zzz" looks in all folders below.';
    expect(none).toMatchObject({ status: 'completed', isError: false, message });
    const below = await callTool(glob, { pattern: '**/*.zzz' }, ws.context);
    expect(below.message).toBe('No path matches "**/*.zzz".');
    expect(none.notices.join()).toContain('includeIgnored');
    const git = await callTool(glob, { pattern: '*', path: '.git' }, ws.context);
    expect(git.notices.join()).toContain('.git folder is never searched');
  });

  it.each([
    ['src/app*', 'Found 2 paths.', ''],
    ['src/u*', 'No file matches "src/u*".', '1 folder matches; includeDirs lists folders.'],
    ['s{rc,ub}', 'No file matches "s{rc,ub}".', '2 folders match; includeDirs lists folders.'],
    ['src/[id]', 'No file matches "src/[id]".', '1 folder matches; includeDirs lists folders.'],
    ['**/deep', 'No file matches "**/deep".', '1 folder matches; includeDirs lists folders.'],
    [
      'dis?',
      'No path matches "dis?"; "**/dis?" looks in all folders below.',
      'Ignored files are not listed; includeIgnored lists them.',
    ],
  ])('says of %s whether it is about folders', async (pattern, message, notice) => {
    const notices = notice === '' ? [] : [notice];
    expect(await callTool(glob, { pattern }, ws.context)).toMatchObject({ message, notices });
  });

  it('counts what a rule withholds and does not name it', async () => {
    const context = {
      ...ws.context,
      withheldBelow: async (root: string, access: string) => {
        expect([root, access]).toEqual([ws.at('src'), 'list']);
        return (path: string) => path.startsWith(ws.at('src/ui'));
      },
    };
    const result = await callTool(glob, { pattern: 'src/**', includeDirs: true }, context);
    expect(textOf(result)).toContain('src/');
    expect(JSON.stringify(result)).not.toContain('ui');
    expect(result.details).toMatchObject({ withheld: 5 });
    expect(result.notices).toContain('Left out because a rule withholds it: 5 paths.');
  });

  it('leaves out what belongs to the policy itself, and names it', async () => {
    const closedPaths = [ws.at('src/ui'), ws.at('nowhere'), ws.at('a.txt')];
    const told = async (pattern: string) => {
      const result = await callTool(glob, { pattern, includeDirs: true }, { ...ws.context, closedPaths });
      return { paths: textOf(result), notices: result.notices };
    };
    const { paths, notices } = await told('src/**');
    expect(paths).toContain('src/app.ts');
    expect(paths).not.toContain('ui');
    expect(notices).toEqual(['Left out because it belongs to the policy itself: src/ui.']);
    expect((await told('src/app.ts')).notices).toEqual([]);
  });

  it.each([
    { caps: 200, isText: false, most: 200 },
    { caps: 10, isText: false, most: 10 },
    { caps: 1, isText: false, most: 1 },
    { caps: 200, isText: true, most: Number.POSITIVE_INFINITY },
  ])('keeps to caps.outputChars, but text is whole: %j', async ({ caps, isText, most }) => {
    const names = Array.from({ length: 60 }, (_, index) => `many/日本 ${index}`);
    const own = await makeWorkspace(Object.fromEntries(names.map((name) => [name, ''])));
    const { settings, surface } = own.context;
    const paths = textOf(await callTool(glob, { pattern: 'many/*' }, own.context)).split('\n');
    const result = await callTool(
      glob,
      { pattern: 'many/*' },
      {
        ...own.context,
        settings: { ...settings, caps: { ...settings.caps, outputChars: caps } },
        surface: { ...surface, isText },
      },
    );
    await own.remove();
    const shown = paths.filter((_, index) => paths.slice(0, index + 1).join('\n').length <= most);
    expect(textOf(result)).toBe(shown.join('\n'));
    expect(result.details).toMatchObject({ matches: 60, shown: shown.length });
    const notice = `Only the first ${shown.length} of 60 paths are listed to stay within ${caps} characters (caps.outputChars); a narrower pattern lists fewer.`;
    expect(result.notices).toEqual(isText ? [] : [notice]);
  });

  it('does not tell of links, nor of names it cannot show, that a rule withholds', async () => {
    const own = await makeWorkspace({ link: '-> nowhere' });
    writeFileSync(Buffer.concat([Buffer.from(`${own.root}/`), Buffer.from([0xff])]), '');
    const told = async (pattern: string, isWithheld: boolean) => {
      const withheldBelow = async () => () => isWithheld;
      const { notices } = await callTool(glob, { pattern }, { ...own.context, withheldBelow });
      return notices.filter((notice) => /symbolic link|UTF-8/.test(notice)).length;
    };
    const counts = [];
    for (const pattern of ['link', '*']) counts.push(await told(pattern, false), await told(pattern, true));
    await own.remove();
    expect(counts).toEqual([1, 0, 1, 0]);
  });

  it('lists the newest where only so many are listed', async () => {
    const own = await makeWorkspace({ a: '', b: '', c: '' });
    for (const [name, time] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      await utimes(own.at(name), time, time);
    const result = await callTool(glob, { pattern: '*', sort: 'modified', limit: 2 }, own.context);
    await own.remove();
    expect([textOf(result), result.details]).toMatchObject(['c\nb', { matches: 3, shown: 2 }]);
  });

  it('leaves out what the configuration names as secret, and enters no git folder however it is written', async () => {
    const own = await makeWorkspace(
      { 'notes.txt': '', 'plain.txt': '', '.GIT/config.txt': '' },
      (settings) => ({
        ...settings,
        workspace: { ...settings.workspace, sensitive: ['**/notes.txt'] },
      }),
    );
    const result = await callTool(glob, { pattern: '**/*.txt' }, own.context);
    await own.remove();
    expect([textOf(result), result.details]).toMatchObject(['plain.txt', { matches: 1, sensitive: 1 }]);
  });

  it.each(['.svn', '.hg', '.jj', '.bzr', '.sl', '.HG'])(
    'enters no %s that the path does not lead into',
    async (name) => {
      const own = await makeWorkspace({ 'a.txt': '', [`${name}/s/b.txt`]: '', [`sub/${name}/c.txt`]: '' });
      await mkdir(own.at(`${name}/empty`));
      const listed = async (input: object) => textOf(await callTool(glob, input, own.context));
      expect(await listed({ pattern: '**', includeIgnored: true, includeDirs: true })).toBe('a.txt\nsub/');
      expect(await listed({ pattern: '**/*.txt', path: name })).toBe(`${name}/s/b.txt`);
      expect(await listed({ pattern: `${name}/s/*` })).toBe(`${name}/s/b.txt`);
      await own.remove();
    },
  );

  it('lists what it can of folders it may not read', async () => {
    await ws.fill({ 'partly/x.txt': '', 'partly/shut/y.txt': '' });
    await chmod(ws.base, 0o755);
    await mkdir(ws.context.folders.cache, { recursive: true });
    await chmod(ws.at('partly/shut'), 0);
    const result = await withoutRights(() => callTool(glob, { pattern: 'partly/**' }, ws.context));
    const refused = await withoutRights(() => failureOf(glob, { pattern: 'partly/shut/*' }, ws.context));
    expect(refused).toContain('permission denied, expected a folder you may enter');
    await chmod(ws.at('partly/shut'), 0o755);
    expect(textOf(result)).toBe('partly/x.txt');
    expect(result.notices).toContain('Could not list 1 folder: partly/shut: Permission denied.');
  });

  it('names the first folders it may not read, but for what a rule withholds', async () => {
    const names = ['a\nb', 'c', 'd', 'e', 'f', 'g', 'odd: (os error 1)', 'hidden'];
    await ws.fill(Object.fromEntries(names.map((name) => [`many/${name}/y.txt`, ''])));
    await chmod(ws.base, 0o755);
    for (const name of names) await chmod(ws.at(`many/${name}`), 0);
    const context = { ...ws.context, withheldBelow: async () => (path: string) => path.includes('hidden') };
    const result = await withoutRights(() => callTool(glob, { pattern: 'many/**' }, context));
    for (const name of names) await chmod(ws.at(`many/${name}`), 0o755);
    const [notice = ''] = result.notices.filter((text) => text.startsWith('Could not list'));
    expect(notice).toMatch(/^Could not list 7 folders: .*: Permission denied and 2 more\.$/);
    expect(JSON.stringify(result)).not.toContain('hidden');
    await chmod(ws.at('many/a\nb'), 0);
    const alone = await withoutRights(() => callTool(glob, { pattern: 'many/**' }, ws.context));
    await chmod(ws.at('many/a\nb'), 0o755);
    expect(alone.notices).toContain('Could not list 1 folder: "many/a\\nb": Permission denied.');
  });
});

describe('everything below a folder', () => {
  it.each(['ga/a/**', 'ga/[a]/**', 'ga/?/**', 'ga/{a,}/**', 'ga/\\a/**', '**/a/**', 'g*/a/**', 'ga/a/**/**'])(
    'is without the folder itself: %s',
    async (pattern) => {
      await ws.fill({ 'ga/a/b/f': '' });
      const told = async (input: object) => textOf(await callTool(glob, { pattern, ...input }, ws.context));
      expect(await told({ includeDirs: true })).toBe('ga/a/b/\nga/a/b/f');
      expect(await told({})).toBe('ga/a/b/f');
      expect(await told({ pattern: `${pattern}/` })).toBe('ga/a/b/');
    },
  );
});

describe('refusals', () => {
  it.each([
    [{ pattern: '../*' }, 'it leads upwards by ".."'],
    [{ pattern: 'src/../../*' }, 'it leads upwards by ".."'],
    [{ pattern: '{..,src}/*' }, 'it leads upwards by ".."'],
    [{ pattern: '\\../*' }, 'it leads upwards by ".."'],
    [{ pattern: '{src,..}/*' }, 'it leads upwards by ".."'],
    [{ pattern: '..' }, 'it leads upwards by ".."'],
    [{ pattern: '/' }, 'it lies outside the workspace'],
    [{ pattern: '*', path: '..' }, 'it leads outside the workspace to'],
    [{ pattern: '*', path: '/etc' }, 'it lies outside the workspace, expected a folder in it'],
    [{ pattern: '/etc/*' }, 'it lies outside the workspace'],
    [{ pattern: '*', path: 'links/out' }, 'expected a folder in it'],
    [{ pattern: 'links/out/*' }, 'it leads outside the workspace to "'],
    [{ pattern: '*', path: '~' }, 'it lies outside the workspace'],
    [{ pattern: '~/*' }, 'it lies outside the workspace, expected a folder in it'],
    [{ pattern: '~/in/x', path: 'src' }, 'it lies outside the workspace'],
    [{ pattern: '*', path: 'nowhere' }, 'no such file or folder, expected an existing folder'],
    [{ pattern: 'x/*', path: 'nowhere' }, 'no such file'],
    [{ pattern: '*', path: 'a.ts' }, 'it is a file, expected a folder'],
    [{ pattern: 'a\0*' }, 'it holds a NUL byte'],
    [{ pattern: '{a,b}'.repeat(12) }, 'its braces stand for more than 1000 patterns'],
    [{ pattern: '' }, '"pattern" must not be empty'],
    [{ pattern: '['.repeat(65_537) }, '"pattern" must have at most 65536 characters'],
    [{ pattern: '*', limit: 1001 }, '"limit" is 1001, must be at most 1000'],
    [{ pattern: '*', sort: 'size' }, '"sort" must be'],
  ])('%j', async (input, message) => {
    const failure = await failureOf(glob, input, ws.context);
    expect(failure).toContain(message);
    if (!message.startsWith('"')) expect(failure).toMatch(/^Cannot (glob|match) ".*": .*, expected .*[^.]$/s);
  });

  it('is judged as listing the folder it begins in', async () => {
    const plain = await planCall(glob, { pattern: '*.ts' }, ws.context);
    expect(plain.effects).toEqual([{ kind: 'list', path: ws.root, given: '.' }]);
    const below = await planCall(glob, { pattern: 'src/ui/*', path: 'links/..' }, ws.context);
    expect(below.effects).toMatchObject([{ kind: 'list', path: ws.at('src/ui') }]);
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    abort.abort();
    const result = await callTool(glob, { pattern: '**' }, ws.context, abort.signal);
    expect(result).toMatchObject({ status: 'cancelled', isError: true });
  });
});
