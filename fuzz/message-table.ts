import fc from 'fast-check';
import * as v from 'valibot';
import { type Mode, mostInputBytes } from './wire-peer.ts';

/** Messages and what JSON-RPC 2.0 and MCP say of their answers: the oracle of connections. */

/** An answer that must come: its id as JSON text, and the kinds it may be of: `result`, the code of an error, `none` for no answer. */
const answerSchema = v.object({ id: v.string(), may: v.array(v.string()) });
export type Awaited = v.InferOutput<typeof answerSchema>;

/** A line (one character a byte) and its answers. */
export const lineSchema = v.object({
  line: v.string(),
  answers: v.array(answerSchema),
  /** Whether the answers come in one array. */
  isBatch: v.boolean(),
  /** Ids of the requests that it cancels. */
  cancels: v.array(v.string()),
});
export type Line = v.InferOutput<typeof lineSchema>;

/** One message, as a line or in a batch: its JSON text, its answer, what it cancels. */
interface Message {
  readonly text: string;
  readonly answer: Awaited | null;
  readonly cancels: string | null;
}

const parseError = '-32700';
const invalidRequest = '-32600';
const unknownMethod = '-32601';
const invalidParams = '-32602';

const latin1 = (text: string): string => Buffer.from(text).toString('latin1');
const awaited = (id: string, ...may: string[]): Awaited => ({ id, may });

/** Few ids, so that some are used twice; `1` and `"1"` differ, and large numbers come back digit for digit. */
const plainIds = fc.constantFrom('1', '2', '3', '"1"', '"a b"', '"é\\n"', '0', '-5', '"9007199254740993"');

function message(text: string, answer: Awaited | null, cancels: string | null = null): Message {
  return { text, answer, cancels };
}

function request(id: string, call: string, ...may: string[]): Message {
  return message(`{"jsonrpc":"2.0","id":${id},${call}}`, awaited(id, ...may));
}

/** Calls and what answers them. */
const calls: Readonly<Record<Mode, readonly (readonly [call: string, ...may: string[]])[]>> = {
  rpc: [
    ['"method":"ping"', 'result'],
    ['"method":"ping","params":[1,2]', 'result'],
    ['"method":"shell","params":{"command":"echo hi"}', 'result'],
    ['"method":"shell","params":["echo é; exit 3"]', 'result'],
    ['"method":"shell","params":{"command":"sleep 0.02"}', 'result'],
    ['"method":"shell","params":{"command":"echo x","nope":1}', invalidParams],
    ['"method":"shell","params":{"command":" "}', invalidParams],
    ['"method":"read","params":{"path":"missing"}', 'result'],
    ['"method":"read"', invalidParams],
    ['"method":"policy/check","params":{"command":"ls"}', 'result'],
    ['"method":"tools/list"', 'result'],
    ['"method":"nope"', unknownMethod],
    ['"method":"__proto__"', unknownMethod],
    ['"method":""', unknownMethod],
    ['"method":"toString","params":{}', unknownMethod],
  ],
  mcp: [
    ['"method":"ping"', 'result'],
    ['"method":"tools/list"', 'result'],
    ['"method":"tools/call","params":{"name":"shell","arguments":{"command":"echo hi"}}', 'result'],
    ['"method":"tools/call","params":{"name":"shell","arguments":{"command":"sleep 0.02"}}', 'result'],
    ['"method":"tools/call","params":{"name":"shell","arguments":{"nope":1}}', 'result'],
    ['"method":"tools/call","params":{"name":"nope","arguments":{}}', invalidParams],
    ['"method":"nope"', unknownMethod],
    ['"method":"__proto__"', unknownMethod],
  ],
};

/** Long enough to be cancelled, short enough to wait for. */
const slow: Readonly<Record<Mode, string>> = {
  rpc: '"method":"shell","params":{"command":"sleep 0.15"}',
  mcp: '"method":"tools/call","params":{"name":"shell","arguments":{"command":"sleep 0.15"}}',
};

/** Objects that are no valid request. */
function invalid(id: string): readonly Message[] {
  const told = (text: string) => message(text, awaited(id, invalidRequest));
  const untold = (text: string) => message(text, awaited('null', invalidRequest));
  return [
    told(`{"id":${id},"method":"ping"}`),
    told(`{"jsonrpc":"1.0","id":${id},"method":"ping"}`),
    told(`{"jsonrpc":"2.0","id":${id},"method":7}`),
    told(`{"jsonrpc":"2.0","id":${id}}`),
    told(`{"jsonrpc":"2.0","id":${id},"method":"ping","params":"x"}`),
    told(`{"jsonrpc":"2.0","id":${id},"method":"ping","params":null}`),
    told(`{"jsonrpc":"2.0","id":${id},"method":"ping","params":${'['.repeat(600)}${']'.repeat(600)}}`),
    untold('{"jsonrpc":"2.0","id":{},"method":"ping"}'),
    untold('{"jsonrpc":"2.0","id":[1],"method":"ping"}'),
    untold('{"jsonrpc":"2.0","id":true,"method":"ping"}'),
    ...['{}', '1', 'null', 'true', '"ping"', '{"jsonrpc":"2.0","method":[]}'].map(untold),
  ];
}

