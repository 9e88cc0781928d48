import { oneLinePath } from '../../core/containment.ts';
import { text } from '../../core/content.ts';
import { cannot, type ToolFailure } from '../../core/failure.ts';
import { nearest } from '../../core/nearest.ts';
import { outcome } from '../../core/outcome.ts';
import { openRegular, readBytes } from '../../platform/files.ts';
import { type ResolvedPath, resolvePath } from '../../platform/paths.ts';
import { decodeText, listFilesBelow } from '../../platform/skill-files.ts';
import { renderSkill } from '../../skills/prompt-block.ts';
import { type Catalogue, mostSkillBytes, type Skill, skillFileName } from '../../skills/skill.ts';
import type { ToolContext } from '../tool-context.ts';
import { openCatalogue } from './catalogue.ts';
import type { SkillInput } from './input.ts';
import { factsOf, howToTrust } from './list.ts';
import type { SkillPlan } from './plan.ts';

/** Files of a skill that are named, and how deep they may lie. */
const named = { most: 50, depth: 3 } as const;

/** Shows a skill's instructions, or a file of its folder. Throws ToolFailure for one that is not there or not trusted. */
export async function planShow(
  { name, file }: Extract<SkillInput, { action: 'show' }>,
  context: ToolContext,
): Promise<SkillPlan> {
  const skill = findSkill(await openCatalogue(context), name);
  return file === undefined ? planBody(skill, context) : planFile(skill, file, context);
}

function findSkill({ skills, untrusted }: Catalogue, name: string): Skill {
  const skill = skills.find((one) => one.name === name);
  if (skill !== undefined) return skill;
  const stranger = untrusted.find((one) => one.name === name);
  if (stranger !== undefined) {
    throw cannot(
      'show skill',
      name,
      "it is a project's and not trusted",
      `a person to ${howToTrust(stranger.location)}`,
    );
  }
  throw missing(
    name,
    skills.map((one) => one.name),
  );
}

function missing(name: string, names: readonly string[]): ToolFailure {
  const hint = nearest(name, names);
  const wanted = hint === null ? `one of ${names.join(', ')}` : `"${hint}"`;
  return cannot('show skill', name, 'there is none of this name', wanted);
}

function planBody(skill: Skill, { settings }: ToolContext): SkillPlan {
  const { name, folder, unavailable } = skill;
  return {
    title: `skill show ${name}`,
    effects: [{ kind: 'skill', name }],
    display: [],
    run: async () => {
      const files =
        folder === null ? [] : listFilesBelow(folder, named).filter((file) => file !== skillFileName);
      const resources = files.length === 0 ? '' : `Files: ${files.map(oneLinePath).join(', ')}\n`;
      const cut = cutText(skill.body, settings.caps.outputChars, skill.location);
      return outcome({
        status: 'completed',
        message: `Skill "${name}".`,
        content: [text(renderSkill({ name, body: cut.text }) + resources)],
        details: { ...factsOf(skill), files },
        notices: [
          ...cut.notices,
          ...(unavailable === null ? [] : [`skill "${name}" is unavailable: ${unavailable}`]),
        ],
      });
    },
  };
}

async function planFile(
  skill: Skill,
  file: string,
  { workspace, settings }: ToolContext,
): Promise<SkillPlan> {
  const { name, folder } = skill;
  if (folder === null) throw cannot('show', file, `the skill "${name}" has no files`, 'no file');
  const inFolder = { cwd: folder, roots: [folder], home: workspace.home };
  const resolved = await resolvePath(file, inFolder, 'show');
  if (!resolved.inside)
    throw cannot('show', file, `it lies outside the skill "${name}"`, 'a path relative to its folder');
  return {
    title: `skill show ${name} ${file}`,
    effects: [
      { kind: 'skill', name },
      { kind: 'read', path: resolved.path, given: file },
    ],
    display: [],
    run: async () => {
      const content = await readText(resolved);
      const cut = cutText(content, settings.caps.outputChars, resolved.path);
      return outcome({
        status: 'completed',
        message: `File of skill "${name}".`,
        content: [text(cut.text)],
        details: { name, file, path: resolved.path },
        notices: cut.notices,
      });
    },
  };
}

/** Opens exactly what was judged. */
async function readText(resolved: ResolvedPath): Promise<string> {
  const open = await openRegular(resolved, 'show');
  try {
    const { text: content, problem } = decodeText(
      await readBytes(open.fd, mostSkillBytes + 1),
      mostSkillBytes,
    );
    if (content === null) throw cannot('show', resolved.given, problem, 'a short UTF-8 text');
    return content;
  } finally {
    open.close();
  }
}

function cutText(whole: string, most: number, location: string) {
  if (whole.length <= most) return { text: whole, notices: [] };
  const last = whole.charCodeAt(most - 1);
  const shown = whole.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
  return {
    text: shown,
    notices: [
      `${shown.length} of ${whole.length} characters are shown; all of it is in ${oneLinePath(location)}`,
    ],
  };
}
