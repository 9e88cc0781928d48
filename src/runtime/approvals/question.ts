import type { Display } from '../../core/content.ts';
import type { Effect } from '../../core/effect.ts';
import { isObject } from '../../core/record.ts';
import { countRepeats } from '../../core/text/count-repeats.ts';
import { cutAndCounted } from '../../core/text/cut-text.ts';
import { quoteWord } from '../../core/text/quote-word.ts';
import { escapeLine } from '../../core/text/unseen.ts';
import type { Plan } from '../../core/tool.ts';
import type { CommandVerdict } from '../../core/verdict.ts';
import type { Judgement } from '../../policy/judge.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import { showOn } from '../nodes/shown.ts';
import type { ApprovalRequest } from '../service.ts';
import { choicesFor, type Offer } from './choices.ts';
import { escapeQuestion } from './escape-question.ts';

/** Most characters that a person can be expected to read; for more, no yes is offered. */
const mostShown = 1_048_576;
/** Most characters of a part if not everything can be shown, so that a record of the question stays small. */
const mostOfPart = 65_536;

export interface Questionable {
  readonly tool: string;
  readonly input: unknown;
  readonly plan: Plan;
  readonly judgement: Judgement;
  readonly context: ToolContext;
}

function brief(text: string): Display {
  return { type: 'brief', text };
}

/** Parts of the call that the plan does not display: the standard input of a command. */
function showInput({ input, plan, context }: Questionable): readonly Display[] {
  if (!plan.effects.some(({ kind }) => kind === 'exec')) return [];
  const stdin = isObject(input) ? input.stdin : undefined;
  if (typeof stdin === 'string') return [brief(`Standard input:\n${stdin}`)];
  return context.surface.stdin === null
    ? []
    : [brief("Standard input: what the caller's pipe or file holds")];
}

function shownPath(node: string | undefined, path: string): string {
  return node === undefined ? path : showOn(node)(path);
}

/** Texts from the call are kept on their own lines, so that none can pass for a part of ours. */
function showEffect(effect: Effect, { display: shown, host }: Plan): readonly Display[] {
  switch (effect.kind) {
    case 'exec': {
      const command = effect.script ?? (effect.argv ?? []).map(quoteWord).join(' ');
      const isShown = shown.some((item) => item.type === 'command' && item.command === command);
      const overrides = Object.entries(effect.env).map(([name, value]) => `\n${name}=${escapeLine(value)}`);
      return [
        ...(isShown ? [] : [{ type: 'command' as const, command, cwd: effect.cwd, host: effect.host }]),
        ...(overrides.length === 0 ? [] : [brief(`Environment:${overrides.join('')}`)]),
        ...(effect.elevated ? [brief('Runs elevated, outside the sandbox')] : []),
      ];
    }
    case 'input':
      return [brief(`Typed into session ${effect.session}:\n${effect.data}`)];
    case 'read':
    case 'list':
      return [
        brief(`${effect.kind === 'read' ? 'Reads' : 'Lists'} ${escapeLine(shownPath(host, effect.path))}`),
      ];
    case 'write':
      return [brief(`Writes ${escapeLine(shownPath(host, effect.path))}`)];
    case 'signal':
      return [brief(`Signals session ${effect.session}`)];
    case 'skill':
      return [brief(`Loads skill ${effect.name}`)];
    case 'move':
      return [brief(`Runs on ${effect.to}, not on ${effect.from}`)];
  }
}

/** Starts the part with the verdicts; no text from a call starts a part. */
export const judgedSo = 'Judged so:';

const words = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const;

function showCommand({ argv, program, decision, reason }: CommandVerdict): string {
  const where = program === null ? '' : ` (${program})`;
  return `  ${words[decision]}: ${argv.map(quoteWord).join(' ')}${where}: ${reason}`;
}

function showVerdicts({ commands, paths }: Judgement): readonly Display[] {
  const asked = paths.filter(({ decision }) => decision !== 'allow');
  const lines = [
    ...commands.map(showCommand),
    ...asked.map(({ access, action, path, decision, reason }) => {
      const deed = access === 'write' ? action : access;
      return `  ${words[decision]}: ${deed} ${path}: ${reason}`;
    }),
  ];
  return lines.length === 0 ? [] : [brief([judgedSo, ...countRepeats(lines.map(escapeLine))].join('\n'))];
}

/** Whether new content of a file is not shown in full. */
function isChangeHidden({ plan }: Questionable): boolean {
  const writes = plan.effects.filter(({ kind }) => kind === 'write').length;
  return plan.display.filter(({ type }) => type === 'diff').length < writes;
}

function textOf(item: Display): string {
  return item.type === 'command' ? item.command : item.text;
}

/** The start of a display that is too long; each cut part says how much is missing. */
function cutParts(parts: readonly Display[]): readonly Display[] {
  const shown: Display[] = [];
  let left = mostShown;
  for (const part of parts) {
    if (left <= 0) break;
    const text = textOf(part);
    const most = Math.min(left, mostOfPart);
    left -= Math.min(text.length, most);
    const cut = cutAndCounted(text, most);
    shown.push(part.type === 'command' ? { ...part, command: cut } : { ...part, text: cut });
  }
  return shown;
}

/** The question about a call: all that would happen, why it is asked, and the choices. */
export function questionOf(
  call: Questionable,
  offer: Omit<Offer, 'isShownWhole' | 'isOnNode'>,
  { approvalId, expiresAt }: Pick<ApprovalRequest, 'approvalId' | 'expiresAt'>,
): ApprovalRequest {
  const { tool, plan, judgement, context } = call;
  const exec = plan.effects.find((effect) => effect.kind === 'exec');
  const own = [
    ...plan.display,
    ...plan.effects.flatMap((effect) => showEffect(effect, plan)),
    ...showInput(call),
  ];
  const display = [...own, ...showVerdicts(judgement)];
  const isShownWhole =
    !isChangeHidden(call) && display.reduce((sum, item) => sum + textOf(item).length, 0) <= mostShown;
  const notice = brief('This cannot all be shown, so it cannot be allowed here.');
  return escapeQuestion({
    approvalId,
    tool,
    title: plan.title,
    reason: judgement.reason,
    cwd: shownPath(plan.host, exec?.cwd ?? context.workspace.cwd),
    host: plan.host ?? exec?.host ?? 'local',
    display: isShownWhole ? display : [...cutParts(display), notice],
    choices: choicesFor(judgement, { ...offer, isShownWhole, isOnNode: plan.host !== undefined }),
    expiresAt,
  });
}
