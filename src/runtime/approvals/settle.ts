import { isForAlways, isYes } from '../../core/choice-kinds.ts';
import { isFailure, messageOf, ToolFailure } from '../../core/failure.ts';
import { outcome } from '../../core/outcome.ts';
import type { Judgement } from '../../policy/judge.ts';
import type { Decidable, Decision } from '../decide.ts';
import { denied, deniedByPolicy, runs } from '../decide.ts';
import { isSatisfiedUnasked } from '../fallback.ts';
import type { ApprovalRequest, Approver } from '../service.ts';
import { newApprovalId } from './approval-id.ts';
import type { Approvals } from './approvals.ts';
import { approverName, askerName } from './approver-name.ts';
import { bindCall } from './bind.ts';
import { findChoice, keepsRule, keptInVain, onlyOnce, ruleToolOf } from './choices.ts';
import { mayLearn } from './learned-file.ts';
import type { LiveAnswer } from './live-questions.ts';
import { leaveOpen } from './open-record.ts';
import { type PendingCall, UnusableStore } from './pending-store.ts';
import { questionOf } from './question.ts';
import type { PendingRecord } from './record.ts';
import { timeAfter } from './time-after.ts';

/** How often a call is asked about again because what it would run changed during the question. */
const mostRounds = 3;

/** A judged call with its digest. */
interface Bound extends Decidable {
  readonly judgement: Judgement;
  readonly digest: string;
}

/** The decision, and the stored rule if any; null if it is not known whether it was stored. */
interface Answer extends Decision {
  readonly kept?: string | null;
}

/** A notice if a stored rule does not cover its call; empty without a rule. */
function missing(kept: string | null | undefined, decides: 'allow' | 'deny'): readonly string[] {
  if (kept === undefined) return [];
  if (kept === null) return [`The answer's rule does not ${decides} this call, ${onlyOnce[decides]}.`];
  return [`${keptInVain(kept, decides)}.`];
}

/**
 * Settles a call that policy asks about: by a stored answer, by the approver or, if nobody can be asked, by leaving it pending. A yes
 * counts for exactly what was shown: the call is judged and bound again afterwards, and asked about again if anything differs.
 */
export async function settleAsk(call: Decidable, first: Judgement, approvals: Approvals): Promise<Decision> {
  let judgement = first;
  let digest = await bind(call, judgement);
  let said: readonly string[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const { kept, ...given } = await answer({ ...call, judgement, digest }, approvals);
    const decision = withNotices(given, said);
    if (decision.refusal !== null && kept === undefined) return decision;
    const again = await call.policy.judge(call.plan.effects, call.context);
    if (decision.refusal !== null)
      return again.decision === 'deny' ? decision : withNotices(decision, missing(kept, 'deny'));
    if (again.decision === 'allow') return { ...decision, judgement: again };
    if (again.decision === 'deny') return withNotices(deniedByPolicy(call, again), decision.notices);
    const now = await bind(call, again);
    if (now === digest) return withNotices({ ...decision, judgement: again }, missing(kept, 'allow'));
    [judgement, digest, said] = [again, now, decision.notices];
  }
  const reason = 'Rejected: what it would run changed each time while an answer was awaited.';
  return withNotices(denied(call, judgement, reason), said);
}

function withNotices(decision: Decision, notices: readonly string[]): Decision {
  return { ...decision, notices: [...notices, ...decision.notices] };
}

async function bind(
  { tool, input, plan, context, policy }: Decidable,
  judgement: Judgement,
): Promise<string> {
  const facts = await policy.facts(context);
  return bindCall({ tool, input, effects: plan.effects, judgement, context }, facts);
}

async function answer(call: Bound, approvals: Approvals): Promise<Answer> {
  const stored = await storedAnswer(call, approvals);
  if (stored !== null && stored !== 'unusable') return takeStored(call, stored);
  const { plan, context, policy, approver } = call;
  if (approver !== null) return ask(call, approver, approvals);
  // What cannot be read may be a rejection.
  const isSatisfied = stored === null && (await isSatisfiedUnasked(plan.effects, context, policy));
  return isSatisfied ? runs(call.judgement) : leave(call, approvals);
}

async function storedAnswer(
  { digest }: Bound,
  { pending }: Approvals,
): Promise<PendingRecord | 'unusable' | null> {
  try {
    return pending.isEmpty ? null : await pending.takeAnswer(digest);
  } catch (error) {
    if (error instanceof UnusableStore) return 'unusable';
    throw error;
  }
}

function takeStored(call: Bound, record: PendingRecord): Answer {
  const { id, state, answer: given } = record;
  const by = given?.by ?? 'a person';
  const choice = given === null ? null : findChoice(record, given.choice);
  // A rule that decides the call would have removed the answer, so this one does not. One for a session that is gone is not kept.
  const kept = choice !== null && isForAlways(choice.kind) ? { kept: null } : {};
  const notices = told(given?.feedback);
  if (state === 'allowed') return { ...runs(call.judgement), approver: by, approvalId: id, notices, ...kept };
  return { ...refused(call, given?.feedback), approver: by, approvalId: id, ...kept };
}

/** A person's feedback for the model; null if it is blank. */
function wordOf(feedback: string | undefined): string | null {
  const word = feedback?.trim() ?? '';
  return word === '' ? null : word;
}

