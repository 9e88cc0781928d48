import type { Rule } from '../../config/schema.ts';
import { isForAlways, isYes } from '../../core/choice-kinds.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import type { Judgement, Proposal } from '../../policy/judge.ts';
import { subjects } from '../../policy/rules/subjects.ts';
import type { ApprovalChoice, ApprovalRequest } from '../service.ts';

/** What may be offered for a call. */
export interface Offer {
  /** Whether everything that would happen is shown; what a person cannot see they cannot allow. */
  readonly isShownWhole: boolean;
  /** Whether the asking process lives on, so that an answer can hold for its session. */
  readonly hasSession: boolean;
  /** Whether rules that allow may be added: neither `rules` nor what they loosen is locked. */
  readonly mayLearn: boolean;
  /** Whether the call is for a node: rules name no host, so a kept one holds here and on every other node too. */
  readonly isOnNode: boolean;
}

/** A rule as a person reads and edits it, with its tool unless that is the shell. */
export function ruleText({ tool, allow }: Proposal[number]): string {
  return tool === 'shell' ? allow : `${tool}: ${allow}`;
}

/** The rules of a proposal, one per line. */
function textOf(proposal: Proposal): string {
  return proposal.map(ruleText).join('\n');
}

/** The rules of a text with one per line, quoted for a sentence: `"a *" and "write: log"`. */
export function quoteRules(rules: string): string {
  return rules.split('\n').map(inQuotes).join(' and ');
}

/** What becomes of a call whose answer's rule does not decide it: the answer holds for it all the same, once. */
export const onlyOnce = {
  allow: 'which runs this once and will be asked about again',
  deny: 'which is refused this once and will be asked about again',
} as const;

/** Says of stored rules that they do not decide the call whose answer they are. */
export function keptInVain(rules: string, decides: 'allow' | 'deny'): string {
  const are = rules.includes('\n')
    ? `The rules ${quoteRules(rules)} are kept, but they do`
    : `The rule ${quoteRules(rules)} is kept, but it does`;
  return `${are} not ${decides} this call, ${onlyOnce[decides]}`;
}

/** Stored rules are the user's, even those with relative paths: they apply in other projects too. */
const everywhere = ({ isOnNode }: Offer): string =>
  isOnNode ? ' (in every folder, on every host)' : ' (in every folder)';

/** Proposals that can be stored: none for a call that was not fully understood. */
function keepable({ opaque, proposals }: Judgement): readonly Proposal[] {
  return opaque === null ? proposals.filter((proposal) => proposal.length > 0) : [];
}

/** The rules of a permanent rejection: those for the call; its host's only if nothing else is asked about, as they bar all calls there. */
function refused(proposal: Proposal): Proposal {
  const others = proposal.filter(({ tool }) => tool !== 'host');
  return others.length > 0 ? others : proposal;
}

/** The choices of a question, those that allow first; those that store a rule go from narrow to wide. */
export function choicesFor(judgement: Judgement, offer: Offer): readonly ApprovalChoice[] {
  const { isShownWhole, hasSession, mayLearn, isOnNode } = offer;
  const proposals = keepable(judgement);
  const rules = proposals.map(textOf);
  const wide = rules.at(-1);
  const choices: ApprovalChoice[] = [];
  if (isShownWhole) {
    choices.push({ id: 'allow_once', kind: 'allow_once', label: 'Allow once' });
    if (hasSession && mayLearn && wide !== undefined)
      choices.push({
        id: 'allow_session',
        kind: 'allow_session',
        label: `Allow ${quoteRules(wide)} for this session${isOnNode ? ', on every host' : ''}`,
        rule: wide,
      });
    // A background session outlives the call that sends it input, so one-shot commands are offered this too; but one on a node keeps
    // no answers of this machine.
    const typed = judgement.inputSession;
    if (mayLearn && typed !== null && (typed.node === null || hasSession))
      choices.push({
        id: 'allow_session',
        kind: 'allow_session',
        label: `Allow for this session's input: all that is typed into session ${typed.id} from now on`,
      });
    for (const [index, rule] of (mayLearn ? rules : []).entries()) {
      const id = index === 0 ? 'allow_always' : `allow_always_${index + 1}`;
      choices.push({
        id,
        kind: 'allow_always',
        label: `Always allow ${quoteRules(rule)}${everywhere(offer)}`,
        rule,
      });
    }
  }
  choices.push({ id: 'reject_once', kind: 'reject_once', label: 'Reject' });
  for (const rule of proposals.slice(0, 1).map(refused).map(textOf))
    choices.push({
      id: 'reject_always',
      kind: 'reject_always',
      label: `Never allow ${quoteRules(rule)}${everywhere(offer)}`,
      rule,
    });
  return choices;
}

/** Whether an answer may have an edited rule: a permanent one, or one for the session by a rule. */
export function keepsRule({ kind, rule }: ApprovalChoice): boolean {
  return isForAlways(kind) || (kind === 'allow_session' && rule !== undefined);
}

/** The tool for which the rules of a judgement's proposals are. */
export function ruleToolOf({ proposals }: Judgement): string {
  return proposals[0]?.[0]?.tool ?? 'shell';
}

/** The choice that an answer gives by its id or, on the command line, by its kind; null if it was not offered. */
export function findChoice(
  { choices }: Pick<ApprovalRequest, 'choices'>,
  name: string,
): ApprovalChoice | null {
  return choices.find(({ id }) => id === name) ?? choices.find(({ kind }) => kind === name) ?? null;
}

const withTool = new RegExp(`^(${Object.keys(subjects).join('|')}): *(.*)$`);

/** What a text names with one rule per line; a line without a tool is for `tool`. */
export function namedBy(text: string, tool: string): Proposal {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, named = tool, rest = line] = withTool.exec(line) ?? [];
      return { tool: named, allow: rest };
    });
}

/** The rules of a text with one per line, as in the configuration; a line without a tool is for `tool`. */
export function rulesOf(text: string, tool: string, decision: 'allow' | 'deny'): readonly Rule[] {
  const named = namedBy(text, tool);
  return decision === 'allow' ? named : named.map(({ tool: of, allow: deny }) => ({ tool: of, deny }));
}

/** The rules that an answer stores: those of its choice, or `edited` instead. */
export function rulesOfAnswer(
  { kind, rule = '' }: ApprovalChoice,
  edited: string | undefined,
  tool: string,
): readonly Rule[] {
  return rulesOf(edited ?? rule, tool, isYes(kind) ? 'allow' : 'deny');
}
