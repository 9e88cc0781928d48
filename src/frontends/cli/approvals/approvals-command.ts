import { isInsideRun } from '../../../config/variables.ts';
import { isForAlways } from '../../../core/choice-kinds.ts';
import { wrongField } from '../../../core/failure.ts';
import { isBuiltInHost } from '../../../core/host.ts';
import { alignColumns } from '../../../core/text/align-columns.ts';
import { quoteWord } from '../../../core/text/quote-word.ts';
import { escapeLine } from '../../../core/text/unseen.ts';
import { userName } from '../../../platform/machine/account.ts';
import { quoteRules } from '../../../runtime/approvals/choices.ts';
import { describeRecord, ifAny } from '../../../runtime/approvals/methods.ts';
import { ofStore } from '../../../runtime/approvals/of-store.ts';
import { PendingStore } from '../../../runtime/approvals/pending-store.ts';
import { isAskedNow, isOver, type PendingRecord } from '../../../runtime/approvals/record.ts';
import { resolvePending } from '../../../runtime/approvals/resolve.ts';
import type { ApprovalChoice } from '../../../runtime/service.ts';
import { actionOf, requireNoMore, requireThisMachine } from '../action.ts';
import type { CommandContext } from '../command.ts';
import { kebab, type ParsedFlags } from '../flags.ts';
import { personOnly } from '../person-only.ts';
import { printResult } from '../print-result.ts';
import { renderQuestion } from './approval-text.ts';

/** The flags that answer, by field, and the kind of choice each stands for. */
const answers = {
  allowOnce: 'allow_once',
  allowSession: 'allow_session',
  allowAlways: 'allow_always',
  reject: 'reject_once',
  rejectOnce: 'reject_once',
  rejectAlways: 'reject_always',
} as const;

/** `agent-tools approvals list|show|resolve|watch`. */
export async function runApprovals(context: CommandContext): Promise<number> {
  const { parsed } = context;
  const [word, ...words] = parsed.words;
  const action = actionOf(word, ['list', 'show', 'resolve', 'watch']);
  requireThisMachine(context.globals, 'the list of approvals');
  if (action === 'resolve' || action === 'watch') requirePerson(context);
  return ofStore(() => runAction(action, words, context));
}

type Action = 'list' | 'show' | 'resolve' | 'watch';

async function runAction(action: Action, words: readonly string[], context: CommandContext): Promise<number> {
  const store = new PendingStore(context.folders);
  switch (action) {
    case 'list':
      requireNoMore(words);
      return list(store, context);
    case 'show':
      return show(store.find(idOf(words)), context);
    case 'resolve':
      return resolve(idOf(words), store, context);
    case 'watch': {
      requireNoMore(words);
      const { watchApprovals } = await import('./approvals-watch.ts');
      return watchApprovals(store, context);
    }
  }
}

function idOf(words: readonly string[]): string {
  const [id] = words;
  if (id === undefined) throw wrongField('id', 'is missing; expected one of "agent-tools approvals list"');
  requireNoMore(words.slice(1));
  return id;
}

/** A command that we run must not answer approvals. */
function requirePerson({ env }: CommandContext): void {
  if (isInsideRun(env)) throw personOnly('answer', 'approvals');
}

/** Who answers on this command line, for records. */
export function answererOf({ env }: Pick<CommandContext, 'env'>): string {
  return `${userName(env)} by "approvals"`;
}

function list(store: PendingStore, context: CommandContext): number {
  const { globals, console } = context;
  const { records, damaged } = store.list();
  const rows = records.map(({ id, state, tool, title, cwd, client, expiresAt }) => [
    id,
    state,
    tool,
    expiresAt,
    `${escapeLine(title)}  [${escapeLine(cwd)}, ${escapeLine(client)}]`,
  ]);
  printResult(context, { approvals: records.map(describeRecord), damaged }, alignColumns(rows));
  if (globals.json) return 0;
  if (rows.length === 0) console.notice('No approval waits for an answer.');
  for (const { name, problem } of damaged) console.error(`${store.path}/${name}: ${problem}`);
  return 0;
}

/** The flags that give a choice: the first of its kind needs only the flag, the others also name their rules. */
function flagOf({ kind, id, rule }: ApprovalChoice, choices: readonly ApprovalChoice[]): string {
  const [field] = Object.entries(answers).find(([, own]) => own === kind) ?? [''];
  const isFirst = choices.find((choice) => choice.kind === kind)?.id === id;
  const rules = isFirst || rule === undefined ? [] : rule.split('\n');
  return [`--${kebab(field)}`, ...rules.map((one) => `--rule ${quoteWord(escapeLine(one))}`)].join(' ');
}

