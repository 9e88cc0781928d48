import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { ToolFailure } from '../src/core/failure.ts';
import { takeSnapshot } from '../src/platform/skills/skill-snapshot.ts';
import { mostDescriptionChars } from '../src/skills/fields.ts';
import { loadCatalogue } from '../src/skills/load.ts';
import { parseSkill, validateText } from '../src/skills/parse.ts';
import { skill as skillTool } from '../src/tools/skill/tool.ts';
import { callTool, type FileWorkspace, makeWorkspace, textOf } from '../test/helpers/file-workspace.ts';
import { benchSuite } from './property.ts';
import { fileProblem, skillFiles, textSchema } from './skill-text.ts';

/** What happens to a skill's folder once it is trusted. */
const changes = [
  'none',
  'byte',
  'add',
  'remove',
  'rename',
  'link',
  'swap',
  'hide',
  'empty-folder',
  'folder-link',
] as const;
const schema = v.variant('kind', [
  textSchema,
  v.object({ kind: v.literal('lines'), text: v.string() }),
  v.object({ kind: v.literal('trust'), change: v.picklist(changes), files: v.array(v.string()) }),
  v.object({ kind: v.literal('show'), file: v.string(), to: v.nullable(v.string()) }),
]);
type Given = v.InferOutput<typeof schema>;

const line = fc.oneof(
  fc.constantFrom('---', 'name: demo', 'description: Use when: asked', 'metadata:', '  a: &a [x]', '  b: *a'),
  fc.constantFrom('description: >', '\t- x', '? [a]', '!!binary x: y', '__proto__: 1', '{a: [', '<<: *a'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 20 }).map((text) => `description: ${text}`),
  fc.string({ maxLength: 20 }).map((text) => `name: ${text}`),
);
const anyLines = fc
  .array(line, { maxLength: 8 })
  .map((parts) => ['---', ...parts, '---', 'Do it.'].join('\n'));

/** Bounds that hold of any text. */
async function linesProblem(text: string): Promise<string | null> {
  const { skill, diagnostics } = await parseSkill(text, 'demo');
  await validateText(text, 'demo');
  if (skill === null) return diagnostics.length > 0 ? null : 'it is unusable and nothing says why';
  if ([...skill.description].length > mostDescriptionChars) return 'its description is too long';
  return /^[^\s/\\]{1,64}$/u.test(skill.name) ? null : `its name is ${JSON.stringify(skill.name)}`;
}

/** In every file that nobody trusts or that lies outside. */
const secret = 'a text that nobody trusted';
const instructions = (text: string): string => `---\nname: demo\ndescription: Of demo\n---\n${text}\n`;