/** Messages that nobody answers: notifications and answers to what was never asked. */
const silent = [
  '{"jsonrpc":"2.0","method":"ping"}',
  '{"jsonrpc":"2.0","method":"nope","params":{"a":1}}',
  '{"jsonrpc":"2.0","method":"$/nope"}',
  '{"jsonrpc":"2.0","method":"notifications/nope"}',
  '{"jsonrpc":"2.0","id":77,"result":{}}',
  '{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"no"}}',
  '{"jsonrpc":"2.0","id":null,"result":1}',
].map((text) => message(text, null));

function cancel(mode: Mode, id: string): Message {
  const [method, member] =
    mode === 'rpc' ? ['$/cancelRequest', 'id'] : ['notifications/cancelled', 'requestId'];
  return message(`{"jsonrpc":"2.0","method":"${method}","params":{"${member}":${id}}}`, null, id);
}

function messages(mode: Mode): fc.Arbitrary<Message> {
  const ids =
    mode === 'rpc' ? fc.oneof(plainIds, fc.constantFrom('null', '1.5', '12345678901234567890')) : plainIds;
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(ids, fc.constantFrom(...calls[mode]))
        .map(([id, [call, ...may]]) => request(id, call, ...may)),
    },
    { weight: 1, arbitrary: ids.map((id) => request(id, slow[mode], 'result')) },
    { weight: 2, arbitrary: plainIds.chain((id) => fc.constantFrom(...invalid(id))) },
    { weight: 2, arbitrary: fc.constantFrom(...silent) },
    { weight: 2, arbitrary: plainIds.map((id) => cancel(mode, id)) },
  );
}

function lineOf({ text, answer, cancels }: Message): Line {
  return {
    line: latin1(text),
    answers: answer === null ? [] : [answer],
    isBatch: false,
    cancels: cancels === null ? [] : [cancels],
  };
}

function batchOf(parts: readonly Message[], mode: Mode): Line {
  const line = latin1(`[${parts.map(({ text }) => text).join(', ')}]`);
  const refused = { line, answers: [awaited('null', invalidRequest)], isBatch: false, cancels: [] };
  if (mode === 'mcp' || line.length > mostInputBytes) return refused;
  const answers = parts.flatMap(({ answer }) => answer ?? []);
  const cancels = parts.flatMap(({ cancels: id }) => id ?? []);
  return { line, answers, isBatch: answers.length > 0, cancels };
}

/** Lines that are no JSON, no UTF-8, nothing, or too long. */
const broken: readonly Line[] = [
  ...[
    '{',
    '{"jsonrpc":"2.0","id":1,"method":"ping"',
    'nope',
    "{'a':1}",
    '[1,',
    '\xff\xfe',
    '"\xc3"',
    '\x00',
  ].map((line) => ({
    line,
    may: parseError,
  })),
  { line: '[]', may: invalidRequest },
  { line: 'x'.repeat(mostInputBytes + 1), may: invalidRequest },
  // The id stands before what is too long.
  {
    line: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${'y'.repeat(mostInputBytes)}"}}`,
    may: invalidRequest,
    id: '1',
  },
]
  .map(({ line, may, id = 'null' }: { line: string; may: string; id?: string }) => ({
    line,
    answers: [awaited(id, may)],
    isBatch: false,
    cancels: [],
  }))
  .concat(['', ' ', '\t\t', '\r'].map((line) => ({ line, answers: [], isBatch: false, cancels: [] })))
  .concat([
    {
      line: '['.repeat(9000),
      answers: [awaited('null', parseError, invalidRequest)],
      isBatch: false,
      cancels: [],
    },
  ]);

/** Lines for one kind of server. */
export function lines(mode: Mode): fc.Arbitrary<readonly Line[]> {
  const one = messages(mode);
  const line = fc.oneof(
    { weight: 8, arbitrary: one.map(lineOf) },
    {
      weight: 2,
      arbitrary: fc.array(one, { minLength: 1, maxLength: 5 }).map((parts) => batchOf(parts, mode)),
    },
    { weight: 2, arbitrary: fc.constantFrom(...broken) },
  );
  return fc.array(line, { minLength: 1, maxLength: 10 });
}

/**
 * The answers of lines in their order: one whose id was used before may be refused as still running, one that is cancelled
 * later may come as cancelled, over MCP not at all.
 */
export function awaitedOf(given: readonly Line[], mode: Mode): readonly Awaited[] {
  const known: { id: string; may: string[] }[] = [];
  for (const { answers, cancels } of given) {
    for (const { id, may } of answers) {
      const isUsed = id !== 'null' && known.some((one) => one.id === id);
      known.push({ id, may: isUsed ? [...may, invalidRequest] : [...may] });
    }
    // Those of a batch are read in order too; which of them the cancellation meets is not told apart.
    for (const { id, may } of known) if (cancels.includes(id)) may.push(mode === 'rpc' ? '-32800' : 'none');
  }
  return known;
}
