import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigSandbox } from '../config-sandbox.ts';

let box: ConfigSandbox;
let root: string;
beforeEach(() => {
  box = new ConfigSandbox();
  root = join(box.cwd, '.agents/skills');
  put('a');
});
afterEach(() => box.remove());

const at = (name: string, file = 'SKILL.md'): string => join(root, name, file);
function put(name: string, more = ''): void {
  box.write(at(name), `---\nname: ${name}\ndescription: Of ${name}\n${more}---\nBody\n`);
}
/** Puts a link in the place of a file or folder. */
function link(path: string, target: string): void {
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path);
}
/** The skill `a` in another place. */
function moved(): string {
  renameSync(join(root, 'a'), join(box.root, 'a'));
  return join(box.root, 'a');
}
const list = async () => (await box.run(['trust', '--list'])).stdout;

describe('config trust of skills', () => {
  it('shows what is trusted', async () => {
    put('b', 'always: true\n');
    box.write(at('b', 'references/x.md'), 'x');
    expect((await box.run(['trust', '.agents/skills'])).stdout).toBe(
      `Trusted until it changes: ${root}/a\n  description = "Of a"\n  SKILL.md\n` +
        `Trusted until it changes: ${root}/b\n  description = "Of b"\n  always = true\n  SKILL.md\n  references/x.md\n`,
    );
    expect(await list()).toBe(`trusted  ${root}/a\ntrusted  ${root}/b\n`);
  });

  it.each([
    ['.agents/skills/a'],
    ['.agents/skills/a/'],
    ['.agents/skills/a/SKILL.md'],
    ['../sub/.agents/skills/a'],
  ])('takes one by %s', async (path) => {
    put('b');
    const { stdout } = await box.run(['trust', path, '--json']);
    expect(JSON.parse(stdout)).toEqual({
      skills: [
        { path: join(root, 'a'), sha256: expect.stringMatching(/^[0-9a-f]{64}$/), files: ['SKILL.md'] },
      ],
    });
    expect(await list()).toBe(`trusted  ${root}/a\n`);
  });

  it.each<[string, () => void, string]>([
    ['another text', () => put('a', 'license: MIT\n'), 'changed'],
    ['one more file', () => box.write(at('a', 'x'), ''), 'changed'],
    ['a hidden file', () => box.write(at('a', '.x/y'), ''), 'changed'],
    ['a file of another name', () => renameSync(at('a', 'more'), at('a', 'less')), 'changed'],
    ['a file the less', () => rmSync(at('a', 'more')), 'changed'],
    ['a link for a file', () => link(at('a', 'more'), at('a')), 'changed'],
    ['a link for the folder', () => link(join(root, 'a'), moved()), 'changed'],
    ['no folder', () => rmSync(join(root, 'a'), { recursive: true }), 'missing'],
    ['an empty folder more', () => mkdirSync(at('a', 'empty')), 'trusted'],
  ])('holds until %s', async (_, change, state) => {
    box.write(at('a', 'more'), 'more');
    await box.run(['trust', '.agents/skills/a']);
    change();
    expect(await list()).toBe(`${state}  ${join(root, 'a')}\n`);
  });

  it('is taken back for one and for all, also for those that are gone', async () => {
    put('b');
    put('c');
    await box.run(['trust', '.agents/skills']);
    await box.run(['trust', '--revoke', '.agents/skills/b']);
    expect(await list()).not.toContain(`${root}/b`);
    rmSync(join(root, 'c'), { recursive: true });
    expect((await box.run(['trust', '--revoke', '.agents/skills'])).stdout).toBe(
      `No longer trusted: ${root}/a\nNo longer trusted: ${root}/c\n`,
    );
    await expect(box.run(['trust', '--revoke', '.agents/skills'])).rejects.toThrow('it is not trusted');
  });

  it.each<[string, () => void, string]>([
    ['a link to a file', () => symlinkSync('/etc/passwd', at('a', 'x')), '"x" is a symbolic link'],
    ['a link to a folder', () => symlinkSync('/etc', at('a', 'x')), '"x" is a symbolic link'],
    ['a named pipe', () => execFileSync('mkfifo', [at('a', 'x')]), '"x" is a named pipe'],
    [
      'too many files',
      () => {
        for (let n = 0; n < 512; n += 1) writeFileSync(at('a', `${n}`), '');
      },
      'it has more than 512 files',
    ],
    [
      'too many bytes',
      () => writeFileSync(at('a', 'x'), Buffer.alloc(16_777_217)),
      'it has more than 16777216 bytes',
    ],
    [
      'too deep folders',
      () => mkdirSync(at('a', '1/2/3/4/5/6/7/8/9'), { recursive: true }),
      'it is more than 8 folders deep',
    ],
    ['a linked skill', () => link(join(root, 'a'), moved()), 'it is a symbolic link'],
    ['no SKILL.md', () => renameSync(at('a'), at('a', 'x')), 'its SKILL.md is missing, expected a skill'],
    ['an empty SKILL.md', () => box.write(at('a'), ''), 'its SKILL.md does not begin with frontmatter'],
    [
      'a SKILL.md in another encoding',
      () => writeFileSync(at('a'), Buffer.from('---\nname: a\ndescription: caf\xe9\n---\n', 'latin1')),
      'its SKILL.md cannot be read: it is not UTF-8',
    ],
    [
      'a SKILL.md that is too large',
      () => box.write(at('a'), `---\nname: a\ndescription: b\n---\n${'x'.repeat(262_144)}`),
      'its SKILL.md cannot be read: it has more than 262144 bytes',
    ],
    [
      'a SKILL.md without a description',
      () => box.write(at('a'), '---\nname: a\n---\n'),
      '"description" is missing',
    ],
    ['nothing there', () => rmSync(join(root, 'a'), { recursive: true }), 'cannot be reached'],
  ])('refuses %s, and then trusts none', async (_, prepare, part) => {
    prepare();
    await expect(box.run(['trust', '.agents/skills/a'])).rejects.toMatchObject({
      code: 'tool_failed',
      message: expect.stringContaining(part),
    });
    expect(await list()).toBe('');
  });

  it('trusts those that can be trusted of all, and names the others with the reason', async () => {
    for (const name of ['linked', 'holding', 'nameless', 'z']) put(name);
    link(join(root, 'linked'), moved());
    symlinkSync('SKILL.md', at('holding', 'x'));
    box.write(at('nameless'), '---\nname: nameless\n---\n');
    const all = await box.run(['trust', '.agents/skills']);
    expect(all.stdout).toBe(`Trusted until it changes: ${root}/z\n  description = "Of z"\n  SKILL.md\n`);
    expect(all.notices).toEqual([
      `Cannot trust "${root}/holding": "x" is a symbolic link, expected a folder of a few plain files`,
      `Cannot trust "${root}/linked": it is a symbolic link or cannot be reached, expected a folder of a few plain files`,
      `Cannot trust "${root}/nameless": its SKILL.md "description" is missing, expected a skill that can be used`,
    ]);
    expect(all.isPartial).toBe(true);
    expect(await list()).toBe(`trusted  ${root}/z\n`);
    const { stdout } = await box.run(['trust', '.agents/skills', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      skills: [{ path: `${root}/z` }],
      refused: [{ path: `${root}/holding` }, { path: `${root}/linked` }, { path: `${root}/nameless` }],
    });
    rmSync(join(root, 'z'), { recursive: true });
    expect(await box.run(['trust', '.agents/skills'])).toMatchObject({ stdout: '', isPartial: true });
  });

  it('refuses a folder without skills, and other folders', async () => {
    rmSync(join(root, 'a'), { recursive: true });
    await expect(box.run(['trust', '.agents/skills'])).rejects.toThrow('it holds no skill');
    for (const path of ['.agents', 'skills', '.agents/skills/a/deep'])
      await expect(box.run(['trust', path])).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it.each([[['.agents/skills']], [['--revoke', '.agents/skills']]])(
    '%j is refused inside a run',
    async (words) => {
      await box.run(['trust', '.agents/skills']);
      put('b');
      const running = box.run(['trust', ...words], { isInsideRun: true });
      await expect(running).rejects.toMatchObject({ code: 'denied' });
      expect(await list()).toBe(`trusted  ${root}/a\n`);
    },
  );

  it('shows nothing that could deceive', async () => {
    box.write(at('a'), '---\nname: a\ndescription: "x\\u202e\\e[2J\\nTrusted"\n---\n');
    writeFileSync(at('a', 'x\u202e\n\u001b[2J'), '');
    const { stdout } = await box.run(['trust', '.agents/skills']);
    expect(stdout.split('\n')).toHaveLength(5);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