/** The state of a record; one whose time is over has ended, though it is still stored. */
function stateOf(record: PendingRecord): string {
  return record.state === 'waiting' && isOver(record, Date.now()) ? 'ended' : record.state;
}

function show(record: PendingRecord, context: CommandContext): number {
  const state = stateOf(record);
  const { id, client, createdAt, expiresAt, choices, answer } = record;
  const how = choices.map((choice) => `  ${flagOf(choice, choices).padEnd(16)}  ${escapeLine(choice.label)}`);
  const lines = [
    `${id}  ${state}, asked by ${escapeLine(client)} at ${createdAt}, until ${expiresAt}`,
    renderQuestion(record),
    ...(state === 'waiting' ? ['', `agent-tools approvals resolve ${id}`, ...how] : []),
    ...(answer === null ? [] : [`Answered: ${answer.choice} by ${escapeLine(answer.by)} at ${answer.at}`]),
  ];
  printResult(context, { ...describeRecord(record), state }, `${lines.join('\n')}\n`);
  return 0;
}

async function resolve(id: string, store: PendingStore, context: CommandContext): Promise<number> {
  const { parsed, globals, console, folders } = context;
  const { rule, feedback } = parsed.values;
  const { record, notices } = await resolvePending(
    {
      id,
      choice: answerOf(parsed),
      by: answererOf(context),
      ...(typeof rule === 'string' ? { rule } : {}),
      ...(typeof feedback === 'string' ? { feedback } : {}),
    },
    store,
    folders,
  );
  const verdict = record.answer?.choice.startsWith('allow') ? 'allowed' : 'rejected';
  printResult(context, { ...describeRecord(record), ...ifAny(notices) }, `${record.id} ${verdict}\n`);
  const lasting = lastingPart(record, rule);
  if (globals.json || lasting === null) return 0;
  await console.keepOrder();
  for (const said of [lasting, ...notices]) console.notice(said);
  return 0;
}

/** What an answer means for later calls, with the person's own rule if given; null if it is for one call. */
function lastingPart(record: PendingRecord, own: unknown): string | null {
  const { choices, answer, node, host } = record;
  if (answer === null) return null;
  const choice = choices.find(({ id }) => id === answer.choice);
  // A rejection with an own rule may not be among the choices; its kind is its name.
  const kind = choice?.kind ?? answer.choice;
  const rule = typeof own === 'string' ? own : choice?.rule;
  if (kind === 'allow_session') return sessionPart(record, rule);
  if (rule === undefined) return null;
  const [what, are] = [quoteRules(rule), rule.includes('\n') ? 'are' : 'is'];
  const how = kind === 'allow_always' ? 'allowed' : 'denied';
  const isThere = node !== undefined && choice !== undefined && isForAlways(choice.kind);
  const where = isThere ? ` on node "${node}"` : '';
  const list = `${isThere ? 'its ' : ''}"agent-tools policy list"`;
  const hosts = isThere || isBuiltInHost(host) ? '' : ', on every host';
  return `${what} ${are} ${how}${where} from now on, in every folder${hosts}; ${list} shows where that is written down.`;
}

/** What a yes for a session means, with its rule; without one it is for what is typed into a session of this machine or of a node. */
function sessionPart(record: PendingRecord, rule: string | undefined): string {
  const session = record.inputSession ?? null;
  if (rule === undefined && session !== null)
    return `All that is typed into session ${session} is allowed from now on.`;
  if (!isAskedNow(record)) return 'Who asked is gone and its session with it: this call is allowed once.';
  if (rule === undefined)
    return `All that is typed into that session on "${record.host}" is allowed from now on.`;
  return `${quoteRules(rule)} ${rule.includes('\n') ? 'are' : 'is'} allowed for this session.`;
}

function answerOf({ values }: ParsedFlags): string {
  const given = Object.entries(answers).flatMap(([field, kind]) => (values[field] === true ? [kind] : []));
  const [kind, other] = given;
  if (kind !== undefined && other === undefined) return kind;
  throw wrongField(
    'answer',
    `${kind === undefined ? 'is missing' : 'is given twice'}; expected one of --allow-once, --allow-session, --allow-always, --reject and --reject-always`,
  );
}
