/** What a person may answer to an approval request (CONTRACT.md section 5). */
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

/** Whether it holds for later calls without an end. */
export function isForAlways(kind: ChoiceKind): boolean {
  return kind.endsWith('_always');
}
