import { expect, it } from 'vitest';
import { ClientSession } from '../../../src/frontends/rpc/session.ts';

const caller = { frontend: 'rpc', client: '' } as const;
const usual = { approves: false, forwards: false, maxLineBytes: 60_000, caller };
const open = (mayApprove = true): ClientSession => new ClientSession(60_000, caller, mayApprove);

it('a client that has not introduced itself answers nothing and hands nothing on', () => {
  expect(open()).toMatchObject(usual);
});

it.each<readonly [params: unknown, said: object, mayApprove: boolean]>([
  [undefined, {}, true],
  [{}, {}, true],
  [{ capabilities: {} }, {}, true],
  [{ clientInfo: null, capabilities: null }, {}, true],
  [{ clientInfo: { name: null }, capabilities: { approvals: null, maxLineBytes: null } }, {}, true],
  [{ capabilities: { approvals: true } }, { approves: true }, true],
  [{ capabilities: { approvals: {} } }, { approves: true }, true],
  [{ capabilities: { approvals: false } }, {}, true],
  [{ capabilities: { approvals: true } }, {}, false],
  [{ capabilities: { forwards: true } }, { forwards: true }, true],
  [{ capabilities: { maxLineBytes: 1024 } }, { maxLineBytes: 1024 }, true],
  [{ clientInfo: { name: 'editor' } }, { caller: { frontend: 'rpc', client: 'editor' } }, true],
])('initialize with %j says %j, where it may approve: %j', (params, said, mayApprove) => {
  const session = open(mayApprove);
  session.initialize(params);
  expect(session).toMatchObject({ ...usual, ...said });
});

it('a line too short for any answer is refused', () => {
  expect(() => open().initialize({ capabilities: { maxLineBytes: 1023 } })).toThrow('at least 1024');
});
