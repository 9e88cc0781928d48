import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemFacts } from '../../../src/platform/facts/facts.ts';
import { gitIn } from '../../helpers/git-in.ts';
import { removeTempFolders, tempFolder } from '../../helpers/temp-folder.ts';

let folder: string;

const look = () => systemFacts({ home: '/nowhere', roots: [folder], trustedDirs: [] }).look();

function file(path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), 'x');
}

const git = (...args: readonly string[]) => gitIn(folder, folder, ...args);

beforeEach(() => {
  folder = realpathSync(tempFolder());
});
afterAll(removeTempFolders);

describe('the names below a folder', () => {
  it('are plain, but for links and secrets', () => {
    for (const path of ['src/a.ts', 'src/deep/.env', 'src/[id]/(x)/$y.tsx', 'other/b c']) file(path);
    symlinkSync('a.ts', join(folder, 'src/link'));
    const found = look().below(join(folder, 'src'), []);
    expect(found).toMatchObject({ unplain: [], notable: { length: 2 } });
    expect(found).toHaveProperty(
      'notable',
      expect.arrayContaining([
        { path: 'link', isLink: true },
        { path: 'deep/.env', isLink: false },
      ]),
    );
    expect(look().below(join(folder, 'src'), ['*.tsx'])).toHaveProperty('notable.length', 3);
  });

  it.each([
    'a b',
    '-x',
    'a\tb',
    'a\nb',
    'a"b',
    "a'b",
    'a\\b',
    '+1',
    '~x',
    '#x',
    'a\u00a0b',
    'a\u200bb',
    'a\u202eb',
    'a\u0085b',
    'a\u3164b',
    '!x',
  ])('are not plain where one is %j', (name) => {
    file(join('in', name, 'a'));
    expect(look().below(folder, [])).toMatchObject({
      unplain: expect.arrayContaining([join('in', name, 'a')]),
    });
  });

  it.each(['ä', '日本', 'ÅngströmÀ', 'nai\u0308ve', '–x', '✅'])(
    'are told where one is beyond ASCII: %j',
    (name) => {
      file(join('in', name, 'a'));
      expect(look().below(join(folder), [])).toMatchObject({
        unplain: [],
        unliteral: [],
        foreign: expect.stringContaining(name),
      });
      expect(look().below(join(folder, 'in', name), [])).toMatchObject({ foreign: null });
    },
  );

  it.each([
    ['a b', null],
    ['a"b', null],
    ['ä b', null],
    ['a/-b', null],
    ['-b', '-b'],
    ['+1', '+1'],
    ['a*', 'a*'],
    ['a?', 'a?'],
    ['\u200b-b', '\u200b-b'],
  ])('are told where %j may not stand for itself although it is whole', (path, unwhole) => {
    file(path);
    expect(look().below(folder, [])).toMatchObject({ unwhole });
  });

  it('are those of a file itself, and of what is not there: none', () => {
    file('a b');
    for (const name of ['a b', 'none'])
      expect(look().below(join(folder, name), [])).toEqual({
        unplain: [],
        unliteral: [],
        foreign: null,
        unwhole: null,
        notable: [],
      });
  });

  it('are not told one by one where many are not plain', { tags: ['slow'] }, () => {
    for (let i = 0; i < 257; i += 1) file(`many/a ${i}`);
    expect(look().below(folder, [])).toMatchObject({ unplain: null, unliteral: null });
  });

  it('are not told behind links, and not where there are too many', { tags: ['slow'] }, () => {
    file('in/a b');
    symlinkSync('in', join(folder, 'link'));
    expect(look().below(join(folder, 'link'), [])).not.toBeNull();
    for (let i = 0; i < 300; i += 1) file(`many/${i}.pem`);
    expect(look().below(folder, [])).toBeNull();
  });
});

describe('folders that are left out', () => {
  it.each([
    [{ names: ['deps'], paths: [], isHidden: false }, ['.hid/b.pem', 'src/gen/c.pem']],
    [
      { names: [], paths: ['src/gen', 'gen'], isHidden: false },
      ['.hid/b.pem', 'deps/a.pem', 'src/deps/d.pem'],
    ],
    [{ names: [], paths: [], isHidden: true }, ['deps/a.pem', 'src/deps/d.pem', 'src/gen/c.pem']],
  ])('%j are not looked into', (leftOut, expected) => {
    for (const path of ['deps/a.pem', '.hid/b.pem', 'src/gen/c.pem', 'src/deps/d.pem']) file(path);
    const found = look().below(folder, [], leftOut);
    const notable = found !== null && 'notable' in found ? found.notable : [];
    expect(notable.map(({ path }) => path).sort()).toEqual(expected);
  });

  it('do not count', { tags: ['slow'] }, () => {
    for (let i = 0; i < 8200; i += 1) file(`deps/${i}`);
    file('a');
    expect(look().below(folder, [])).toEqual({ most: 8192 });
    const leftOut = { names: ['deps'], paths: [], isHidden: false };
    expect(look().below(folder, [], leftOut)).toMatchObject({ unplain: [] });
  });
});

