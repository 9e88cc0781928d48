/**
 * A server of the fixture tools that the conformance suite calls by name, over the same dispatcher as `agent-tools mcp`:
 * `bun test/helpers/mcp-fixture-server.ts`. Forms are the suite's own instead of the approval form.
 */
import * as v from 'valibot';
import type { Content } from '../../src/core/content.ts';
import { ToolFailure } from '../../src/core/failure.ts';
import { type Outcome, outcome } from '../../src/core/outcome.ts';
import type { Sink } from '../../src/core/sink.ts';
import { defineTool } from '../../src/core/tool.ts';
import type { ApprovalForm } from '../../src/frontends/mcp/approval-form.ts';
import { serveMcp } from '../../src/frontends/mcp/serve.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';
import { type FixtureTool, fixtureService, question } from './mcp-service.ts';

/** 1 x 1 pixel, and 44 bytes of silence. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';

/** Content as the wire has it; the suite also asks for kinds that no tool of ours gives. */
function wire(...items: readonly object[]): readonly Content[] {
  return JSON.parse(JSON.stringify(items));
}

interface FixtureParts {
  readonly run?: (sink: Sink) => Promise<Outcome>;
  readonly input?: v.StrictObjectSchema<v.ObjectEntries, undefined>;
}

function fixture(name: string, { run, input = v.strictObject({}) }: FixtureParts): FixtureTool['tool'] {
  return defineTool({
    name,
    summary: name.replaceAll('_', ' '),
    input,
    positionals: [],
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    describe: () => `Fixture of the conformance suite: ${name}`,
    plan: async (_, __: ToolContext) => ({
      title: name,
      effects: [],
      display: [],
      run: (_signal, sink) => run?.(sink) ?? Promise.resolve(done(wire({ type: 'text', text: 'done' }))),
    }),
    present: (result: Outcome) => result,
  });
}

function done(content: readonly Content[]): Outcome {
  return outcome({ status: 'completed', message: 'Done.', content });
}

function giving(name: string, ...items: readonly object[]): FixtureTool {
  return { tool: fixture(name, { run: async () => done(wire(...items)) }) };
}

type Properties = Readonly<Record<string, unknown>>;
/** The forms that fixture tools show, by the title of their question. */
const forms = new Map<string, { readonly message: string; readonly properties: Properties }>();

interface Asked {
  readonly key: string;
  readonly message: string;
  readonly properties: Properties;
}

/** A tool that asks something before it runs and answers with what it was told. */
function asking(name: string, rounds: readonly Asked[], input?: FixtureParts['input']): FixtureTool {
  const questions = rounds.map(({ key, message, properties }) => {
    const title = `${name}.${key}`;
    forms.set(title, { message, properties });
    return question({ tool: name, title, choices: [{ id: 'said', kind: 'allow_once', label: 'Said' }] });
  });
  return {
    tool: fixture(name, input === undefined ? {} : { input }),
    questions,
    afterAnswers: (answers) =>
      done(
        wire({
          type: 'text',
          text: `state-ok ${answers.map(({ feedback }) => feedback).join(' ')}`,
        }),
      ),
  };
}

const form: ApprovalForm = {
  key: ({ title }) => title.slice(title.indexOf('.') + 1),
  render: ({ title }) => {
    const { message, properties } = forms.get(title) ?? { message: title, properties: {} };
    return {
      message,
      requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
    };
  },
  read: ({ action, content }) => ({
    choice: 'said',
    feedback: `action=${action}, content=${JSON.stringify(content ?? null)}`,
  }),
};

const name = { name: { type: 'string' } };
const options = ['option1', 'option2', 'option3'];
const values = ['value1', 'value2', 'value3'].map((value) => ({ const: value, title: `Choice ${value}` }));
const image = { type: 'image', data: png, mimeType: 'image/png' };
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

const tools: readonly FixtureTool[] = [
  giving('test_simple_text', { type: 'text', text: 'This is a simple text response for testing.' }),
  giving('test_image_content', image),
  giving('test_audio_content', { type: 'audio', data: wav, mimeType: 'audio/wav' }),
  giving('test_embedded_resource', {
    type: 'resource',
    resource: {
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    },
  }),
  giving('test_multiple_content_types', { type: 'text', text: 'Multiple content types test:' }, image, {
    type: 'resource',
    resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data"}' },
  }),
  giving('test_logging_tool', { type: 'text', text: 'Nothing is logged to the client.' }),
  {
    tool: fixture('test_error_handling', {
      run: async () =>
        outcome({ status: 'failed', message: 'This tool intentionally returns an error for testing' }),
    }),
  },
  {
    tool: fixture('test_tool_with_progress', {
      run: async (sink) => {
        for (const lines of [1, 2, 3]) {
          sink.progress({ bytes: lines, lines, binary: false });
          await pause();
        }
        return done(wire({ type: 'text', text: 'done' }));
      },
    }),
  },
  {
    tool: fixture('test_missing_capability', {
      run: async () => {
        throw new ToolFailure('missing_capability', 'Sampling is needed', {
          requiredCapabilities: { sampling: {} },
        });
      },
    }),
  },
  asking(
    'test_elicitation',
    [
      {
        key: 'user',
        message: 'Please provide your information',
        properties: { username: { type: 'string' }, email: { type: 'string' } },
      },
    ],
    v.strictObject({ message: v.optional(v.string()) }),
  ),
  asking('test_streaming_elicitation', [{ key: 'user', message: 'Your name?', properties: name }]),
  asking('test_elicitation_sep1034_defaults', [
    {
      key: 'defaults',
      message: 'Check the defaults',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    },
  ]),
  asking('test_elicitation_sep1330_enums', [
    {
      key: 'enums',
      message: 'Choose',
      properties: {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: values },
        legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: { type: 'array', items: { anyOf: values } },
      },
    },
  ]),
  asking('test_input_required_result_elicitation', [
    { key: 'user_name', message: 'What is your name?', properties: name },
  ]),
  asking('test_input_required_result_request_state', [
    { key: 'confirm', message: 'Please confirm', properties: { ok: { type: 'boolean' } } },
  ]),
  asking('test_input_required_result_tampered_state', [
    { key: 'confirm', message: 'Please confirm', properties: { ok: { type: 'boolean' } } },
  ]),
  asking('test_input_required_result_multi_round', [
    { key: 'step1', message: 'Step 1: What is your name?', properties: name },
    {
      key: 'step2',
      message: 'Step 2: What is your favorite color?',
      properties: { color: { type: 'string' } },
    },
  ]),
];

const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
await serveMcp(
  fixtureService(tools),
  {
    input: process.stdin,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    stop: stop.signal,
  },
  { version: '1.0.0', selection: { tools: null, readOnly: false }, form, progressMs: 10 },
);
