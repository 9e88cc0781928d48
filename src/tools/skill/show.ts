import { basename, dirname, normalize, relative } from 'node:path';
import type { Settings } from '../../config/schema.ts';
import { text } from '../../core/content.ts';
import { cannot, type ToolFailure } from '../../core/failure.ts';
import { nearest } from '../../core/names/nearest.ts';
import { isInRepositoryFolder } from '../../core/names/repository-folders.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import { isSensitiveName } from '../../core/paths/sensitive.ts';
import { firstCharacters } from '../../core/text/cut-text.ts';
import { oneLinePath } from '../../core/text/one-line.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { readBytes } from '../../platform/files/file-bytes.ts';
import { openRegular } from '../../platform/files/regular-file.ts';
import { type ResolvedPath, resolvePath } from '../../platform/files/resolve-path.ts';
import { sha256 } from '../../platform/files/sha256.ts';
import { boundedText, listFilesBelow } from '../../platform/skills/skill-files.ts';
import { renderSkill } from '../../skills/prompt-block.ts';
import { shippedSkills } from '../../skills/shipped.ts';
import {
  type Catalogue,
  mostSkillBytes,
  type Skill,
  skillFileName,
  type UntrustedSkill,
} from '../../skills/skill.ts';
import { plainSkill, trustProblem } from '../../skills/trustable.ts';
import { payloadCharacters, type ToolContext } from '../tool-context.ts';
import { openCatalogue } from './catalogue.ts';
import type { SkillInput } from './input.ts';
import { factsOf, howToTrust } from './list.ts';

/** Most files listed for a skill, and how deep they may be. */
const named = { most: 50, depth: 3 } as const;

/** Shows a skill's instructions, or a file of its folder. Throws ToolFailure for one that is missing or not trusted. */
export async function planShow(
  { name, file }: Extract<SkillInput, { action: 'show' }>,
  context: ToolContext,
): Promise<ToolPlan<Outcome>> {
  const skill = await findSkill(await openCatalogue(context), name);
  return file === undefined ? planBody(skill, context) : planFile(skill, file, context);
}

async function findSkill(catalogue: Catalogue, name: string): Promise<Skill> {
  const { skills, untrusted, unusable } = catalogue;
  const skill = skills.find((one) => one.name === name);
  if (skill !== undefined) return skill;
  const stranger = untrusted.find((one) => one.name === name);
  if (stranger !== undefined) throw await untrustedFailure(stranger);
  const broken = unusable.find((one) => one.name === name);
  if (broken !== undefined) {
    const { location, problem } = broken;
    throw cannot(
      'show skill',
      name,
      `${oneLinePath(location)} is left out, ${problem}`,
      `a valid ${skillFileName}`,
    );
  }
  throw missing(name, catalogue);
}

/** Suggests trusting it only if that is possible. */
async function untrustedFailure({ name, location, isChanged }: UntrustedSkill): Promise<ToolFailure> {
  const folder = dirname(location);
  const problem = await trustProblem(folder);
  const state = isChanged ? 'it has changed since it was trusted' : "it is a project's and not trusted";
  return problem === null
    ? cannot('show skill', name, state, `a person to ${howToTrust(folder)}`)
    : cannot('show skill', name, `${state}, and cannot be: ${problem}`, plainSkill);
}

/** Most folders named that cannot be listed. */
const mostUnlisted = 3;

/** A skill may be requested by its folder's name, which may differ; it may be in a folder that cannot be listed. */
function missing(name: string, { skills, unlisted }: Catalogue): ToolFailure {
  const names = skills.map((one) => one.name);
  const inFolder = skills.find(({ folder }) => folder !== null && basename(folder) === name);
  const hint = inFolder?.name ?? nearest(name, names);
  const wanted = hint === null ? `one of ${names.join(', ')}` : `"${hint}"`;
  return cannot(
    'show skill',
    name,
    ['there is none of this name', ...unlisted.slice(0, mostUnlisted)].join('; '),
    wanted,
  );
}

