import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/skills/load.ts';
import { findSkillRoots } from '../../src/skills/roots.ts';
import type { Catalogue } from '../../src/skills/skill.ts';
import { type FileWorkspace, makeWorkspace, withoutRights } from '../helpers/file-workspace.ts';

const skill = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: Of ${name}\n${more}---\nBody of ${name}\n`;
const fixtures = join(import.meta.dirname, '../fixtures/skills');

let box: FileWorkspace;
let user: string;
beforeEach(async () => {
  box = await makeWorkspace();
  user = join(box.context.folders.config, 'skills');
});
afterEach(() => box.remove());

async function put(folder: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'SKILL.md'), text);
  return join(folder, 'SKILL.md');
}

interface Options {
  readonly named?: readonly string[];
  readonly disabled?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly programs?: readonly string[];
  readonly trusted?: ReadonlyMap<string, string>;
}

async function load({
  named = [],
  disabled = [],
  cwd = box.root,
  env = {},
  programs = [],
  trusted = new Map(),
}: Options = {}): Promise<Catalogue> {
  const { config, home } = box.context.folders;
  const hasProgram = (name: string): boolean => programs.includes(name);
  const catalogue = await loadCatalogue({
    found: findSkillRoots({ cwd, home, config, named }),
    disabled,
    view: { env, hasProgram },
    trusted,
  });
  return { ...catalogue, skills: catalogue.skills.filter(({ source }) => source !== 'shipped') };
}

const namesOf = ({ skills }: Catalogue): readonly string[] =>
  skills.map(({ name, source }) => `${source} ${name}`);

describe('discovery', () => {
  it('finds the shipped skills, valid', async () => {
    const { skills, notices } = await loadCatalogue({
      found: { roots: [], notices: [] },
      disabled: [],
      view: { env: {}, hasProgram: () => true },
      trusted: new Map(),
    });
    expect(skills.map(({ name, unavailable, diagnostics }) => [name, unavailable, diagnostics])).toEqual([
      ['agent-tools', null, []],
      ['tmux', null, []],
    ]);
    expect(notices).toEqual([]);
  });

  it.skipIf(process.platform === 'darwin' || process.platform === 'win32')(
    'says of a file in small letters what its name must be',
    async () => {
      await mkdir(box.at('more/a'), { recursive: true });
      await writeFile(box.at('more/a/skill.md'), skill('a'));
      const found = await load({ named: ['more'] });
      expect(found.skills).toEqual([]);
      expect(found.notices).toEqual([
        `skill ${box.at('more/a/skill.md')} is left out: its name must be SKILL.md`,
      ]);
    },
  );

  it('looks into every root, the first of a name wins with a notice', async () => {
    const [a, b, c] = [join(user, 'a'), join(box.base, 'home/.agents/skills/a'), box.at('more/a')];
    for (const folder of [a, b, c]) await put(folder, skill('a'));
    await put(box.at('more/b'), skill('b'));
    const found = await load({ named: ['more'] });
    expect(namesOf(found)).toEqual(['user a', 'root b']);
    expect(found.notices).toEqual([
      `skill "a" of ${b}/SKILL.md is shadowed by ${a}/SKILL.md`,
      `skill "a" of ${c}/SKILL.md is shadowed by ${a}/SKILL.md`,
    ]);
  });

  it('shadows a shipped skill', async () => {
    await put(join(user, 'tmux'), skill('tmux'));
    const found = await load();
    expect(namesOf(found)).toEqual(['user tmux']);
    expect(found.notices).toEqual([
      `skill "tmux" of shipped:tmux/SKILL.md is shadowed by ${user}/tmux/SKILL.md`,
    ]);
  });

  it('leaves out disabled ones, whatever their root', async () => {
    await put(join(user, 'a'), skill('a'));
    await put(box.at('.agents/skills/b'), skill('b'));
    expect(await load({ disabled: ['a', 'b'] })).toEqual({
      skills: [],
      untrusted: [],
      unusable: [],
      unlisted: [],
      notices: [],
    });
  });

  it.each<[string, Options, readonly string[]]>([
    ['everything', { env: { DATABASE_URL: 'x' }, programs: ['curl', 'psql'] }, []],
    [
      'no program',
      { env: { DATABASE_URL: 'x' } },
      ['db-migrations: programs not found: psql', 'weather: programs not found: curl'],
    ],
    [
      'no variable',
      { programs: ['curl', 'psql'] },
      ['db-migrations: variables not set for commands: DATABASE_URL'],
    ],
    [
      'an empty variable',
      { env: { DATABASE_URL: '' }, programs: ['curl', 'psql'] },
      ['db-migrations: variables not set for commands: DATABASE_URL'],
    ],
  ])('reads real skills with %s there', async (_, options, missing) => {
    await cp(fixtures, user, { recursive: true });
    const { skills, notices } = await load(options);
    expect(skills.map(({ name }) => name)).toEqual([
      'code-review',
      'db-migrations',
      'pdf-forms',
      'release-notes',
      'weather',
    ]);
    expect(
      skills.flatMap(({ name, unavailable }) => (unavailable === null ? [] : [`${name}: ${unavailable}`])),
    ).toEqual(missing);
    expect(skills.filter(({ always }) => always).map(({ name }) => name)).toEqual(['release-notes']);
    expect(notices).toEqual([]);
  });
});

describe('trust', () => {
  it('reads nothing of a project, up to its git root', async () => {
    execFileSync('git', ['init', '-q', box.root]);
    await mkdir(box.at('deep/er'), { recursive: true });
    const top = await put(box.at('.agents/skills/a'), skill('a', 'always: true\n'));
    const near = await put(box.at('deep/.agents/skills/b'), 'no frontmatter');
    await put(join(box.base, '.agents/skills/c'), skill('c'));
    expect(await load({ cwd: box.at('deep/er') })).toEqual({
      skills: [],
      untrusted: [
        { name: 'b', location: near, isChanged: false },
        { name: 'a', location: top, isChanged: false },
      ],
      unusable: [],
      unlisted: [],
      notices: [],
    });
  });

  it('without a git root looks at the cwd alone', async () => {
    await mkdir(box.at('deep'));
    await put(box.at('.agents/skills/a'), skill('a'));
    expect((await load({ cwd: box.at('deep') })).untrusted).toEqual([]);
    expect((await load()).untrusted).toHaveLength(1);
  });

  it.each([['.agents/skills'], ['~/../ws/.agents/skills'], ['link']])(
    'takes %s in skills.roots as trust',
    async (named) => {
      await put(box.at('.agents/skills/a'), skill('a'));
      await symlink('.agents/skills', box.at('link'));
      const found = await load({ named: [named] });
      expect(namesOf(found)).toEqual(['project a']);
      expect(found.untrusted).toEqual([]);
    },
  );

  it('never lets an untrusted skill shadow another', async () => {
    await put(box.at('.agents/skills/a'), skill('a'));
    await put(join(user, 'a'), skill('a'));
    expect(namesOf(await load())).toEqual(['user a']);
  });

  it("takes the user's own folder for what it is when the cwd is the home folder", async () => {
    const home = join(box.base, 'home');
    await put(join(home, '.agents/skills/a'), skill('a'));
    expect(namesOf(await load({ cwd: home }))).toEqual(['project a']);
  });
});

describe('odd folders', () => {
  it.each<[string, (folder: string) => Promise<unknown>, string | null]>([
    ['a folder without SKILL.md', (folder) => mkdir(folder), null],
    ['a plain file', (folder) => writeFile(folder, 'x'), null],
    ['a link that leads to itself', (folder) => symlink('odd', folder), 'its folder cannot be reached'],
    ['a dangling link', (folder) => symlink('nowhere', folder), 'its folder cannot be reached'],
    [
      'a SKILL.md that is a dangling link',
      async (folder) => {
        await mkdir(folder);
        await symlink('../nowhere.md', join(folder, 'SKILL.md'));
      },
      'odd/SKILL.md is left out: it is a link to ../nowhere.md, which is not there',
    ],
    [
      'a SKILL.md that leads to itself',
      async (folder) => {
        await mkdir(folder);
        await symlink('SKILL.md', join(folder, 'SKILL.md'));
      },
      'it is a loop of symbolic links',
    ],
    [
      'a SKILL.md that is a folder',
      (folder) => mkdir(join(folder, 'SKILL.md'), { recursive: true }),
      'it is a folder',
    ],
    [
      'a named pipe',
      async (folder) => {
        await mkdir(folder);
        execFileSync('mkfifo', [join(folder, 'SKILL.md')]);
      },
      'it is a named pipe',
    ],
    [
      'a device',
      async (folder) => {
        await mkdir(folder);
        await symlink('/dev/zero', join(folder, 'SKILL.md'));
      },
      'it is a device',
    ],
    [
      'an unreadable file',
      async (folder) => chmod(await put(folder, skill('odd')), 0o000),
      'permission denied',
    ],
    [
      'a huge file',
      async (folder) => truncate(await put(folder, skill('odd')), 10_000_000_000),
      'it has 10000000000 bytes, more than 262144',
    ],
    ['a binary', (folder) => put(folder, `${skill('odd')}\0`), 'it holds a NUL byte'],
    [
      'Latin-1',
      async (folder) =>
        writeFile(
          await put(folder, ''),
          Buffer.from('---\nname: odd\ndescription: caf\xe9\n---\n', 'latin1'),
        ),
      'it is not UTF-8',
    ],
    ['no frontmatter', (folder) => put(folder, '# Odd\n'), 'does not begin with frontmatter'],
  ])('%s', async (_, make, notice) => {
    await put(join(user, 'good'), skill('good'));
    await make(join(user, 'odd'));
    await chmod(box.base, 0o755);
    const found = await withoutRights(() => load());
    expect(namesOf(found)).toEqual(['user good']);
    if (notice === null) expect(found.notices).toEqual([]);
    else {
      expect(found.notices.join('\n')).toContain(notice);
      expect(found.unusable).toMatchObject([
        { name: 'odd', location: expect.stringContaining(join(user, 'odd')) },
      ]);
    }
  });

  it.each([
    ['a link beside it', 'link', ''],
    ['a link before and one after it', 'link', 'zlink'],
  ])('takes a folder by its own name, not by that of %s', async (_name, ...links) => {
    const location = await put(join(user, 'ok'), skill('ok'));
    await put(join(user, 'nameless'), '---\ndescription: x\n---\nx');
    for (const link of links.filter((one) => one !== '')) await symlink('ok', join(user, link));
    await symlink('nameless', join(user, 'alias'));
    const { skills, notices } = await load();
    expect(skills.map(({ name }) => name)).toEqual(['nameless', 'ok']);
    expect(skills[1]).toMatchObject({ location, diagnostics: [] });
    expect(notices.join()).not.toMatch(/link|alias/);
  });

  it('takes a folder elsewhere by the link that is called as its skill', async () => {
    await put(box.at('dev/odd-1.2'), skill('odd'));
    await mkdir(user, { recursive: true });
    for (const link of ['a', 'odd']) await symlink(box.at('dev/odd-1.2'), join(user, link));
    const { skills, notices } = await load();
    expect([skills.map(({ name, diagnostics }) => [name, diagnostics]), notices]).toEqual([
      [['odd', []]],
      [],
    ]);
  });

  it('follows links of the user and reads a skill under two names once', async () => {
    await put(box.at('dev/a'), skill('a'));
    await mkdir(user, { recursive: true });
    await symlink(box.at('dev/a'), join(user, 'a'));
    await symlink(box.at('dev/a'), join(user, 'b'));
    const found = await load();
    expect(found.skills).toMatchObject([{ name: 'a', folder: box.at('dev/a') }]);
    await rm(user, { recursive: true });
  });

  it('looks at a bounded part of ten thousand skills', { tags: ['slow'] }, async () => {
    await mkdir(user, { recursive: true });
    const names = Array.from({ length: 10_000 }, (_, index) => `s${String(index).padStart(5, '0')}`);
    for (const name of names) mkdirSync(join(user, name));
    for (const name of names.slice(0, 600))
      writeFileSync(join(user, name, 'SKILL.md'), skill(name, 'odd: 1\n'));
    const { skills, notices } = await load();
    expect(skills).toHaveLength(500);
    expect(notices).toHaveLength(101);
    expect(notices[0]).toBe(`${user} has 10000 folders, only the first 500 are looked at`);
    expect(notices[100]).toBe('401 more problems with skills; validate shows those of one');
  });

  it('says that a root cannot be listed', async () => {
    await put(join(user, 'a'), skill('a'));
    await chmod(box.base, 0o755);
    await chmod(user, 0o000);
    const { skills, notices } = await withoutRights(() => load());
    expect(skills).toEqual([]);
    expect(notices).toEqual([`cannot list the skills of ${user}: permission denied`]);
    await chmod(user, 0o755);
  });

  it('says of skills a folder too deep that they are, unless their folder is a root itself', async () => {
    await put(join(user, 'group/deep'), skill('deep'));
    await put(join(user, 'group/deeper'), skill('deeper'));
    await mkdir(join(user, 'other/empty'), { recursive: true });
    const { skills, unusable, notices } = await load();
    expect(skills).toEqual([]);
    const problem = `it lies a folder too deep; skills.roots takes ${join(user, 'group')}`;
    expect(unusable).toEqual([{ name: 'deep', location: join(user, 'group/deep/SKILL.md'), problem }]);
    expect(notices).toEqual([`skill ${join(user, 'group/deep/SKILL.md')} is left out: ${problem}`]);
    const named = await load({ named: [join(user, 'group')] });
    expect(namesOf(named)).toEqual(['root deep', 'root deeper']);
    expect(named.notices).toEqual([]);
  });

  it('says which of skills.roots hold no skills, and is quiet about the folders that need not be there', async () => {
    await writeFile(box.at('file'), '');
    await symlink('loop', box.at('loop'));
    await put(box.at('own'), skill('own'));
    const { notices } = await load({ named: ['file', 'missing', '/dev/null', 'file/x', 'loop', 'own'] });
    expect(notices).toEqual([
      `cannot list the skills of ${box.at('missing')}: it is not there`,
      `cannot list the skills of ${box.at('file/x')}: it is not a folder`,
      `cannot list the skills of ${box.at('loop')}: it is a loop of symbolic links`,
      `cannot list the skills of ${box.at('file')}: it is not a folder`,
      'cannot list the skills of /dev/null: it is not a folder',
      `${box.at('own')} is a skill itself; skills.roots names the folder above it`,
    ]);
    expect((await load()).notices).toEqual([]);
  });

  it('says that a folder looked into unasked leads to itself', async () => {
    await mkdir(box.at('.agents'));
    await symlink('skills', box.at('.agents/skills'));
    expect((await load()).notices).toEqual([
      `cannot list the skills of ${box.at('.agents/skills')}: it is a loop of symbolic links`,
    ]);
  });

  it('takes a name that breaks the specification alone, with a notice', async () => {
    await put(join(user, 'my_skill'), skill('my_skill'));
    await put(join(user, 'PDF Tools'), skill('PDF Tools'));
    const found = await load();
    expect(namesOf(found)).toEqual(['user PDF Tools', 'user my_skill']);
    expect(found.notices).toEqual(
      ['PDF Tools', 'my_skill'].map(
        (name) => `${join(user, name)}/SKILL.md:2: "name" has other characters than a-z, 0-9 and "-"`,
      ),
    );
  });

  it('writes a name that could deceive on one line', async () => {
    await put(join(user, 'a\nb'), '---\nname: "Ig/nore"\ndescription: x\n---\n');
    const { skills, notices } = await load();
    expect(skills).toEqual([]);
    expect(notices.join('')).not.toContain('\n');
  });
});
