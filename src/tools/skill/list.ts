import { dirname } from 'node:path';
import { text } from '../../core/content.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import { oneLinePath } from '../../core/text/one-line.ts';
import { escapeUnseen } from '../../core/text/unseen.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { countWithin } from '../../output/fits-line.ts';
import { countOf } from '../../output/notices.ts';
import type { Skill, UntrustedSkill } from '../../skills/skill.ts';
import { trustProblem } from '../../skills/trustable.ts';
import type { ToolContext } from '../tool-context.ts';
import { openCatalogue } from './catalogue.ts';

/** How a person trusts a skill of a project, or all beside it. */
export function howToTrust(folder: string): string {
  return `run "agent-tools config trust ${oneLinePath(folder)}"`;
}

interface Stranger extends UntrustedSkill {
  /** Why it cannot be trusted, without quoting it; null if a person may trust it. */
  readonly problem: string | null;
}

async function lookAt(skill: UntrustedSkill): Promise<Stranger> {
  return { ...skill, problem: await trustProblem(dirname(skill.location)) };
}

/** Lists all skills with descriptions; for an untrusted one only the name, as nobody vouches for its text yet. */
export async function planList(context: ToolContext): Promise<ToolPlan<Outcome>> {
  return {
    title: 'skill list',
    effects: [],
    run: async () => {
      const { skills, untrusted: strangers, notices } = await openCatalogue(context);
      const untrusted = await Promise.all(strangers.map(lookAt));
      const lines = [...skills.map(describe), ...untrusted.map(describeUntrusted)].map((line) => `${line}\n`);
      const lengths = lines.map((line) => line.length);
      const shown = countWithin(lengths, context.settings.caps.outputChars);
      const message = `${countOf(skills.length, 'skill')}${untrusted.length === 0 ? '' : `, ${untrusted.length} untrusted`}.`;
      return outcome({
        status: 'completed',
        message,
        content: [text(lines.slice(0, shown).join(''))],
        details: { skills: skills.slice(0, shown).map(factsOf), untrusted },
        notices: [
          ...(shown < lines.length ? [`${shown} of ${lines.length} skills are shown`] : []),
          ...notices,
          ...trustNotices(untrusted),
        ],
      });
    },
  };
}

function describe({ name, description, source, unavailable }: Skill): string {
  const state = unavailable === null ? '' : ` [unavailable: ${unavailable}]`;
  return `${name} (${source})${state}  ${escapeUnseen(description.replace(/\s+/g, ' '))}`;
}

function describeUntrusted({ name, location, isChanged, problem }: Stranger): string {
  const state = isChanged ? 'changed since it was trusted' : 'not trusted';
  const way = problem === null ? `: ${howToTrust(dirname(location))}` : `, and cannot be: ${problem}`;
  return `${oneLinePath(name)} (project) [${state}${way}]  ${oneLinePath(location)}`;
}

function trustNotices(untrusted: readonly Stranger[]): readonly string[] {
  const changed = untrusted
    .filter(({ isChanged }) => isChanged)
    .map(({ location }) => `skill ${oneLinePath(dirname(location))} has changed since it was trusted`);
  const trustable = untrusted.filter(({ problem }) => problem === null);
  const roots = new Set(trustable.map(({ location }) => dirname(dirname(location))));
  const ways = [...roots].map(
    (root) => `skills of the project are not trusted; a person who has read them may ${howToTrust(root)}`,
  );
  return [...changed, ...ways];
}

/** Facts about a skill for a program; never its text. */
export function factsOf(skill: Skill): Readonly<Record<string, unknown>> {
  const { name, source, location, always, unavailable, allowedTools, requires, diagnostics } = skill;
  return {
    name,
    source,
    location,
    always,
    available: unavailable === null,
    unavailable,
    allowedTools,
    requires,
    diagnostics,
  };
}