function planBody(skill: Skill, context: ToolContext): ToolPlan<Outcome> {
  const { name, unavailable } = skill;
  return {
    title: `skill show ${name}`,
    effects: [{ kind: 'skill', name }],
    run: async () => {
      const files = filesOf(skill);
      const resources = files.length === 0 ? '' : `Files: ${files.map(oneLinePath).join(', ')}\n`;
      const cut = withinCap(skill.body, payloadCharacters(context), skill.location);
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

/** The files that a model may request besides the instructions. */
function filesOf({ folder, pins }: Skill): readonly string[] {
  const all =
    pins === null ? (folder === null ? [] : listFilesBelow(folder, named)) : [...pins.keys()].sort();
  return all.filter((file) => file !== skillFileName).slice(0, named.most);
}

async function planFile(skill: Skill, file: string, context: ToolContext): Promise<ToolPlan<Outcome>> {
  const { workspace, settings } = context;
  const { name, folder } = skill;
  if (folder === null) return planShippedFile(skill, file, context);
  const inFolder = { ...workspace, cwd: folder, roots: [folder] };
  const bounds = { place: 'the folder of the skill', wanted: 'a path in it' };
  const resolved = await resolvePath(file, inFolder, 'show', bounds);
  if (!resolved.inside)
    throw cannot('show', file, `it lies outside the skill "${name}"`, 'a path relative to its folder');
  return {
    title: `skill show ${name} ${file}`,
    effects: [
      { kind: 'skill', name },
      ...(isJudgedAsFile(skill, resolved, settings)
        ? [{ kind: 'read' as const, path: resolved.path, given: file }]
        : []),
    ],
    run: async () => shownFile(await readText(resolved, skill), { name, file, path: resolved.path }, context),
  };
}

/** A shipped skill is a single file inside the program. */
function planShippedFile({ name, location }: Skill, file: string, context: ToolContext): ToolPlan<Outcome> {
  const shipped = shippedSkills.find((one) => one.name === name);
  if (shipped === undefined || normalize(file) !== skillFileName)
    throw cannot('show', file, `the skill "${name}" has no such file`, skillFileName);
  return {
    title: `skill show ${name} ${file}`,
    effects: [{ kind: 'skill', name }],
    run: async () => shownFile(shipped.text, { name, file, path: location }, context),
  };
}

function shownFile(
  content: string,
  details: { readonly name: string; readonly file: string; readonly path: string },
  context: ToolContext,
): Outcome {
  const cut = withinCap(content, payloadCharacters(context), details.path);
  return outcome({
    status: 'completed',
    message: `File of skill "${details.name}".`,
    content: [text(cut.text)],
    details,
    notices: cut.notices,
  });
}

/**
 * Whether showing a file is judged as reading. A user's own skills are beside the configuration, which is closed to every tool, but
 * they are there to be shown, except files that look secret or belong to version control.
 */
function isJudgedAsFile({ source, folder }: Skill, { path }: ResolvedPath, { workspace }: Settings): boolean {
  const isOdd =
    isSensitiveName(path, workspace.sensitive) || isInRepositoryFolder(relative(folder ?? '', path));
  return source !== 'user' || isOdd;
}

/** Reads exactly the judged file; for a skill trusted by content, only if it is unchanged. */
async function readText(resolved: ResolvedPath, { folder, pins }: Skill): Promise<string> {
  const open = await openRegular(resolved, 'show');
  try {
    const bytes = await readBytes(open.fd, mostSkillBytes + 1);
    const { text: content, problem } = boundedText(bytes, mostSkillBytes);
    if (content === null) throw cannot('show', resolved.given, problem, 'a short UTF-8 text');
    if (pins !== null && pins.get(relative(folder ?? '', resolved.path)) !== sha256(bytes)) {
      throw cannot('show', resolved.given, 'it has changed since the skill was trusted', 'what was trusted');
    }
    return content;
  } finally {
    open.close();
  }
}

function withinCap(whole: string, most: number, location: string) {
  if (whole.length <= most) return { text: whole, notices: [] };
  const shown = firstCharacters(whole, most);
  return {
    text: shown,
    notices: [
      `${shown.length} of ${whole.length} characters are shown; all of it is in ${oneLinePath(location)}`,
    ],
  };
}
