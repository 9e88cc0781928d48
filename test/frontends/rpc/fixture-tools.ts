import * as v from 'valibot';
import { text } from '../../../src/core/content.ts';
import { cannot } from '../../../src/core/failure.ts';
import { type Outcome, outcome } from '../../../src/core/outcome.ts';
import type { Sink } from '../../../src/core/sink.ts';
import { defineTool, type InputSchema, type Tool } from '../../../src/core/tool.ts';
import type { ToolContext } from '../../../src/tools/tool-context.ts';

type Work<S extends InputSchema> = (
  input: v.InferOutput<S>,
  signal: AbortSignal,
  sink: Sink,
) => Promise<Outcome> | Outcome;

function fixture<S extends InputSchema>(
  name: string,
  input: S,
  positionals: readonly string[],
  work: Work<S>,
): Tool<ToolContext> {
  return defineTool<ToolContext, S, Outcome>({
    name,
    summary: `Fixture ${name}`,
    input,
    positionals,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    describe: ({ machine }) => `Fixture ${name} on ${machine.os}`,
    plan: async (given) => ({
      title: name,
      effects: [],
      display: [],
      run: async (signal, sink) => work(given, signal, sink),
    }),
    present: (result) => result,
  });
}

const done = (value: string, more: Partial<Outcome> = {}): Outcome =>
  outcome({ status: 'completed', message: 'Done.', content: [text(value)], ...more });

const echo = fixture(
  'echo',
  v.strictObject({
    text: v.pipe(v.string(), v.description('What comes back')),
    repeat: v.optional(v.pipe(v.number(), v.integer()), 1),
    notices: v.optional(v.array(v.string()), []),
    display: v.optional(v.string()),
    spillPath: v.optional(v.string()),
    spillBytes: v.optional(v.number()),
    droppedBytes: v.optional(v.number()),
    facts: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
  ['text', 'repeat'],
  ({ text: value, repeat, notices, display, spillPath, spillBytes, droppedBytes, facts }) =>
    done(value.repeat(repeat), {
      notices,
      display: display === undefined ? [] : [{ type: 'brief', text: display }],
      details: spillPath === undefined ? facts : { output: { spillPath, spillBytes, droppedBytes } },
    }),
);

const words = fixture(
  'words',
  v.strictObject({ first: v.string(), rest: v.optional(v.array(v.string()), []) }),
  ['first', 'rest'],
  ({ first, rest }) => done([first, ...rest].join(' ')),
);

/** Ends when it is cancelled, with what it had by then. */
const wait = fixture('wait', v.strictObject({ size: v.optional(v.number(), 0) }), [], ({ size }, signal) => {
  const content = [text('so far'.padEnd(size, '.'))];
  const partial = outcome({ status: 'cancelled', message: 'Wait cancelled.', content });
  return new Promise((resolve) => {
    if (signal.aborted) resolve(partial);
    signal.addEventListener('abort', () => resolve(partial), { once: true });
  });
});

/** Never ends, whatever its signal says. */
const hang = fixture('hang', v.strictObject({}), [], () => new Promise<Outcome>(() => {}));

const emit = fixture(
  'emit',
  v.strictObject({
    chunks: v.array(v.strictObject({ stream: v.picklist(['stdout', 'stderr']), hex: v.string() })),
    times: v.optional(v.number(), 1),
  }),
  [],
  async ({ chunks, times }, _signal, sink) => {
    for (let round = 0; round < times; round += 1) {
      for (const { stream, hex } of chunks) await sink.output({ stream, bytes: Buffer.from(hex, 'hex') });
    }
    sink.progress({ bytes: 7, lines: 1, binary: false });
    return done('emitted');
  },
);

const image = fixture('image', v.strictObject({ bytes: v.number() }), [], ({ bytes }) =>
  outcome({
    status: 'completed',
    message: 'An image.',
    content: [{ type: 'image', data: 'A'.repeat(bytes), mimeType: 'image/png' }],
  }),
);

const page = fixture(
  'page',
  v.strictObject({ lines: v.number(), start: v.optional(v.number(), 1) }),
  [],
  ({ lines, start }) =>
    done(Array.from({ length: lines }, (_, index) => `${start + index}\t${'é'.repeat(40)}\n`).join(''), {
      details: {
        startLine: start,
        lines,
        totalLines: 5000,
        eof: true,
        truncatedLines: [start, start + lines - 1],
      },
    }),
);

const fail = fixture('fail', v.strictObject({}), [], () => {
  throw cannot('open', 'x', 'it is missing', 'a file');
});

export const fixtureTools: readonly Tool<ToolContext>[] = [echo, words, wait, hang, emit, image, page, fail];
