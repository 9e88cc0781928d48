import type { Command } from './command.ts';

/** Every command that is no tool, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  rpc: {
    summary: 'Serve every tool as JSON-RPC 2.0 on standard input and output',
    words: [],
    flags: [],
    load: async () => (await import('./rpc-command.ts')).runRpc,
  },
  mcp: {
    summary: 'Serve the tools over MCP on standard input and output',
    words: [],
    flags: [
      {
        name: 'tools',
        field: 'tools',
        kind: 'string',
        placeholder: 'NAME,…',
        description: 'Offer these tools only',
      },
      {
        name: 'read-only',
        field: 'readOnly',
        kind: 'count',
        description: 'Offer only tools that change nothing',
      },
    ],
    load: async () => (await import('./mcp-command.ts')).runMcp,
  },
  env: {
    summary: 'Show what was found of this machine: system, shell, terminal, programs',
    words: [],
    flags: [],
    load: async () => (await import('./env-command.ts')).runEnv,
  },
  config: {
    summary: 'Show, find, start, trust or describe the configuration',
    words: [{ name: 'action', description: 'show, path, init, trust or schema' }],
    flags: [
      { name: 'revoke', field: 'revoke', kind: 'count', description: 'trust: take the trust back' },
      { name: 'list', field: 'list', kind: 'count', description: 'trust: list what is trusted' },
    ],
    load: async () => (await import('./config-entry.ts')).runConfig,
  },
  tools: {
    summary: 'List the tools or print their schemas',
    words: [{ name: 'action', description: 'list or schema' }],
    flags: [
      {
        name: 'format',
        field: 'format',
        kind: 'string',
        placeholder: 'mcp|openai|anthropic|json-schema',
        description: 'schema: whose shape to print',
      },
    ],
    load: async () => (await import('./tools-command.ts')).runTools,
  },
};
