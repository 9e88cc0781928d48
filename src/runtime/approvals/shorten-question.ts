import { isYes } from '../../core/choice-kinds.ts';
import type { Display } from '../../core/content.ts';
import { cutAndCounted, cutInside } from '../../core/text/cut-text.ts';
import { escapeLine } from '../../core/text/unseen.ts';
import { countOf } from '../../output/notices.ts';
import type { ApprovalRequest } from '../service.ts';
import { judgedSo } from './question.ts';

/** For each step: most characters of a text that repeats the command, and of a rule that is offered; longest first. */
const steps = [
  { most: 1000, longestRule: Number.POSITIVE_INFINITY },
  { most: 1000, longestRule: 1000 },
  { most: 200, longestRule: 200 },
  { most: 60, longestRule: 60 },
] as const;
/** Most parts of a display that is too long. */
const mostParts = 8;

/**
 * The first that fits: the question, or a version shortened where it only repeats the command: its title, its verdicts, and choices
 * that store long rules. The call itself is never cut if it may be allowed. Null if none fits.
 */
export function fittingQuestion(
  question: ApprovalRequest,
  fits: (question: ApprovalRequest) => boolean,
): ApprovalRequest | null {
  if (fits(question)) return question;
  for (const step of steps) {
    const shorter = shortenQuestion(question, step);
    if (fits(shorter)) return shorter;
  }
  return null;
}

function shortenQuestion(
  question: ApprovalRequest,
  { most, longestRule }: (typeof steps)[number],
): ApprovalRequest {
  const { title, display, choices, approvalId } = question;
  const offered = choices.filter(({ rule = '' }) => rule.length <= longestRule);
  const left = choices.length - offered.length;
  const more = `"agent-tools approvals show ${approvalId}" has ${countOf(left, 'more answer')} that keep longer rules.`;
  const shown = choices.some(({ kind }) => isYes(kind)) ? display : boundParts(display, most);
  return {
    ...question,
    title: shortenTitle(title, display, most),
    display: [
      ...shown.map((item) => shortenJudged(item, most)),
      ...(left === 0 ? [] : [{ type: 'brief' as const, text: more }]),
    ],
    choices: offered.map((choice) => ({ ...choice, label: cutInside(choice.label, most) })),
  };
}

/** The title with a command cut that the display has in full. */
function shortenTitle(title: string, display: readonly Display[], most: number): string {
  return display.reduce((shorter, item) => {
    const command = item.type === 'command' ? escapeLine(item.command) : '';
    return command.length > most ? shorter.replace(command, () => cutAndCounted(command, most)) : shorter;
  }, title);
}

/** The verdicts on commands and paths, cut; those not allowed come first. */
function shortenJudged(item: Display, most: number): Display {
  if (item.type !== 'brief' || !item.text.startsWith(`${judgedSo}\n`)) return item;
  const lines = item.text.split('\n').slice(1);
  const isAllowed = (line: string): boolean => line.startsWith('  allowed: ');
  const sorted = [...lines.filter((line) => !isAllowed(line)), ...lines.filter(isAllowed)];
  const mostLines = Math.ceil(most / 50);
  const more = sorted.length - mostLines;
  return {
    type: 'brief',
    text: [
      judgedSo,
      ...(more > 0 ? sorted.slice(0, mostLines) : lines).map((line) => cutInside(line, most)),
      ...(more > 0 ? [`  … (${more} more)`] : []),
    ].join('\n'),
  };
}

/** The first parts, cut, and the last one, which says that not everything is shown; for a question that cannot be allowed here. */
function boundParts(display: readonly Display[], most: number): readonly Display[] {
  const parts = display.slice(0, -1);
  const more = parts.length - mostParts;
  const cut = parts
    .slice(0, mostParts)
    .map(
      (item): Display =>
        item.type === 'command'
          ? { ...item, command: cutAndCounted(item.command, 4 * most) }
          : { ...item, text: cutAndCounted(item.text, 4 * most) },
    );
  return [
    ...cut,
    ...(more > 0 ? [{ type: 'brief' as const, text: `… (${more} more parts)` }] : []),
    ...display.slice(-1),
  ];
}
