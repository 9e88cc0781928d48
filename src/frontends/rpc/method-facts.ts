import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { resolveSchema } from '../../runtime/approvals/methods.ts';
import { rowSchema } from '../../runtime/policy-check.ts';
import { typedSchema } from '../../runtime/typed-before.ts';
import type { MethodDescription } from '../describe/openrpc.ts';
import { namedCallSchema } from '../serving/named-call.ts';
import { callInputSchema } from './call-input.ts';
import { clientMetaSchema } from './call-params.ts';
import { initializeSchema } from './session.ts';

interface MethodFacts {
  readonly summary: string;
  /** The schema that the method checks; null if it ignores its params. */
  readonly params: v.GenericSchema | null;
  readonly result: JsonSchema;
}

const text: JsonSchema = { type: 'string' };
const texts = list(text);
const objects = list({ type: 'object' });

function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** An object schema with required properties, and optional ones. */
function object(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } };
}

/** The server methods that are not tools. */
const facts: Readonly<Record<string, MethodFacts>> = {
  initialize: {
    summary: 'Say what the client can do; optional',
    params: initializeSchema,
    result: object({
      protocolVersion: { const: 1 },
      serverInfo: object({ name: text, version: text }),
      tools: texts,
      shell: { type: ['object', 'null'] },
      cwd: text,
      limits: object({
        maxLineBytes: { type: 'integer' },
        maxInputBytes: { type: 'integer' },
        concurrentCalls: { type: 'integer' },
        commandSeconds: { type: 'number' },
        graceSeconds: { type: 'number' },
      }),
    }),
  },
  ping: { summary: 'Answer at once', params: null, result: object({}) },
  'tools/list': { summary: 'List the tools as MCP does', params: null, result: object({ tools: objects }) },
  'tools/call': {
    summary: 'Call a tool as MCP does',
    params: namedCallSchema,
    result: object({
      content: objects,
      structuredContent: { type: 'object' },
      isError: { type: 'boolean' },
    }),
  },
  'tool/input': {
    summary: 'Hand bytes to the standard input of a call with _meta.stdin; answered once they were taken',
    params: callInputSchema,
    result: object({ taken: { type: 'boolean' } }),
  },
  'rpc.discover': { summary: 'This document', params: null, result: object({ openrpc: text }) },
  shutdown: { summary: 'Answer, then end', params: null, result: { type: 'null' } },
  'env/probe': {
    summary: 'What machine, shell and programs commands find',
    params: null,
    result: object({ os: text, arch: text, cwd: text, roots: texts, shell: { type: ['object', 'null'] } }),
  },
  'session/typed': {
    summary: 'The unfinished line of a session, for another agent-tools that judges what is typed into it',
    params: typedSchema,
    result: { type: ['object', 'null'] },
  },
  'config/show': {
    summary: 'Every setting in force and where it comes from',
    params: null,
    result: object({ settings: objects, notices: texts }),
  },
  'policy/check': {
    summary: 'What would be decided of a command, and why; nothing runs',
    params: rowSchema,
    result: object({
      decision: { enum: ['allow', 'ask', 'deny'] },
      reason: text,
      rule: { type: ['object', 'null'] },
      commands: objects,
      effects: objects,
      suggest: texts,
    }),
  },
  'approvals/list': {
    summary: 'What waits for the answer of a person',
    params: null,
    result: object({ approvals: objects, damaged: objects }),
  },
  'approvals/resolve': {
    summary: 'Give the answer of a person; for clients that answer approvals',
    params: resolveSchema,
    result: object({ approvalId: text, choice: text, state: text }, { notices: texts }),
  },
};

/** The schema of the `_meta` of a call. */
export async function describeCallMeta(): Promise<JsonSchema> {
  const { toJsonSchema } = await import('../describe/json-schema.ts');
  return toJsonSchema(clientMetaSchema);
}

/** The description of a method; an unlisted one has only its name. */
export async function describeMethod(name: string): Promise<MethodDescription> {
  const { toJsonSchema } = await import('../describe/json-schema.ts');
  const { summary, params, result } = facts[name] ?? { summary: name, params: null, result: {} };
  const described = params === null ? {} : await toJsonSchema(params);
  return { name, summary, result, params: described, isCall: name === 'tools/call' };
}
