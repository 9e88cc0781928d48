import { missesSome } from '../../policy/rules/missed.ts';
import type { ApprovalChoice } from '../service.ts';
import { keptInVain, namedBy, quoteRules } from './choices.ts';
import type { PendingRecord } from './record.ts';

/**
 * What a person is told whose own rule allows other calls than the one it answers, with the rules that would allow that; empty where
 * its words alone do not tell so.
 */
export function notFitting(
  { choices, ruleTool }: PendingRecord,
  { kind }: ApprovalChoice,
  own: string | undefined,
): readonly string[] {
  const offered = choices.flatMap((choice) => (choice.kind === kind ? [choice.rule ?? ''] : []));
  const [narrowest = ''] = offered;
  if (kind !== 'allow_always' || own === undefined || offered.includes(own)) return [];
  if (!missesSome(namedBy(own, ruleTool), namedBy(narrowest, ruleTool))) return [];
  return [`${keptInVain(own, 'allow')}; ${offered.map(quoteRules).join(' or ')} would allow it.`];
}
