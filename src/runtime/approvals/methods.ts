import * as v from 'valibot';
import { ToolFailure } from '../../core/failure.ts';
import { parseInput } from '../../core/schema/validate.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import type { MethodCaller } from '../service.ts';
import { answerFields } from './answer.ts';
import type { Approvals } from './approvals.ts';
import { clientName } from './approver-name.ts';
import { findChoice, keepsRule, rulesOfAnswer } from './choices.ts';
import { checkRules } from './learn.ts';
import { NotWaiting } from './not-waiting.ts';
import { ofStore } from './of-store.ts';
import type { PendingRecord } from './record.ts';
import { type Resolving, resolvePending, wrongAnswer } from './resolve.ts';

/** A person's answer to a question. */
export const resolveSchema = v.strictObject({ approvalId: v.string(), ...answerFields });

/** A record as clients see it. */
export function describeRecord({
  id,
  digest: _,
  version: __,
  seconds: ___,
  ruleTool: ____,
  inputSession: _____,
  asker: ______,
  node: _______,
  ...rest
}: PendingRecord) {
  return { approvalId: id, ...rest };
}

/** Only a client that declared that a person answers there may answer; a model's call never gets here. */
function requireApprover({ approves }: MethodCaller): void {
  if (approves) return;
  throw new ToolFailure('unknown_method', 'Method not found', {
    method: 'approvals/resolve',
    hint: 'initialize with the capability "approvals"',
  });
}

/** `approvals/list`: the questions of this process, and the records in the store. */
export async function listApprovals(approvals: Approvals) {
  const { records, damaged } = await ofStore(() => approvals.pending.list());
  const asking = approvals.live.list().map((question) => ({ ...question, state: 'asking' }));
  const others = records.filter(({ id }) => !asking.some(({ approvalId }) => approvalId === id));
  return { approvals: [...asking, ...others.map(describeRecord)], damaged };
}

/** `approvals/resolve`: a person's answer to one of them. Throws `invalid_input` for what no answer is possible to, or not this one. */
export async function resolveApproval(
  params: unknown,
  {
    approvals,
    context,
    caller,
  }: { readonly approvals: Approvals; readonly context: ToolContext; readonly caller: MethodCaller },
) {
  requireApprover(caller);
  const { approvalId: id, ...answer } = parseInput(resolveSchema, params ?? {});
  const resolving = { ...answer, id, by: clientName(caller.caller) };
  return ofStore(() => resolveAnywhere(resolving, context, approvals)).catch((error: unknown) => {
    // The parameter is wrong, not the server.
    if (!(error instanceof NotWaiting)) throw error;
    throw new ToolFailure('invalid_input', error.message, { field: 'approvalId', problem: error.message });
  });
}

async function resolveAnywhere(answer: Resolving, context: ToolContext, approvals: Approvals) {
  const { id, by, choice: name, ...extra } = answer;
  const question = await approvals.live.resolve(id, ({ question: asked, ruleTool }) => {
    const choice = findChoice(asked, name);
    if (choice === null) {
      const wanted = asked.choices.map((one) => one.id).join(', ');
      throw wrongAnswer(id, { field: 'choice', state: `"${name}" is not offered for it`, wanted });
    }
    if (extra.rule === undefined) return { choice: choice.id, by, ...extra };
    if (keepsRule(choice)) {
      if (ruleTool !== null) checkRules(rulesOfAnswer(choice, extra.rule, ruleTool));
      return { choice: choice.id, by, ...extra };
    }
    const state = `a rule is given, but "${choice.id}" keeps none`;
    throw wrongAnswer(id, { field: 'rule', state, wanted: 'one only with a choice that is for longer' });
  });
  if (question !== null) return { approvalId: question.approvalId, choice: name, state: 'answered' };
  const { record, notices } = await resolvePending(answer, approvals.pending, context.folders);
  const { id: approvalId, state } = record;
  return { approvalId, choice: record.answer?.choice ?? name, state, ...ifAny(notices) };
}

/** The field for what a person is to know of an answer; none where there is nothing. */
export function ifAny(notices: readonly string[]): { readonly notices?: readonly string[] } {
  return notices.length === 0 ? {} : { notices };
}
