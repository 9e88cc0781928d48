import type { JsonSchema } from '@valibot/to-json-schema';
import { failureTable } from '../../core/failure.ts';
import type { ListedTool } from './listing.ts';

/** A method that is not a tool. */
export interface MethodDescription {
  readonly name: string;
  readonly summary: string;
  /** An object schema; without properties for a method that ignores its params. */
  readonly params: JsonSchema;
  readonly result: JsonSchema;
  /** Whether it takes the `_meta` of a call, as tools do. */
  readonly isCall?: boolean;
}

export interface DescribedMethods {
  readonly tools: readonly ListedTool[];
  readonly others: readonly MethodDescription[];
  /** The schema of the `_meta` of a call. */
  readonly meta: JsonSchema;
}

/** The errors of the application's own, beside those of JSON-RPC, which any method may give. */
const ownErrors = {
  Cancelled: {
    code: failureTable.cancelled.rpcCode,
    message: 'Cancelled by $/cancelRequest; data of a call is its Outcome, with what there was',
  },
  Overloaded: {
    code: failureTable.overloaded.rpcCode,
    message: 'As many calls run and wait as there are places; try later',
  },
};
const cancelledError = { $ref: '#/components/errors/Cancelled' };
/** The errors of every call. */
const callErrors = [cancelledError, { $ref: '#/components/errors/Overloaded' }];

/** The last parameter of every call. */
const metaParam = { name: '_meta', required: false, schema: { $ref: '#/components/schemas/CallMeta' } };

/** The OpenRPC 1.3 document for `rpc.discover`: every tool with its parameters, then the other methods. */
export function openRpcDocument(version: string, { tools, others, meta }: DescribedMethods): unknown {
  return {
    openrpc: '1.3.2',
    info: {
      title: 'agent-tools',
      version,
      description: 'The governed hands of any agent, as JSON-RPC 2.0 on stdio',
    },
    methods: [
      ...tools.map(describeTool),
      ...others.map(({ name, summary, params, result, isCall = false }) => ({
        name,
        summary,
        paramStructure: 'by-name',
        params: isCall ? [...describeParams(params), metaParam] : describeParams(params),
        result: { name: 'result', schema: result },
        errors: isCall ? callErrors : [cancelledError],
      })),
    ],
    components: { schemas: { CallMeta: meta }, errors: ownErrors },
  };
}

function describeTool({ name, description, inputSchema }: ListedTool): unknown {
  return {
    name,
    description,
    paramStructure: 'by-name',
    params: [...describeParams(inputSchema), metaParam],
    result: {
      name: 'outcome',
      schema: {
        type: 'object',
        required: ['status', 'isError', 'message', 'content', 'details', 'display', 'notices'],
      },
    },
    errors: callErrors,
  };
}

/** The fields of an object schema as parameters of a method. */
function describeParams({ required = [], properties = {} }: JsonSchema): readonly unknown[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
  }));
}
