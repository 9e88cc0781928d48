import fc from 'fast-check';
import * as v from 'valibot';
import { processesIn, waitFor } from '../test/helpers/processes.ts';
import { type Awaited, awaitedOf, type Line, lineSchema, lines } from './message-table.ts';
import { benchSuite } from './property.ts';
import { type Answer, type Mode, WirePeer } from './wire-peer.ts';

const schema = v.object({
  mode: v.picklist(['rpc', 'mcp']),
  lines: v.array(lineSchema),
  sizes: v.array(v.number()),
  ending: v.picklist(['\n', '\r\n']),
  /** Whether it is the last that a server of its own gets, its input ending in the midst of a line. */
  isLast: v.boolean(),
});
type Talk = v.InferOutput<typeof schema>;

/** Whether each awaited answer has one of its own among the answers to this id, and none is left. */
function isMatched(awaited: readonly Awaited[], kinds: readonly string[]): boolean {
  const [first, ...others] = awaited;
  if (first === undefined) return kinds.length === 0;
  if (first.may.includes('none') && isMatched(others, kinds)) return true;
  return first.may.some((kind) => {
    const at = kinds.indexOf(kind);
    return at !== -1 && isMatched(others, kinds.toSpliced(at, 1));
  });
}

function answerProblem(awaited: readonly Awaited[], answers: readonly Answer[]): string | null {
  for (const id of new Set([...awaited, ...answers].map((one) => one.id))) {
    const wanted = awaited.filter((one) => one.id === id);
    const kinds = answers.filter((one) => one.id === id).map(({ kind }) => kind);
    if (isMatched(wanted, kinds)) continue;
    return `id ${id} was answered ${JSON.stringify(kinds)}, expected ${JSON.stringify(wanted.map(({ may }) => may))}`;
  }
  return null;
}

/** Whether one id stands for a request that may get no answer and for another: the answer of one can be taken for the other's, which then comes late. */
function isAmbiguous(awaited: readonly Awaited[]): boolean {
  return awaited.some(
    ({ id, may }) => may.includes('none') && awaited.filter((other) => other.id === id).length > 1,
  );
}

function bytesOf({ lines: given, ending }: Talk): Buffer {
  return Buffer.from(given.map(({ line }) => line + ending).join(''), 'latin1');
}

const handshake =
  '{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"fuzz","version":"1"}}}\n';
const sentinel = '"the last"';

/** A server that has begun to talk. */
async function greet(mode: Mode): Promise<WirePeer> {
  const peer = new WirePeer(mode);
  if (mode === 'rpc') return peer;
  await peer.write(Buffer.from(handshake), [10_000]);
  if (!(await peer.waitFor((answers) => answers.length > 0))) throw new Error('the server did not answer');
  await peer.write(Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}\n'), [10_000]);
  peer.take();
  return peer;
}

function takenProblem(talk: Talk, awaited: readonly Awaited[], peer: WirePeer): string | null {
  const { answers, batches, odd } = peer.take();
  if (odd.length > 0) return `it wrote ${JSON.stringify(odd[0])}`;
  const problem = answerProblem(
    awaited,
    answers.filter(({ id }) => id !== sentinel),
  );
  if (problem !== null) return problem;
  const sizes = talk.lines.filter(({ isBatch }) => isBatch).map((line) => line.answers.length);
  const [got, wanted] = [batches, sizes].map((list) => JSON.stringify([...list].sort((a, b) => a - b)));
  return got === wanted ? null : `its arrays held ${got} answers, expected ${wanted}`;
}

/** A talk on a server that goes on. */
async function talkProblem(talk: Talk, peer: WirePeer): Promise<string | null> {
  const awaited = awaitedOf(talk.lines, talk.mode);
  await peer.write(bytesOf(talk), talk.sizes);
  await peer.waitFor((answers) => answerProblem(awaited, answers) === null);
  // What was answered before this is written before its answer, so nothing of this talk comes later.
  await peer.write(Buffer.from(`{"jsonrpc":"2.0","id":${sentinel},"method":"ping"}\n`), [10_000]);
  if (!(await peer.waitFor((answers) => answers.some(({ id }) => id === sentinel))))
    return 'it answers no more';
  return takenProblem(talk, awaited, peer);
}

/** Half a line, then the end of the input, while a command runs. */
const half = '{"jsonrpc":"2.0","id":1,"meth';
const endless: Readonly<Record<Mode, string>> = {
  rpc: '{"jsonrpc":"2.0","id":"endless","method":"shell","params":{"command":"sleep 300 & sleep 300"}}\n',
  mcp: '{"jsonrpc":"2.0","id":"endless","method":"tools/call","params":{"name":"shell","arguments":{"command":"sleep 300 & sleep 300"}}}\n',
};

async function lastProblem(talk: Talk): Promise<string | null> {
  const { mode } = talk;
  const peer = await greet(mode);
  try {
    const ended = ['result', '-32800', ...(mode === 'mcp' ? ['none'] : [])];
    const awaited = awaitedOf(talk.lines, mode).map(({ id, may }) => ({
      id,
      may: may.includes('result') ? [...may, ...ended] : may,
    }));
    awaited.push({ id: '"endless"', may: ended }, { id: 'null', may: ['-32700'] });
    await peer.write(
      Buffer.concat([Buffer.from(endless[mode]), bytesOf(talk), Buffer.from(half)]),
      talk.sizes,
    );
    const status = await peer.end();
    if (status !== 0) return `it exits with ${status}`;
    const problem = takenProblem(talk, awaited, peer);
    if (problem !== null) return problem;
    await waitFor(() => processesIn(peer.folder).length === 0, 'the end of its children');
    return null;
  } finally {
    await peer.remove();
  }
}

const talks = (mode: Mode) =>
  fc.record({
    mode: fc.constant(mode),
    lines: lines(mode).map((list): Line[] => [...list]),
    sizes: fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(500, 5000, 100_000)), {
      minLength: 1,
      maxLength: 4,
    }),
    ending: fc.constantFrom('\n' as const, '\r\n' as const),
    isLast: fc.integer({ min: 0, max: 39 }).map((turn) => turn === 0),
  });

export const messages = benchSuite<Talk>({
  title: 'Requests to the real binary that are answered not once, and servers that die or leave children',
  schema,
  arbitrary: fc.oneof({ weight: 3, arbitrary: talks('rpc') }, { weight: 2, arbitrary: talks('mcp') }),
  open: async () => {
    const peers: Partial<Record<Mode, WirePeer>> = {};
    const forget = async (mode: Mode) => {
      await peers[mode]?.remove();
      delete peers[mode];
    };
    const problemOf = async (talk: Talk): Promise<string | null> => {
      if (talk.isLast) return lastProblem(talk);
      const peer = peers[talk.mode] ?? (await greet(talk.mode));
      peers[talk.mode] = peer;
      const problem = await talkProblem(talk, peer);
      // What one talk left behind must not be held against the next.
      if (problem !== null || isAmbiguous(awaitedOf(talk.lines, talk.mode))) await forget(talk.mode);
      return problem;
    };
    const close = async () => {
      await forget('rpc');
      await forget('mcp');
    };
    return { problemOf, close };
  },
});
