import { isForAlways, isYes } from '../../core/choice-kinds.ts';
import { cannot, messageOf, ToolFailure } from '../../core/failure.ts';
import type { Folders } from '../../platform/machine/folders.ts';
import type { ApprovalChoice } from '../service.ts';
import { findChoice, rulesOfAnswer } from './choices.ts';
import { checkRules, learn } from './learn.ts';
import { notFitting } from './not-fitting.ts';
import type { PendingStore } from './pending-store.ts';
import { isAskedNow, type PendingRecord } from './record.ts';

/** A person's answer to a pending approval. */
export interface Resolving {
  readonly id: string;
  /** Id or kind of a choice. */
  readonly choice: string;
  /** Replaces the choice's rule; one rule per line. */
  readonly rule?: string;
  readonly feedback?: string;
  readonly by: string;
}

/** An answered approval, and what the person is to know about the answer. */
export interface Resolved {
  readonly record: PendingRecord;
  readonly notices: readonly string[];
}

function offered({ choices }: PendingRecord): string {
  return [...new Set(choices.map(({ kind }) => kind.replace('_', ' ')))].join(', ');
}

/** The failure of an answer that is not possible. */
export function wrongAnswer(
  id: string,
  { field, state, wanted }: Readonly<Record<'field' | 'state' | 'wanted', string>>,
): ToolFailure {
  const { message } = cannot('resolve', id, state, wanted);
  return new ToolFailure('invalid_input', message, { field, problem: `${state}, expected ${wanted}` });
}

/** The choice given by its id or kind: among several of a kind the one with this rule, else the first. */
function namedChoice(record: PendingRecord, name: string, rule: string | undefined): ApprovalChoice | null {
  const first = findChoice(record, name);
  if (rule === undefined) return first;
  return record.choices.find((choice) => choice.kind === first?.kind && choice.rule === rule) ?? first;
}

function choiceOf(record: PendingRecord, { id, choice: name, rule }: Resolving): ApprovalChoice {
  const choice = namedChoice(record, name, rule) ?? ownRule(name, record, rule);
  if (choice === null) {
    const state = `${name.replace('_', ' ')} is not offered for it`;
    throw wrongAnswer(id, { field: 'choice', state, wanted: offered(record) });
  }
  if (rule !== undefined && !isForAlways(choice.kind)) {
    const wanted = 'one only with an answer that is for always';
    throw wrongAnswer(id, { field: 'rule', state: 'a rule is given', wanted });
  }
  return choice;
}

/** `reject_always` with a rule of the person's own, where none was proposed; not for what may only be allowed once. */
function ownRule(name: string, { choices }: PendingRecord, rule: string | undefined): ApprovalChoice | null {
  if (rule === undefined || name !== 'reject_always') return null;
  return choices.some(({ kind }) => kind === 'reject_once')
    ? { id: name, kind: name, label: 'Never allow' }
    : null;
}

/**
 * Answers a pending approval; of several answers the first counts. Throws ToolFailure: `invalid_input` for an answer that is not
 * offered or an invalid rule (then nothing is answered), `tool_failed` if it is already answered.
 */
export async function resolvePending(
  answer: Resolving,
  store: PendingStore,
  folders: Folders,
): Promise<Resolved> {
  const record = store.find(answer.id);
  const choice = choiceOf(record, answer);
  const isAllowed = isYes(choice.kind);
  const isAlways = isForAlways(choice.kind);
  const rules = isAlways ? rulesOfAnswer(choice, answer.rule, record.ruleTool) : [];
  if (isAlways) checkRules(rules);
  const { by, rule, feedback } = answer;
  const isAsked = isAskedNow(record);
  // The asking process carries out what it offered.
  const isHandedOver = isAsked && record.choices.some(({ id }) => id === choice.id);
  const notices = notFitting(record, choice, rule);
  const answered = await store.resolve(record.id, {
    isAllowed,
    choice: isAsked && !isHandedOver ? 'reject_once' : choice.id,
    by,
    ...(isHandedOver && rule !== undefined ? { rule } : {}),
    ...(feedback === undefined ? {} : { feedback }),
  });
  const resolved = { record: answered, notices };
  if (isHandedOver) return resolved;
  if (choice.kind === 'allow_session') await coverInput(record, by, folders);
  if (!isAlways) return resolved;
  try {
    const { id: approvalId, title } = record;
    await learn({ rules, isYes: isAllowed, by, approvalId, title }, folders);
  } catch (error) {
    throw new ToolFailure(
      'tool_failed',
      `The answer to ${record.id} holds once, its rule was not kept: ${messageOf(error)}`,
    );
  }
  // The rule answers from now on; an unfetched yes must not outlive it. An edited rule may not cover the call, and neither may one
  // where none was offered: whoever asks now fetches its no.
  if (rule === undefined || rule === choice.rule) await store.forget(record.id);
  return resolved;
}

/** Allows all further input of the session. */
async function coverInput(
  { id, inputSession = null }: PendingRecord,
  by: string,
  { state }: Folders,
): Promise<void> {
  if (inputSession === null) return;
  const { allowInput } = await import('../../sessions/input/input-grant.ts');
  try {
    allowInput(state, inputSession, { by, approvalId: id });
  } catch (error) {
    throw new ToolFailure('tool_failed', `The answer to ${id} holds once: ${messageOf(error)}`);
  }
}
