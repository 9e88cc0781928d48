import type { ListedTool } from './listing.ts';

export interface MethodSummary {
  readonly name: string;
  readonly summary: string;
}

/** The OpenRPC 1.3 document of `rpc.discover`: every tool with its parameters, then the other methods. */
export function openRpcDocument(
  version: string,
  tools: readonly ListedTool[],
  others: readonly MethodSummary[],
): unknown {
  return {
    openrpc: '1.3.2',
    info: {
      title: 'agent-tools',
      version,
      description: 'The governed hands of any agent, as JSON-RPC 2.0 on stdio',
    },
    methods: [
      ...tools.map(describeTool),
      ...others.map(({ name, summary }) => ({
        name,
        summary,
        paramStructure: 'by-name',
        params: [],
        result: { name: 'result', schema: {} },
      })),
    ],
  };
}

function describeTool({ name, description, inputSchema }: ListedTool): unknown {
  const required = new Set(inputSchema.required ?? []);
  return {
    name,
    description,
    paramStructure: 'by-name',
    params: Object.entries(inputSchema.properties ?? {}).map(([field, schema]) => ({
      name: field,
      required: required.has(field),
      schema,
    })),
    result: {
      name: 'outcome',
      schema: {
        type: 'object',
        required: ['status', 'isError', 'message', 'content', 'details', 'display', 'notices'],
      },
    },
  };
}
