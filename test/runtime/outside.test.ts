import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Outcome, outcome } from '../../src/core/outcome.ts';
import { silentSink } from '../../src/core/sink.ts';
import type { Decision } from '../../src/runtime/decide.ts';
import { offerOutside, refusedBySandbox } from '../../src/runtime/outside.ts';
import type { Approver } from '../../src/runtime/service.ts';
import { shell } from '../../src/tools/shell/tool.ts';
import type { Surface } from '../../src/tools/tool-context.ts';
import { type Governed, type GovernedOptions, governed, person, thinker } from '../helpers/governed.ts';

let opened: Governed[] = [];
beforeEach(() => {
  opened = [];
});
afterEach(() => {
  for (const one of opened) one.remove();
});

const failed = outcome({
  status: 'completed',
  isError: true,
  message: 'Command failed with exit code: 1.',
  details: { host: 'sandbox', exitCode: 1 },
  notices: ['first'],
});

interface Offer extends GovernedOptions {
  readonly approver?: Approver | null;
  readonly signal?: AbortSignal;
  readonly surface?: Partial<Surface>;
  readonly input?: object;
}

/** Offers to run `touch made` outside, which tells by the file whether it ran. */
async function offer({ approver = null, signal, surface = {}, input = {}, ...options }: Offer) {
  const g = governed(options);
  opened.push(g);
  const decisions: Decision[] = [];
  const result = await offerOutside(failed, 'write /etc/x', {
    tool: shell,
    call: {
      tool: 'shell',
      input: { argv: ['touch', 'made'], host: 'sandbox', ...input },
      signal: signal ?? new AbortController().signal,
      sink: silentSink,
      approver,
      caller: g.context.caller,
    },
    context: { ...g.context, surface: { ...g.context.surface, ...surface } },
    policy: g.policy,
    approvals: async () => g.approvals,
    aside: (work) => work(),
    asked: () => {},
    decided: (decision) => decisions.push(decision),
  });
  return { result, decisions, hasRun: existsSync(join(g.root, 'made')) };
}

const hint =
  'The sandbox refused: write /etc/x. With host "local" the command runs outside, if that is allowed';
const yes = { choice: 'allow_once' };

describe('what failed in the sandbox', () => {
  it.each<readonly [name: string, offer: Omit<Offer, 'approver'>, isAskedAnew: boolean]>([
    ['a question would begin the call anew', {}, true],
    ['nobody is asked anything', { settings: { approval: { security: 'full', ask: 'off' } } }, false],
    ['it has taken what its standard input held', { surface: { stdin: 0 } }, false],
    ['the host is locked', { settings: { locked: ['host'], approval: { security: 'full' } } }, false],
    ['it is denied there', { rules: [{ tool: 'shell', deny: 'touch *' }] }, false],
  ])('is not offered outside where %s', async (_, options, isAskedAnew) => {
    const approver = { ...person(yes), isAskedAnew };
    const { result, decisions, hasRun } = await offer({ ...options, approver });
    expect(result).toEqual({ ...failed, notices: ['first', hint] });
    expect([approver.asked, decisions, hasRun]).toEqual([[], [], false]);
  });

  it('is not offered outside where nobody is there', async () => {
    const { result, hasRun } = await offer({});
    expect(result).toEqual({ ...failed, notices: ['first', hint] });
    expect(hasRun).toBe(false);
  });

  it.each<readonly [name: string, options: GovernedOptions]>([
    ['', {}],
    [', even what would run there unasked', { rules: [{ tool: 'shell', allow: 'touch *' }] }],
    [', even under full security', { settings: { approval: { security: 'full' } } }],
  ])('runs outside after a yes%s', async (_, options) => {
    const approver = person({ ...yes, feedback: 'just this once' });
    const { result, decisions, hasRun } = await offer({ ...options, approver });
    expect(approver.asked).toMatchObject([
      {
        host: 'local',
        reason: 'It failed in the sandbox, which refused: write /etc/x. Run it again outside?',
      },
    ]);
    expect(result).toMatchObject({
      status: 'completed',
      isError: false,
      details: { host: 'local', exitCode: 0 },
    });
    expect(result.notices.slice(0, 2)).toEqual([
      'It failed in the sandbox first, which refused: write /etc/x; this is its run outside',
      'The user says: just this once',
    ]);
    expect(result).not.toHaveProperty('collected');
    expect(decisions).toMatchObject([{ refusal: null, approver: expect.any(String) }]);
    expect(hasRun).toBe(true);
  });

  it.each<readonly [name: string, offer: Offer, end: string]>([
    ['a no', { approver: person({ choice: 'reject_once' }) }, '; that was not allowed'],
    [
      'nobody any more',
      { approver: person(() => Promise.reject(new Error('gone'))) },
      '; that was not allowed',
    ],
    [
      'a folder that is gone',
      { approver: person(yes), input: { cwd: 'gone' } },
      '; it was not run again: Cannot run in "gone"',
    ],
  ])('stays as it was after %s', async (_, options, end) => {
    const { result, hasRun } = await offer(options);
    expect(result).toEqual({ ...failed, notices: ['first', expect.stringContaining(`${hint}${end}`)] });
    expect(hasRun).toBe(false);
  });

  it('ends as cancelled when that happens during the question', async () => {
    const abort = new AbortController();
    const { approver, isAsked } = thinker();
    const offered = offer({ approver, signal: abort.signal });
    await isAsked;
    abort.abort();
    await expect(offered).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('what the sandbox refused', () => {
  const of = (isError: boolean, sandbox: unknown): Outcome => ({ ...failed, isError, details: { sandbox } });
  it.each<readonly [outcome: Outcome, refused: string | null]>([
    [
      of(true, { refused: [{ what: 'network' }, { what: 'write', path: '/etc/x' }] }),
      'network, write /etc/x',
    ],
    [of(false, { refused: [{ what: 'network' }] }), null],
    [of(true, { refused: [] }), null],
    [of(true, {}), null],
    [of(true, null), null],
    [failed, null],
  ])('%j is %j', (result, refused) => {
    expect(refusedBySandbox(result)).toBe(refused);
  });
});