function refused(call: Bound, feedback: string | undefined): Decision {
  const word = wordOf(feedback);
  return denied(call, call.judgement, `Rejected by the user.${word === null ? '' : ` ${word}`}`);
}

/** Notices for a call that was allowed. */
function told(feedback: string | undefined): readonly string[] {
  const word = wordOf(feedback);
  return word === null ? [] : [`The user says: ${word}`];
}

function newQuestion(call: Bound, hasSession: boolean): ApprovalRequest {
  const { approval, locked } = call.context.settings;
  return questionOf(
    call,
    { hasSession, mayLearn: mayLearn(locked) },
    {
      approvalId: newApprovalId(call.digest),
      expiresAt: timeAfter(approval.timeoutSeconds),
    },
  );
}

/** The record of a question for the store. */
function pendingCall({ judgement, context, digest }: Bound, question: ApprovalRequest): PendingCall {
  return {
    digest,
    question,
    ruleTool: ruleToolOf(judgement),
    inputSession: judgement.inputSession?.node === null ? judgement.inputSession.id : null,
    client: askerName(context.caller),
    seconds: context.settings.approval.timeoutSeconds,
  };
}

async function ask(call: Bound, approver: Approver, approvals: Approvals): Promise<Answer> {
  const { digest, signal, context, aside } = call;
  const by = approverName(context);
  const question = newQuestion(call, context.caller.frontend !== 'cli');
  const seconds = context.settings.approval.timeoutSeconds;
  call.asked({ reason: call.judgement.reason, approvalId: question.approvalId, approver: null });
  let given: LiveAnswer & { readonly question: ApprovalRequest };
  try {
    given = await aside(() =>
      approvals.live.ask({
        digest,
        binding: digest,
        question,
        ruleTool: ruleToolOf(call.judgement),
        approver,
        by,
        signal,
        seconds,
        leave: () => leaveOpen(pendingCall(call, question), approver, approvals.pending),
      }),
    );
  } catch (error) {
    if (isFailure(error, 'approval_required') && !signal.aborted)
      return leave(call, approvals, ` ${error.message}.`);
    return unanswered(call, question, error);
  }
  return carryOut(call, given, approvals);
}

/** Nobody allowed it: the call does not run, whatever the cause, which is named. */
function unanswered(call: Bound, { approvalId }: ApprovalRequest, error: unknown): Decision {
  const { plan, signal, judgement } = call;
  if (signal.aborted) {
    const message = 'Cancelled while it waited for approval.';
    throw new ToolFailure('cancelled', message, {
      outcome: outcome({
        status: 'cancelled',
        message,
        display: plan.display.filter(({ type }) => type !== 'diff'),
      }),
    });
  }
  const refusal = denied(call, judgement, `Rejected without an answer: ${messageOf(error)}.`);
  return { ...refusal, approvalId };
}

async function carryOut(
  call: Bound,
  given: LiveAnswer & { readonly question: ApprovalRequest },
  approvals: Approvals,
): Promise<Answer> {
  const { question, by } = given;
  const { approvalId, title } = question;
  const choice = findChoice(question, given.choice);
  if (choice === null) {
    const refusal = denied(
      call,
      call.judgement,
      `Rejected: the answer "${given.choice}" was not among the choices.`,
    );
    return { ...refusal, approver: by, approvalId };
  }
  const notices = await approvals.tryKeepRule({
    choice,
    answer: given,
    ruleTool: ruleToolOf(call.judgement),
    inputSession: call.judgement.inputSession,
    by,
    approvalId,
    title,
  });
  const isAllowed = isYes(choice.kind);
  const decision = isAllowed ? runs(call.judgement) : refused(call, given.feedback);
  const words = isAllowed ? told(given.feedback) : [];
  const answered = { ...decision, approver: by, approvalId, notices: [...notices, ...words] };
  const kept = given.rule ?? choice.rule;
  const isKept = keepsRule(choice) && kept !== undefined && notices.length === 0;
  return isKept ? { ...answered, kept } : answered;
}

/** Leaves the call pending and answers at once how a person can allow it; `cause` says why nobody was asked here. */
async function leave(call: Bound, approvals: Approvals, cause = ''): Promise<Decision> {
  const { plan, judgement } = call;
  let record: PendingRecord | null = null;
  let problem = '';
  try {
    record = await approvals.pending.leave(pendingCall(call, newQuestion(call, false)));
  } catch (error) {
    problem = ` It is not left pending: ${messageOf(error)}.`;
  }
  const how =
    record === null
      ? problem
      : ` It waits as ${record.id} until ${record.expiresAt}: a person answers with "agent-tools approvals resolve ${record.id} --allow-once" (or watch), then repeat exactly this call.`;
  const details = {
    failure: 'approval_required',
    approvalId: record?.id ?? null,
    reason: judgement.reason,
    choices: record?.choices ?? [],
    suggest: judgement.suggest,
    expiresAt: record?.expiresAt ?? null,
  };
  return {
    judgement,
    approver: null,
    approvalId: record?.id ?? null,
    notices: [],
    refusal: outcome({
      status: 'approval_required',
      message: `Approval required, nothing ran: ${judgement.reason}.${cause}${how}`,
      details,
      display: plan.display,
    }),
  };
}
