import { expect, it } from 'vitest';
import { readCallParams, readMeta } from '../../../src/frontends/rpc/call-params.ts';
import { processTool } from '../../../src/tools/process/tool.ts';
import { skill } from '../../../src/tools/skill/tool.ts';

const usual = {
  stream: false,
  live: false,
  text: false,
  stdin: false,
  approvals: true,
  streamIntervalMs: 100,
};

it.each<readonly [meta: unknown, said: object]>([
  [undefined, {}],
  [{}, {}],
  [null, {}],
  [{ stream: null, streamIntervalMs: null, lineBytes: null, stdin: null, approvals: null }, {}],
  [{ progressToken: 7 }, {}],
  [
    { stream: true, streamIntervalMs: 10 },
    { stream: true, streamIntervalMs: 10 },
  ],
  [{ streamIntervalMs: 60_000 }, { streamIntervalMs: 60_000 }],
  [
    { lineBytes: 1, approvals: false },
    { lineBytes: 1, approvals: false },
  ],
])('_meta %j', (meta, said) => {
  expect(readMeta(meta)).toEqual({ ...usual, ...said });
});

it.each([
  [{ streamIntervalMs: 9 }, 'at least 10'],
  [{ streamIntervalMs: 60_001 }, 'at most 60000'],
  [{ lineBytes: 0 }, 'at least 1'],
  [{ lineBytes: 1.5 }, 'a whole number'],
  [{ stream: 'yes' }, 'stream'],
])('_meta %j is refused', (meta, problem) => {
  expect(() => readMeta(meta)).toThrow(problem);
});

it.each([
  [['write', 'id', 'text'], { sessionId: 'id', data: 'text' }],
  [['paste', 'id', 'text'], { sessionId: 'id', text: 'text' }],
  [['send-keys', 'id', 'C-c', 'Enter'], { sessionId: 'id', keys: ['C-c', 'Enter'] }],
  [['send-keys', 'id', ['C-c']], { sessionId: 'id', keys: ['C-c'] }],
  [['wait', 'id', 'ready'], { sessionId: 'id', pattern: 'ready' }],
  [['resize', 'id', 80, 24], { sessionId: 'id', cols: 80, rows: 24 }],
  [['list'], {}],
])('positions are those of the action: %j', (params, input) => {
  expect(readCallParams(params, processTool).input).toEqual({ action: params[0], ...input });
});

it('more than an action has positions for are refused', () => {
  expect(readCallParams(['validate', 'folder'], skill).input).toEqual({ action: 'validate', path: 'folder' });
  expect(() => readCallParams(['poll', 'id', 7], processTool)).toThrow('2 by position (action, sessionId)');
});
