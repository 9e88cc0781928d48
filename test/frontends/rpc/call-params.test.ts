import { expect, it } from 'vitest';
import { readMeta } from '../../../src/frontends/rpc/call-params.ts';

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
