import type { ApprovalAnswer } from '../../../core/approval-answer.ts';
import type { Display } from '../../../core/content.ts';
import { behindBar, escapeLine } from '../../../core/text/unseen.ts';
import type { ApprovalChoice, ApprovalRequest } from '../../../runtime/service.ts';

function renderItem(item: Display): readonly string[] {
  switch (item.type) {
    case 'command':
      return behindBar(item.command);
    case 'diff':
    case 'brief':
      return behindBar(item.text);
  }
}

/** The whole question: title, reason, place, and everything that would happen. */
export function renderQuestion({
  tool,
  title,
  reason,
  cwd,
  host,
  display,
}: Omit<ApprovalRequest, 'choices' | 'approvalId' | 'expiresAt'>): string {
  const isTitleShown = display.some(
    (item) => item.type === 'command' && escapeLine(item.command) === escapeLine(title),
  );
  return [
    `${escapeLine(tool)} in ${escapeLine(cwd)}${host === 'local' ? '' : ` on ${escapeLine(host)}`}`,
    ...(isTitleShown ? [] : [`  ${escapeLine(title)}`]),
    ...display.flatMap((item) => [...renderItem(item), '']),
    `Asked because: ${escapeLine(reason)}`,
  ].join('\n');
}

interface Key {
  readonly key: string;
  readonly choice: ApprovalChoice;
}

const letters = {
  allow_once: 'y',
  allow_session: 's',
  allow_always: 'a',
  reject_once: 'n',
  reject_always: 'never',
} as const;

/** Full words for keys, for people who answer so. */
const writtenOut: ReadonlyMap<string, string> = new Map([
  ['yes', letters.allow_once],
  ['session', letters.allow_session],
  ['always', letters.allow_always],
  ['no', letters.reject_once],
]);

/** The word for each choice on a terminal: y, s, a, a2, a3, n, never. */
export function keysOf(choices: readonly ApprovalChoice[]): readonly Key[] {
  const count = new Map<string, number>();
  return choices.map((choice) => {
    const letter = letters[choice.kind];
    const number = (count.get(letter) ?? 0) + 1;
    count.set(letter, number);
    return { key: number === 1 ? letter : `${letter}${number}`, choice };
  });
}

/** The choices, one per line, each behind its key. */
export function renderChoices(choices: readonly ApprovalChoice[]): string {
  return keysOf(choices)
    .map(({ key, choice }) => `  ${key.padEnd(6)} ${escapeLine(choice.label)}`)
    .join('\n');
}

/** What may be typed behind the keys, in one line; empty where nothing may. */
export function renderFollowing(choices: readonly ApprovalChoice[]): string {
  const keys = keysOf(choices);
  const keysOfThose = (isMeant: (choice: ApprovalChoice) => boolean): string =>
    keys
      .filter(({ choice }) => isMeant(choice))
      .map(({ key }) => key)
      .join(' or ');
  const parts = [
    ['a rule of your own may follow', keysOfThose(({ rule }) => rule !== undefined)],
    ['a word for the model may follow', keysOfThose(({ kind }) => kind === 'reject_once')],
  ].flatMap(([what, those]) => (those === '' ? [] : [`${what} ${those}`]));
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}

/** The answer in a typed line, or what was expected instead. There is no default. */
export function readAnswer(
  line: string,
  choices: readonly ApprovalChoice[],
): ApprovalAnswer | { readonly problem: string } {
  const [, word = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/su.exec(line) ?? [];
  const keys = keysOf(choices);
  const typed = word.toLowerCase();
  const found = keys.find(({ key }) => key === (writtenOut.get(typed) ?? typed));
  if (found === undefined) return { problem: `one of ${keys.map(({ key }) => key).join(', ')}` };
  const { choice } = found;
  if (rest === '') return { choice: choice.id };
  if (choice.rule !== undefined) return { choice: choice.id, rule: rest };
  if (choice.kind === 'reject_once') return { choice: choice.id, feedback: rest };
  return { problem: `${word} alone` };
}