describe('the names that git keeps below a folder', () => {
  it.each(['2', '3', '4'])('are read from an index of version %s', (version) => {
    for (const path of ['a.ts', 'src/b.ts', 'src/.env', 'src/deep/c.ts', 'un kept']) file(path);
    symlinkSync('b.ts', join(folder, 'src/link'));
    git('init', '-q');
    git('config', 'index.version', version);
    git('add', '-f', 'a.ts', 'src');
    const notable = [
      { path: '.env', isLink: false },
      { path: 'link', isLink: true },
    ];
    expect(look().tracked(join(folder, 'src'), [])).toEqual({
      unplain: [],
      unliteral: [],
      foreign: null,
      unwhole: null,
      notable,
    });
    expect(look().tracked(join(folder, 'src/deep'), [])).toEqual({
      unplain: [],
      unliteral: [],
      foreign: null,
      unwhole: null,
      notable: [],
    });
    git('add', 'un kept');
    expect(look().tracked(folder, [])).toHaveProperty('unplain', ['un kept']);
    expect(look().tracked(join(folder, 'src'), [])).toHaveProperty('unplain', []);
  });

  it('count where they are not there any more', () => {
    file('x /etc/passwd');
    git('init', '-q');
    git('add', '.');
    execFileSync('rm', ['-r', join(folder, 'x ')]);
    expect(look().tracked(folder, [])).toHaveProperty('unplain', ['x /etc/passwd']);
  });

  it('are links where links came in their place since, or in that of their folders', () => {
    for (const path of ['a.ts', 'src/deep/b.ts', 'src/c.ts']) file(path);
    git('init', '-q');
    git('add', '.');
    for (const path of ['a.ts', 'src/deep']) {
      rmSync(join(folder, path), { recursive: true });
      symlinkSync('/elsewhere', join(folder, path));
    }
    const notable = [
      { path: 'a.ts', isLink: true },
      { path: 'src/deep/b.ts', isLink: true },
    ];
    expect(look().tracked(folder, [])).toEqual({
      unplain: [],
      unliteral: [],
      foreign: null,
      unwhole: null,
      notable,
    });
  });

  it('are not told where one leads out', () => {
    file('in/x');
    git('init', '-q');
    git('add', '.');
    const index = join(folder, '.git/index');
    writeFileSync(index, readFileSync(index, 'latin1').replace('in/x', '../x'), 'latin1');
    expect(git('ls-files')).toBe('../x\n');
    expect(look().tracked(folder, [])).toBeNull();
  });

  it('are not told outside a repository, or where it may be another one', () => {
    expect(look().tracked(folder, [])).toBeNull();
    git('init', '-q');
    expect(look().tracked(folder, [])).toEqual({
      unplain: [],
      unliteral: [],
      foreign: null,
      unwhole: null,
      notable: [],
    });
    mkdirSync(join(folder, 'src/.git'), { recursive: true });
    expect(look().tracked(join(folder, 'src'), [])).toBeNull();
    writeFileSync(join(folder, '.git/index'), 'DIRC');
    expect(look().tracked(folder, [])).toBeNull();
  });
});

describe('secrets that git keeps by their names', () => {
  const kept = (at = folder, sensitive: readonly string[] = []) => look().secretsKept(at, sensitive);

  it.each(['2', '4'])('are told from an index of version %s, there or not', (version) => {
    for (const path of ['.env', 'src/a.ts', 'src/.ENV.local', 'src/é/prod.env', 'x.pem', '.env.example'])
      file(path);
    git('init', '-q');
    git('add', '.');
    git('update-index', '--index-version', version);
    rmSync(join(folder, '.env'));
    const found = ['.env', 'src/.ENV.local', 'src/é/prod.env', 'x.pem'].map((path) => join(folder, path));
    expect([...kept(join(folder, 'src'))].sort()).toEqual(found.sort());
    expect(kept(folder, ['src/a.ts', '**/*.example'])).toContain(join(folder, '.env.example'));
  });

  it('are none in other repositories, outside one, and in an index too large to be looked through', () => {
    expect(kept()).toEqual([]);
    git('init', '-q');
    expect(kept()).toEqual([]);
    const blob = git('hash-object', '-w', '--stdin').trim();
    const list = (count: number) =>
      Array.from({ length: count }, (_, at) => `100644 ${blob} 0\t${at}/.env\n`).join('');
    const fill = (input: string) =>
      execFileSync('git', ['update-index', '--index-info'], { cwd: folder, input });
    fill(`160000 ${'1'.repeat(40)} 0\tsecrets\n${list(100)}`);
    expect(kept()).toHaveLength(100);
    fill(list(16_385));
    expect(kept()).toEqual([]);
    writeFileSync(join(folder, '.git/index'), 'DIRC');
    expect(kept()).toEqual([]);
  });
});
