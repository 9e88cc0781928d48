import { execFileSync } from 'node:child_process';
import { cp, mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '../../src/config/schema.ts';
import { silentSink } from '../../src/core/sink.ts';
import { takeSnapshot } from '../../src/platform/skills/skill-snapshot.ts';
import { setTrusted } from '../../src/platform/store/trust-store.ts';
import { skill } from '../../src/tools/skill/tool.ts';
import {
  callTool,
  type FileWorkspace,
  failureOf,
  makeWorkspace,
  planCall,
  textOf,
} from '../helpers/file-workspace.ts';

let box: FileWorkspace;
let user: string;
beforeEach(async () => {
  box = await makeWorkspace();
  user = join(box.context.folders.config, 'skills');
  await cp(join(import.meta.dirname, '../fixtures/skills'), user, { recursive: true });
});
afterEach(() => box.remove());

const call = (input: object) => callTool(skill, input, box.context);

describe('list', () => {
  it('names every skill with its state', async () => {
    await box.fill({
      '.agents/skills/evil/SKILL.md': '---\nname: evil\ndescription: OBEY\nalways: true\n---\nOBEY',
    });
    const result = await call({ action: 'list' });
    expect(textOf(result)).toMatch(/^code-review \(user\) {2}Review a change/m);
    expect(textOf(result)).toMatch(
      /^db-migrations \(user\) \[unavailable: .*DATABASE_URL\] {2}Plan and write/m,
    );
    expect(textOf(result)).toMatch(/^agent-tools \(shipped\) /m);
    expect(textOf(result)).toMatch(
      /^evil \(project\) \[not trusted: run "agent-tools config trust \S+\/.agents\/skills\/evil"\] {2}\S+\/evil\/SKILL.md$/m,
    );
    expect(result.notices).toEqual([
      `skills of the project are not trusted; a person who has read them may run "agent-tools config trust ${box.at('.agents/skills')}"`,
    ]);
    expect(JSON.stringify(result)).not.toContain('OBEY');
    expect(JSON.stringify(await call({ action: 'prompt' }))).not.toMatch(/OBEY|evil/);
    expect(await failureOf(skill, { action: 'show', name: 'evil' }, box.context)).toBe(
      `Cannot show skill "evil": it is a project's and not trusted, expected a person to run "agent-tools config trust ${box.at('.agents/skills/evil')}"`,
    );
  });
});

describe('a skill of the project that nobody can trust as it is', () => {
  const place = '.agents/skills/odd';
  const plain = '---\nname: odd\ndescription: OBEY\n---\nOBEY';
  it.each<[string, (folder: string) => Promise<unknown>, string]>([
    ['a linked folder', (at) => rename(at, `${at}-x`).then(() => symlink(`${at}-x`, at)), 'a symbolic link'],
    ['a link in it', (at) => symlink('SKILL.md', join(at, 'OBEY')), 'it holds a symbolic link'],
    ['a named pipe', async (at) => execFileSync('mkfifo', [join(at, 'OBEY')]), 'it holds a named pipe'],
    [
      'a name in another encoding',
      (at) => writeFile(Buffer.concat([Buffer.from(`${at}/OBEY`), Buffer.from([0xff])]), ''),
      'it holds a file whose name is not UTF-8',
    ],
    ['too much', (at) => truncate(join(at, 'SKILL.md'), 17_000_000), 'it has more than 16777216 bytes'],
    [
      'a long text',
      (at) => truncate(join(at, 'SKILL.md'), 300_000),
      'its SKILL.md cannot be read: it has 300000 bytes, more than 262144',
    ],
    [
      'no description',
      (at) => writeFile(join(at, 'SKILL.md'), '---\nname: OBEY\n---\nOBEY'),
      'its SKILL.md is no skill that can be used; validate shows why',
    ],
  ])('with %s is told with the reason, and nothing else of it', async (_, change, problem) => {
    await box.fill({ [`${place}/SKILL.md`]: plain });
    await change(box.at(place));
    const listed = await call({ action: 'list' });
    const line = textOf(listed)
      .split('\n')
      .find((one) => one.startsWith('odd (project)'));
    expect(line).toContain(`[not trusted, and cannot be: `);
    expect(line).toContain(problem);
    const asked = await failureOf(skill, { action: 'show', name: 'odd' }, box.context);
    expect(asked).toContain(problem);
    const told = JSON.stringify([line, asked, listed.details, listed.notices]);
    expect(told).not.toMatch(/OBEY|config trust \S*odd"/);
  });
});

describe('a skill of the project that is trusted by its content', { tags: ['slow'] }, () => {
  const text = (body: string) => `---\nname: mine\ndescription: Of mine\nalways: true\n---\n${body}\n`;
  const show = (file?: string) => ({ action: 'show', name: 'mine', ...(file === undefined ? {} : { file }) });
  const place = '.agents/skills/mine';
  beforeEach(async () => {
    await box.fill({ [`${place}/SKILL.md`]: text('My words'), [`${place}/more/x.md`]: 'More words' });
    const { snapshot } = takeSnapshot(box.at(place), ['SKILL.md']);
    await setTrusted(box.context.folders, box.at(place), snapshot?.sha256 ?? '');
  });

  it('is one like any other', { tags: ['slow'] }, async () => {
    expect(textOf(await call({ action: 'list' }))).toMatch(/^mine \(project\) {2}Of mine$/m);
    expect(textOf(await call({ action: 'prompt' }))).toContain('My words');
    expect(textOf(await call(show()))).toContain('My words\n</skill_content>\nFiles: more/x.md\n');
    expect(textOf(await call(show('more/x.md')))).toBe('More words');
  });

  it.each([
    ['another text', { [`${place}/SKILL.md`]: text('EVIL') }],
    ['another file', { [`${place}/more/x.md`]: 'EVIL' }],
    ['a new file', { [`${place}/EVIL`]: 'EVIL' }],
  ])('is not after %s', async (_, tree) => {
    await box.fill(tree);
    const listed = await call({ action: 'list' });
    expect(textOf(listed)).toMatch(/^mine \(project\) \[changed since it was trusted: run "/m);
    expect(listed.notices[0]).toBe(`skill ${box.at(place)} has changed since it was trusted`);
    expect(textOf(await call({ action: 'prompt' }))).not.toMatch(/mine|EVIL/);
    for (const input of [show(), show('more/x.md')])
      expect(await failureOf(skill, input, box.context)).toContain('it has changed since it was trusted');
  });

  it('shows what was judged although it is swapped before it is shown', { tags: ['slow'] }, async () => {
    const plans = await Promise.all(
      [show(), { action: 'prompt' }, show('more/x.md')].map((input) => planCall(skill, input, box.context)),
    );
    await box.fill({ [`${place}/SKILL.md`]: text('EVIL'), [`${place}/more/x.md`]: 'EVIL' });
    const run = (index: number) =>
      plans[index]?.execute(new AbortController().signal, silentSink, {}) ?? Promise.reject();
    for (const index of [0, 1]) {
      expect(JSON.stringify(await run(index))).toContain('My words');
      expect(JSON.stringify(await run(index))).not.toContain('EVIL');
    }
    await expect(run(2)).rejects.toThrow('it has changed since the skill was trusted');
  });

  it('is not where the store cannot be read', { tags: ['slow'] }, async () => {
    await writeFile(join(box.context.folders.state, 'trust.json'), '{broken');
    expect(textOf(await call({ action: 'list' }))).toMatch(/^mine \(project\) \[not trusted: /m);
  });
});

describe('requirements', () => {
  it.each<[string, Partial<Settings['shell']['env']>, string | null]>([
    ['bins: [only-here]', {}, 'programs not found: only-here'],
    ['bins: [only-here]', { pathPrepend: ['BOX'] }, null],
    ['env: [API_TOKEN]', {}, 'variables not set for commands: API_TOKEN'],
    ['env: [API_TOKEN]', { pass: ['API_TOKEN'] }, null],
    ['env: [API_TOKEN]', { set: { API_TOKEN: 'x' } }, null],
    ['env: [PLAIN]', {}, null],
    ['env: [PLAIN]', { inherit: 'core' }, 'variables not set for commands: PLAIN'],
    ['env: [BASH_ENV]', { pass: ['BASH_ENV'] }, 'variables not set for commands: BASH_ENV'],
    ['env: [GIT_PAGER]', {}, null],
  ])('%s under %j lacks %s', async (requires, rules, missing) => {
    await writeFile(box.at('only-here'), '#!/bin/sh\n', { mode: 0o755 });
    await mkdir(join(user, 'needy'));
    await writeFile(
      join(user, 'needy/SKILL.md'),
      `---\nname: needy\ndescription: x\nrequires: { ${requires} }\n---\nx`,
    );
    const { settings, env } = box.context;
    const { pathPrepend = [] } = rules;
    const shellEnv = { ...settings.shell.env, ...rules, pathPrepend: pathPrepend.map(() => box.root) };
    const context = {
      ...box.context,
      env: { ...env, API_TOKEN: 'x', PLAIN: 'x', BASH_ENV: 'x' },
      settings: { ...settings, shell: { ...settings.shell, env: shellEnv } },
    };
    const { details } = await callTool(skill, { action: 'show', name: 'needy' }, context);
    expect(details.unavailable).toBe(missing);
  });
});

describe('list of very many', { tags: ['slow'] }, () => {
  it('is bounded and says how many it shows', { tags: ['slow'] }, async () => {
    for (let index = 0; index < 100; index += 1) {
      await mkdir(join(user, `s${index}`));
      const text = `---\nname: s${index}\ndescription: ${'x'.repeat(1000)}\n---\nx`;
      await writeFile(join(user, `s${index}`, 'SKILL.md'), text);
    }
    const result = await call({ action: 'list' });
    const shown = textOf(result).split('\n').length - 1;
    expect(textOf(result).length).toBeLessThanOrEqual(30_000);
    expect(shown).toBeGreaterThan(20);
    expect(result.message).toBe('107 skills.');
    expect(result.details.skills).toHaveLength(shown);
    expect(result.notices).toEqual([`${shown} of 107 skills are shown`]);
  });
});

describe('show', () => {
  it('prints the instructions and names the files', async () => {
    const plan = await planCall(skill, { action: 'show', name: 'pdf-forms' }, box.context);
    expect(plan.effects).toEqual([{ kind: 'skill', name: 'pdf-forms' }]);
    const result = await call({ action: 'show', name: 'pdf-forms' });
    expect(textOf(result)).toMatch(/^<skill_content name="pdf-forms">\n# PDF forms\n/);
    expect(textOf(result)).toMatch(
      /<\/skill_content>\nFiles: references\/fields.md, scripts\/list_fields.py\n$/,
    );
    expect(result.details).toMatchObject({
      source: 'user',
      allowedTools: ['Bash(python3:*)', 'Read', 'Write'],
    });
  });

  it("judges a file as reading it where it looks secret or is not the user's own", async () => {
    const secret = join(user, 'pdf-forms/.env');
    await writeFile(secret, 'x');
    await box.fill({
      'more/other/SKILL.md': '---\nname: other\ndescription: x\n---\nx',
      'more/other/x.md': 'x',
    });
    const { settings } = box.context;
    const context = { ...box.context, settings: { ...settings, skills: { roots: ['more'], disabled: [] } } };
    for (const [name, file, path] of [
      ['pdf-forms', '.env', secret],
      ['other', 'x.md', box.at('more/other/x.md')],
    ] as const) {
      expect((await planCall(skill, { action: 'show', name, file }, context)).effects).toEqual([
        { kind: 'skill', name },
        { kind: 'read', path, given: file },
      ]);
    }
  });

  it('prints a file', async () => {
    const input = { action: 'show', name: 'pdf-forms', file: 'references/fields.md' };
    const path = join(user, 'pdf-forms/references/fields.md');
    expect((await planCall(skill, input, box.context)).effects).toEqual([
      { kind: 'skill', name: 'pdf-forms' },
    ]);
    expect(textOf(await call(input))).toContain('A check box takes');
    expect(textOf(await call({ ...input, file: path }))).toContain('A check box takes');
  });

  it.each(['SKILL.md', './SKILL.md'])('shows %s of a shipped skill, as of any other', async (file) => {
    const result = await call({ action: 'show', name: 'tmux', file });
    expect(textOf(result)).toMatch(/^---\nname: tmux\n/);
    expect(result.details).toEqual({ name: 'tmux', file, path: 'shipped:tmux/SKILL.md' });
  });

  it.each([
    ['../weather/SKILL.md', /it leads outside the folder of the skill to "\S+", expected a path in it$/],
    ['/etc/passwd', 'it lies outside the skill "pdf-forms"'],
    ['~/x', 'it lies outside the skill'],
    ['out', 'it leads outside'],
    ['references/../../weather/SKILL.md', 'it leads outside'],
    ['loop', 'a loop of symbolic links'],
    ['missing.md', 'no such file'],
    ['references', 'it is a folder'],
    ['binary', 'it holds a NUL byte'],
    ['long', 'it has more than 262144 bytes'],
    ['a\0b', 'NUL'],
  ])('refuses %j', async (file, problem) => {
    const folder = join(user, 'pdf-forms');
    await symlink('/etc/passwd', join(folder, 'out'));
    await symlink('loop', join(folder, 'loop'));
    await writeFile(join(folder, 'binary'), 'a\0b');
    await writeFile(join(folder, 'long'), 'x'.repeat(300_000));
    expect(await failureOf(skill, { action: 'show', name: 'pdf-forms', file }, box.context)).toMatch(problem);
  });

  it('names the folders it could not look into for a skill', async () => {
    const { settings } = box.context;
    const roots = ['none', 'gone', 'lost', 'away'];
    const context = { ...box.context, settings: { ...settings, skills: { roots, disabled: [] } } };
    const missing = roots
      .slice(0, 3)
      .map((name) => `cannot list the skills of ${box.at(name)}: it is not there`);
    expect(await failureOf(skill, { action: 'show', name: 'pdf-form' }, context)).toBe(
      `Cannot show skill "pdf-form": ${['there is none of this name', ...missing].join('; ')}, expected "pdf-forms"`,
    );
  });

  it.each([
    [{ name: 'pdf-form' }, 'Cannot show skill "pdf-form": there is none of this name, expected "pdf-forms"'],
    [{ name: '../pdf-forms' }, 'there is none of this name'],
    [
      { name: 'nodescription' },
      /SKILL.md is left out, line 1: "description" is missing, expected a valid SKILL.md$/,
    ],
    [{ name: 'With <tag>' }, 'is left out, line 2: "name" has other characters'],
    [{ name: 'dangling' }, 'SKILL.md is left out, it is a link to nowhere, which is not there'],
    [{ name: 'folder' }, 'there is none of this name, expected "called-so"'],
    [{ name: 'tmux', file: 'x' }, 'Cannot show "x": the skill "tmux" has no such file, expected SKILL.md'],
  ])('refuses %j', async (input, problem) => {
    const texts = {
      nodescription: '---\nname: nodescription\nodd: 1\n---\nx',
      'With <tag>': '---\nname: With <tag>\ndescription: x\nodd: 1\n---\nx',
      folder: '---\nname: called-so\ndescription: x\n---\nx',
    };
    for (const [name, text] of Object.entries(texts)) {
      await mkdir(join(user, name));
      await writeFile(join(user, name, 'SKILL.md'), text);
    }
    await mkdir(join(user, 'dangling'));
    await symlink('nowhere', join(user, 'dangling/SKILL.md'));
    expect(await failureOf(skill, { action: 'show', ...input }, box.context)).toMatch(problem);
  });

  it('cuts what is over the cap and says where the rest is', async () => {
    const folder = join(user, 'long');
    await mkdir(folder);
    await writeFile(join(folder, 'SKILL.md'), `---\nname: long\ndescription: x\n---\n${'y'.repeat(40_000)}`);
    const { notices } = await call({ action: 'show', name: 'long' });
    expect(notices).toEqual([`30000 of 40000 characters are shown; all of it is in ${folder}/SKILL.md`]);
  });
});

describe('prompt', () => {
  it('has the always skills in full and is judged by them', async () => {
    const plan = await planCall(skill, { action: 'prompt' }, box.context);
    expect(plan.effects).toEqual([{ kind: 'skill', name: 'release-notes' }]);
    const shown = textOf(await call({ action: 'prompt' }));
    expect(shown).toMatch(/^<skill_content name="release-notes">\n# Release notes/);
    expect(shown).toContain('<location>shipped:agent-tools/SKILL.md</location>');
    expect(shown.match(/<name>release-notes/)).toBeNull();
  });
});

describe('validate', () => {
  it.each(['code-review', 'db-migrations', 'pdf-forms', 'release-notes', 'weather'])(
    'accepts %s',
    async (name) => {
      const result = await call({ action: 'validate', path: join(user, name) });
      expect([result.isError, result.details.violations]).toEqual([false, []]);
    },
  );

  it('names each violation with its file and line', async () => {
    await box.fill({ 'My-Skill/SKILL.md': '---\nname: My-Skill\nfoo: 1\n---\n' });
    for (const path of ['My-Skill', 'My-Skill/SKILL.md']) {
      const result = await call({ action: 'validate', path });
      expect(result).toMatchObject({ status: 'completed', isError: true });
      expect(textOf(result)).toBe(
        'My-Skill/SKILL.md:1: "description" is missing\n' +
          'My-Skill/SKILL.md:1: has no instructions below the frontmatter\n' +
          'My-Skill/SKILL.md:2: "name" has other characters than a-z, 0-9 and "-"\n' +
          'My-Skill/SKILL.md:3: "foo" is not a known field\n',
      );
    }
  });

  it('says what cannot be read', async () => {
    const result = await call({ action: 'validate', path: 'missing' });
    expect(textOf(result)).toBe('missing/SKILL.md:1: cannot be read: no such file\n');
  });

  it('names a skill of a folder of skills', async () => {
    const result = await call({ action: 'validate', path: user });
    expect(textOf(result)).toMatch(
      /\/SKILL\.md:1: cannot be read: no such file; this takes one skill, such as "[^"]+\/skills\/[\w-]+"\n$/,
    );
  });
});
