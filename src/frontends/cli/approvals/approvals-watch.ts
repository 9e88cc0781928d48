import type { ApprovalAnswer } from '../../../core/approval-answer.ts';
import { cannot, messageOf, ToolFailure } from '../../../core/failure.ts';
import { jsonLine } from '../../../core/text/json-line.ts';
import { openTerminal } from '../../../platform/terminal/terminal.ts';
import { describeRecord } from '../../../runtime/approvals/methods.ts';
import type { PendingStore } from '../../../runtime/approvals/pending-store.ts';
import { isOver, type PendingRecord } from '../../../runtime/approvals/record.ts';
import { resolvePending } from '../../../runtime/approvals/resolve.ts';
import type { CommandContext } from '../command.ts';
import { followChanges } from '../follow.ts';
import { answererOf } from './approvals-command.ts';
import { askOnTerminal } from './ask-on-terminal.ts';

/** Milliseconds between checks whether an open question was answered elsewhere. */
const lookMs = 300;

/** Asks about waiting and new approvals until interrupted; with `--json` it only prints them. */
export async function watchApprovals(store: PendingStore, context: CommandContext): Promise<number> {
  const { globals, interrupt, console } = context;
  const isPerson = globals.json !== true;
  if (isPerson && !hasTerminal())
    throw cannot('watch', 'approvals', 'nobody sits at a terminal', 'a terminal or --json', 'invalid_input');
  const told = new Map<string, string>();
  // A background job asks once it is in the foreground again.
  const isDue = ({ id, state }: PendingRecord): boolean =>
    told.get(id) !== state && !(isPerson && state === 'waiting' && !hasTerminal());
  for await (const _ of followChanges({ folder: store.path }, context)) {
    for (const record of store.list().records) {
      if (interrupt.signal.aborted) break;
      if (!isDue(record)) continue;
      told.set(record.id, record.state);
      if (!isPerson) await console.stdout.write(`${jsonLine(describeRecord(record))}\n`);
      else if (record.state === 'waiting') await answer(record, store, context);
    }
  }
  return interrupt.exitStatus ?? 0;
}

/** Whether there is a terminal now to ask a person. */
function hasTerminal(): boolean {
  const terminal = openTerminal();
  terminal?.close();
  return terminal !== null;
}

async function answer(record: PendingRecord, store: PendingStore, context: CommandContext): Promise<void> {
  const { console, interrupt, folders } = context;
  const over = new AbortController();
  const timer = setInterval(() => {
    if (!isWaiting(record, store)) over.abort();
  }, lookMs);
  let given: ApprovalAnswer | null = null;
  try {
    const question = { ...record, approvalId: record.id };
    given = await askOnTerminal(question, AbortSignal.any([interrupt.signal, over.signal]), folders);
    const { record: resolved, notices } = await resolvePending(
      { ...given, id: record.id, by: answererOf(context) },
      store,
      folders,
    );
    void console.stdout.write(`${record.id} ${resolved.state}\n`);
    for (const notice of notices) console.notice(notice);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const isUnanswered = given === null;
    const why = isUnanswered && error.code === 'cancelled' ? [] : [messageOf(error)];
    console.notice(`${record.id}: ${[...why, ...(isUnanswered ? [fateOf(record, store)] : [])].join('; ')}`);
  } finally {
    clearInterval(timer);
  }
}

/** The record as it is now; null if it is kept no more. */
function found({ id }: PendingRecord, store: PendingStore): PendingRecord | null {
  try {
    return store.find(id);
  } catch {
    return null;
  }
}

/** Whether an answer counts still. */
function isWaiting(record: PendingRecord, store: PendingStore): boolean {
  const now = found(record, store);
  return now?.state === 'waiting' && !isOver(now, Date.now());
}

/** What became of a question that was not answered here. */
function fateOf(record: PendingRecord, store: PendingStore): string {
  const now = found(record, store);
  if (now === null) return 'the question was taken back';
  if (now.state !== 'waiting') return `it was ${now.state} elsewhere`;
  return isOver(now, Date.now()) ? 'nobody answered in time' : 'it goes on waiting';
}
