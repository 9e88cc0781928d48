import type { Settings } from '../../config/schema.ts';
import type { Workspace } from '../../core/context.ts';
import { asksNobody, modeOf } from '../mode.ts';
import { compileRules } from '../rules/compile.ts';
import type { SourcedRule } from '../rules/rule.ts';
import { ruleMatches } from './scope.ts';

/**
 * Tells of a path below `root` whether a rule denies or asks about reading or listing it; null when no rule does. Rules that hold for
 * `root` itself do not count: they were answered when the call was judged. Paths are absolute and real.
 */
export function withheldBelow(
  root: string,
  access: 'read' | 'list',
  by: {
    readonly rules: readonly SourcedRule[];
    readonly settings: Settings;
    readonly workspace: Workspace;
  },
): ((path: string) => boolean) | null {
  const mode = modeOf(by.settings);
  const withholding = compileRules(by.rules).paths[access].filter(
    (rule) =>
      (rule.decision === 'deny' || (rule.decision === 'ask' && !asksNobody(mode))) &&
      !ruleMatches(rule, root, by.workspace),
  );
  if (withholding.length === 0) return null;
  return (path) => withholding.some((rule) => ruleMatches(rule, path, by.workspace));
}
