import { text } from '../../core/content.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { countOf } from '../../output/notices.ts';
import { renderPromptBlock } from '../../skills/prompt-block.ts';
import type { ToolContext } from '../tool-context.ts';
import { openCatalogue } from './catalogue.ts';

/** Prints the block for a system prompt; built while planning, so that each skill in full is judged. */
export async function planPrompt(context: ToolContext): Promise<ToolPlan<Outcome>> {
  const { skills } = await openCatalogue(context);
  const block = renderPromptBlock(skills, context.settings.caps.outputChars);
  return {
    title: 'skill prompt',
    effects: block.full.map((name) => ({ kind: 'skill', name })),
    run: async () =>
      outcome({
        status: 'completed',
        message: `${countOf(skills.length, 'skill')}.`,
        content: [text(block.text)],
        details: { skills: skills.map(({ name }) => name), full: block.full },
        notices: block.notices,
      }),
  };
}
