import type { Outcome } from '../../core/outcome.ts';
import { defineTool, type ToolPlan } from '../../core/tool.ts';
import type { ToolContext } from '../tool-context.ts';
import { type SkillInput, skillInput } from './input.ts';
import { planList } from './list.ts';
import { outlineSkill } from './outline.ts';
import { planPrompt } from './prompt.ts';
import { planShow } from './show.ts';
import { planValidate } from './validate.ts';

async function planSkill(input: SkillInput, context: ToolContext): Promise<ToolPlan<Outcome>> {
  switch (input.action) {
    case 'list':
      return planList(context);
    case 'show':
      return planShow(input, context);
    case 'prompt':
      return planPrompt(context);
    case 'validate':
      return planValidate(input, context);
  }
}

/** Lists, shows and checks skills: instructions kept in SKILL.md files. */
export const skill = defineTool<ToolContext, typeof skillInput, Outcome>({
  name: 'skill',
  summary: 'List, show and check skills',
  input: skillInput,
  positionals: ['action', 'name', 'file', 'path'],
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  describe: () => 'Instructions for certain tasks, by list and show.',
  plan: planSkill,
  outline: outlineSkill,
  present: (result) => result,
});