function put(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

/** Changes a trusted folder; `path` is one of its files, `beside` a free place. New content is always one that must not be told. */
const changing: Readonly<
  Record<(typeof changes)[number], (place: { folder: string; path: string; beside: string }) => void>
> = {
  none: () => {},
  byte: ({ path }) => writeFileSync(path, instructions(secret)),
  add: ({ folder }) => put(join(folder, 'more/added.md'), secret),
  hide: ({ folder }) => put(join(folder, '.hidden'), secret),
  remove: ({ path }) => rmSync(path),
  rename: ({ path }) => renameSync(path, `${path}2`),
  link: ({ folder }) => symlinkSync('/etc/passwd', join(folder, 'link.md')),
  swap: ({ path, beside }) => {
    renameSync(path, beside);
    symlinkSync(beside, path);
  },
  'folder-link': ({ folder, beside }) => {
    renameSync(folder, beside);
    symlinkSync(beside, folder);
  },
  'empty-folder': ({ folder }) => void mkdirSync(join(folder, 'empty')),
};

/** Whether a project's skill counts after a change, and whether anything of it is told. */
async function trustProblem({ change: how, files }: Extract<Given, { kind: 'trust' }>, box: FileWorkspace) {
  const root = join(box.root, '.agents/skills');
  const folder = join(root, 'demo');
  const beside = join(box.root, 'beside');
  for (const old of [root, beside]) rmSync(old, { recursive: true, force: true });
  put(join(folder, 'SKILL.md'), instructions('Do it.'));
  for (const file of files) put(join(folder, file), `of ${file}`);
  const { snapshot } = takeSnapshot(folder, []);
  if (snapshot === null) return 'it cannot be trusted';
  const load = async (trusted: ReadonlyMap<string, string>) => {
    const roots = [{ path: root, source: 'project' as const, trusted: false }];
    const { skills, untrusted, notices } = await loadCatalogue({
      found: { roots, notices: [] },
      disabled: [],
      view: { env: {}, hasProgram: () => true },
      trusted,
    });
    const own = skills.find(({ source }) => source === 'project');
    return {
      text: JSON.stringify({ own, untrusted, notices }),
      isThere: own !== undefined,
      isNamed: untrusted.length === 1,
    };
  };
  const before = await load(new Map());
  if (before.isThere || before.text.includes('Of demo')) return 'it is told before anybody trusts it';
  const trusted = new Map([[folder, snapshot.sha256]]);
  if (!(await load(trusted)).isThere) return 'it is not there although it is trusted';
  changing[how]({ folder, path: join(folder, files[0] ?? 'SKILL.md'), beside });
  const after = await load(trusted);
  if (after.text.includes(secret)) return 'what nobody trusted is told';
  // A folder without files is nothing that could be shown.
  const isSame = how === 'none' || how === 'empty-folder';
  if (after.isThere !== isSame) return `it counts: ${after.isThere}`;
  return after.isThere || after.isNamed || (files.length === 0 && ['remove', 'rename'].includes(how))
    ? null
    : 'it is not named as changed';
}

/** What `show` tells of a file of a skill beside which a secret lies. */
async function showProblem(
  { file, to }: Extract<Given, { kind: 'show' }>,
  box: FileWorkspace,
): Promise<string | null> {
  const root = box.at('roots');
  rmSync(root, { recursive: true, force: true });
  put(join(root, 'demo/SKILL.md'), instructions('Do it.'));
  put(join(root, 'demo/docs/a.md'), 'inside');
  put(join(root, 'demo-evil/a.md'), secret);
  put(join(root, 'outside.md'), secret);
  if (to !== null) symlinkSync(to.replaceAll('@', root), join(root, 'demo/link'));
  try {
    const outcome = await callTool(
      skillTool,
      { action: 'show', name: 'demo', file: file.replaceAll('@', root) },
      box.context,
    );
    return textOf(outcome).includes(secret) ? 'a file outside is shown' : null;
  } catch (error) {
    if (error instanceof ToolFailure) return error.message.includes(secret) ? 'the failure tells it' : null;
    throw error;
  }
}

const fileNames = fc.uniqueArray(fc.constantFrom('a.md', 'docs/b.md', 'scripts/run.sh', '.c', 'é.txt'), {
  maxLength: 3,
});
const shownNames = fc.constantFrom(
  'docs/a.md',
  '../outside.md',
  'docs/../../outside.md',
  'link',
  'link/a.md',
  'link/../outside.md',
  '@/outside.md',
);
const moreNames = fc.constantFrom(
  '../demo-evil/a.md',
  './link',
  '@/demo/link',
  '@/demo/docs/../../outside.md',
  'SKILL.md',
  '~/x',
  '',
  '.',
  'docs',
);
const targets = fc.constantFrom(
  null,
  '../outside.md',
  '..',
  '@/outside.md',
  '@',
  '../demo-evil',
  '@/demo-evil',
  'docs',
  'link',
  'docs/../../outside.md',
  '/',
);

export const skills = benchSuite<Given>({
  title: 'Skills that are read as something else than they say, or told although nobody trusts them',
  schema,
  arbitrary: fc.oneof(
    { weight: 10, arbitrary: skillFiles },
    { weight: 5, arbitrary: anyLines.map((text) => ({ kind: 'lines' as const, text })) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('trust' as const),
        change: fc.constantFrom(...changes),
        files: fileNames,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('show' as const),
        file: fc.oneof(shownNames, moreNames),
        to: targets,
      }),
    },
  ),
  open: async () => {
    const box = await makeWorkspace({}, (settings) => ({
      ...settings,
      skills: { ...settings.skills, roots: ['roots'] },
    }));
    const problemOf = (given: Given): string | null | Promise<string | null> => {
      switch (given.kind) {
        case 'text':
          return fileProblem(given);
        case 'lines':
          return linesProblem(given.text);
        case 'trust':
          return trustProblem(given, box);
        case 'show':
          return showProblem(given, box);
      }
    };
    return { problemOf, close: () => box.remove() };
  },
});
