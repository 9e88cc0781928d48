import { escapeUnseen } from '../core/text/unseen.ts';
import type { Skill } from './skill.ts';

/** A block for a system prompt, with notices on what did not fit. */
export interface PromptBlock {
  /** Empty if there are no skills. */
  readonly text: string;
  /** Names of the skills shown in full. */
  readonly full: readonly string[];
  readonly notices: readonly string[];
}

function escapeXml(text: string): string {
  return escapeUnseen(text.replace(/\s+/g, ' ')).replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function summary({ name, description, location, unavailable }: Skill): string {
  const state = unavailable === null ? '' : ` available="false"`;
  const why = unavailable === null ? '' : `<unavailable>${escapeXml(unavailable)}</unavailable>`;
  return (
    `<skill${state}><name>${name}</name><description>${escapeXml(description)}</description>` +
    `<location>${escapeXml(location)}</location>${why}</skill>\n`
  );
}

/** The instructions of a skill between tags with its name, which they cannot close. */
export function renderSkill({ name, body }: Pick<Skill, 'name' | 'body'>): string {
  return `<skill_content name="${name}">\n${body.replace(/<(?=\/?skill_content)/gi, '&lt;')}\n</skill_content>\n`;
}

const intro =
  'Skills: instructions for certain tasks. Read one that fits the task with the skill tool (show) before you begin.\n';

/**
 * The block of a system prompt on skills: those with `always` in full, the others by name, description and location while there is
 * room; what does not fit into `mostChars` is left out, with a notice.
 */
export function renderPromptBlock(skills: readonly Skill[], mostChars: number): PromptBlock {
  const notices: string[] = [];
  const full: string[] = [];
  let text = '';
  for (const skill of skills.filter(({ always, unavailable }) => always && unavailable === null)) {
    const part = renderSkill(skill);
    if (text.length + part.length > mostChars) {
      notices.push(`skill "${skill.name}" is too long to be in the prompt in full`);
      continue;
    }
    text += part;
    full.push(skill.name);
  }
  const rest = skills.filter(({ name }) => !full.includes(name));
  let list = '';
  let left = 0;
  for (const skill of rest) {
    const part = summary(skill);
    if (text.length + list.length + part.length + intro.length + 50 > mostChars) left += 1;
    else list += part;
  }
  if (left > 0) notices.push(`${left} more skills do not fit into ${mostChars} characters; list shows them`);
  if (list !== '') text += `${intro}<available_skills>\n${list}</available_skills>\n`;
  return { text, full, notices };
}
