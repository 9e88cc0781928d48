/** The kinds of answers to an approval request (CONTRACT.md section 5). */
export const choiceKinds = [
  'allow_once',
  'allow_session',
  'allow_always',
  'reject_once',
  'reject_always',
] as const;

export type ChoiceKind = (typeof choiceKinds)[number];

/** Whether it lets the call run. */
export function isYes(kind: ChoiceKind): boolean {
  return kind.startsWith('allow_');
}

/** Whether it applies to later calls for good. */
export function isForAlways(kind: ChoiceKind): boolean {
  return kind.endsWith('_always');
}
