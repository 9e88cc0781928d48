import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { ToolFailure } from '../../src/core/failure.ts';
import type { Folders } from '../../src/platform/machine/folders.ts';
import { LearnedRules, learnedPath } from '../../src/runtime/approvals/learned-rules.ts';
import { resolveApproval } from '../../src/runtime/approvals/methods.ts';
import { PendingStore } from '../../src/runtime/approvals/pending-store.ts';
import { type Resolving, resolvePending } from '../../src/runtime/approvals/resolve.ts';
import type { ApprovalChoice } from '../../src/runtime/service.ts';
import { governed } from '../helpers/governed.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let folders: Folders;
let store: PendingStore;
beforeEach(() => {
  const home = tempFolder();
  folders = { config: join(home, 'config'), state: join(home, 'state'), cache: '', home };
  store = new PendingStore(folders);
});

const once: readonly ApprovalChoice[] = [
  { id: 'allow_once', kind: 'allow_once', label: 'Allow once' },
  { id: 'reject_once', kind: 'reject_once', label: 'Reject' },
];
const always: ApprovalChoice = { id: 'allow_always', kind: 'allow_always', label: 'Always', rule: 'touch x' };

/** Leaves a call with these choices pending, answers it, and tells its state and the rules that are kept then. */
async function answer(choices: readonly ApprovalChoice[], given: Omit<Resolving, 'id' | 'by'>) {
  const [title, tool, cwd] = ['touch x', 'shell', folders.home];
  const about = { title, tool, cwd, reason: 'asked', host: 'local', display: [], choices };
  const question = { ...about, approvalId: 'abababababab-000000', expiresAt: '' };
  const call = { digest: 'ab'.repeat(32), ruleTool: tool, inputSession: null, client: 'me', seconds: 60 };
  const { id } = await store.leave({ ...call, question });
  let notices: readonly string[] = [];
  const failure = await resolvePending({ id, by: 'me', ...given }, store, folders).then(
    (resolved) => {
      notices = resolved.notices;
      return null;
    },
    ({ code, data, message }: ToolFailure) => `${code} ${data.field ?? 'answer'}: ${message}`,
  );
  const rules = await new LearnedRules(learnedPath(folders), []).current();
  const kept = rules.map(({ allow, deny }) => (allow === undefined ? `deny ${deny}` : `allow ${allow}`));
  return { failure, kept, notices, state: store.list().records[0]?.state ?? 'gone' };
}

it.each<readonly [Omit<Resolving, 'id' | 'by'>, Omit<Awaited<ReturnType<typeof answer>>, 'notices'>]>([
  [{ choice: 'allow_always' }, { failure: null, kept: ['allow touch x'], state: 'gone' }],
  [
    { choice: 'allow_always', rule: 'touch *\nwrite: a' },
    { failure: null, kept: ['allow touch *', 'allow a'], state: 'allowed' },
  ],
  // Never, by a rule of the person's own, where none was proposed.
  [
    { choice: 'reject_always', rule: 'touch *' },
    { failure: null, kept: ['deny touch *'], state: 'rejected' },
  ],
])('keeps what is for always: %j', async (given, expected) => {
  expect(await answer([...once, always], given)).toEqual({ notices: [], ...expected });
});

const wide: ApprovalChoice = { ...always, id: 'allow_always_2', rule: 'touch *' };
const never: ApprovalChoice = { ...always, id: 'reject_always', kind: 'reject_always' };

it.each<readonly [kind: string, rule: string, notices: readonly string[]]>([
  ['allow_always', 'touch *', []],
  ['allow_always', 'touch x*', []],
  // Of a path only the system knows whether it is the program's.
  ['allow_always', '/usr/bin/touch *', []],
  // A rule that denies may be meant for another part of the call.
  ['reject_always', 'touch y', []],
  [
    'allow_always',
    'touch y',
    [
      'The rule "touch y" is kept, but it does not allow this call, which runs this once and will be asked about again; "touch x" or "touch *" would allow it.',
    ],
  ],
  [
    'allow_always',
    'touch y\nwrite: x',
    [
      'The rules "touch y" and "write: x" are kept, but they do not allow this call, which runs this once and will be asked about again; "touch x" or "touch *" would allow it.',
    ],
  ],
])("tells of a rule of the person's own whether it fits the call: %s %s", async (choice, rule, notices) => {
  expect(await answer([...once, always, wide, never], { choice, rule })).toMatchObject({
    failure: null,
    notices,
  });
});

it.each<readonly [Omit<Resolving, 'id' | 'by'>, RegExp]>([
  [{ choice: 'allow_always', rule: "touch 'x" }, /^invalid_input rule: .*quote is not closed/],
  [{ choice: 'allow_always', rule: ' ' }, /^invalid_input rule: .*its text is empty/],
  [
    { choice: 'reject_always' },
    /^invalid_input choice: .*reject always is not offered for it, expected allow once, reject once/,
  ],
  [{ choice: 'allow_session', rule: 'touch *' }, /^invalid_input choice: .*allow session is not offered/],
  [
    { choice: 'reject_once', rule: 'touch *' },
    /^invalid_input rule: .*a rule is given, expected one only with an answer/,
  ],
])('answers nothing and keeps nothing where it cannot: %j', async (given, failure) => {
  expect(await answer([...once, always], given)).toEqual({
    failure: expect.stringMatching(failure),
    kept: [],
    notices: [],
    state: 'waiting',
  });
});

it('takes no answer from a client that did not say that a person answers there', async () => {
  const g = governed({});
  try {
    const { approvalId } = await g.call('touch x');
    const { approvals, context } = g;
    const give = (approves: boolean) => {
      const caller = { caller: context.caller, approves };
      return resolveApproval({ approvalId, choice: 'allow_once' }, { approvals, context, caller });
    };
    await expect(give(false)).rejects.toMatchObject({ code: 'unknown_method' });
    expect(approvals.pending.find(approvalId ?? '').state).toBe('waiting');
    expect(await give(true)).toMatchObject({ state: 'allowed' });
  } finally {
    g.remove();
  }
});
