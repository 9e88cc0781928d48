import { text } from '../../core/content.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import { shownPath } from '../../core/paths/containment.ts';
import { oneLinePath } from '../../core/text/one-line.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { countOf } from '../../output/notices.ts';
import { resolvePath } from '../../platform/files/resolve-path.ts';
import { validateSkill } from '../../skills/validate.ts';
import type { ToolContext } from '../tool-context.ts';
import type { SkillInput } from './input.ts';

/** Checks a skill strictly: lists each violation as `file:line: problem`, and is an error if there is one. */
export async function planValidate(
  { path: given }: Extract<SkillInput, { action: 'validate' }>,
  { workspace }: ToolContext,
): Promise<ToolPlan<Outcome>> {
  const resolved = await resolvePath(given, workspace, 'validate');
  return {
    title: `skill validate ${given}`,
    effects: [{ kind: 'read', path: resolved.path, given }],
    run: async () => {
      const { file, violations } = await validateSkill(resolved.path);
      const shown = oneLinePath(shownPath(file, workspace.cwd));
      const lines = violations.map(({ line, problem }) => `${shown}:${line}: ${problem}`);
      const message =
        lines.length === 0 ? `${shown} is valid.` : `${shown} has ${countOf(lines.length, 'violation')}.`;
      return outcome({
        status: 'completed',
        isError: lines.length > 0,
        message,
        content: [text(lines.length === 0 ? `${message}\n` : `${lines.join('\n')}\n`)],
        details: { file, violations },
      });
    },
  };
}
