import type { Command } from './command.ts';
import { valueKinds } from './completion/value-kinds.ts';

/** All commands that are not tools, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  rpc: {
    summary: 'Serve every tool as JSON-RPC 2.0 on standard input and output',
    words: [],
    flags: [],
    load: async () => (await import('./servers/rpc-command.ts')).runRpc,
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
        kind: 'switch',
        description: 'Offer only tools that change nothing',
      },
    ],
    load: async () => (await import('./servers/mcp-command.ts')).runMcp,
  },
  env: {
    summary: 'Show what was found of this machine: system, shell, terminal, programs',
    words: [],
    flags: [],
    load: async () => (await import('./env-command.ts')).runEnv,
  },
  hosts: {
    summary: 'List the nodes, or check whether they answer',
    words: [
      { name: 'action', description: 'list or check' },
      { name: 'name', description: 'check: these nodes only' },
    ],
    flags: [],
    load: async () => (await import('./hosts-command.ts')).runHosts,
  },
  config: {
    summary: 'Show, find, start, trust or describe the configuration',
    words: [
      { name: 'action', description: 'show, path, init, trust or schema' },
      {
        name: 'path',
        description: 'trust: a configuration or a folder of skills (default the project’s file)',
      },
    ],
    flags: [
      {
        name: 'revoke',
        field: 'revoke',
        kind: 'switch',
        actions: ['trust'],
        description: 'trust: take the trust back',
      },
      {
        name: 'list',
        field: 'list',
        kind: 'switch',
        actions: ['trust'],
        description: 'trust: list what is trusted',
      },
    ],
    load: async () => (await import('./config/config-entry.ts')).runConfig,
  },
  policy: {
    summary: 'Check what would become of a command, list the rules in force, show ready-made policies',
    words: [
      { name: 'action', description: 'check, list or presets' },
      { name: 'command', description: 'check: the command; presets: the name of one' },
    ],
    flags: [
      {
        name: 'batch',
        field: 'batch',
        kind: 'switch',
        actions: ['check'],
        description:
          'check: rows of {"command"|"argv", "cwd", "env", "rules"} on standard input, one JSON line each',
      },
    ],
    takesProgram: 'check',
    load: async () => (await import('./policy/policy-command.ts')).runPolicy,
  },
  approvals: {
    summary: 'List, show, answer or watch what waits for a yes or a no',
    words: [
      { name: 'action', description: 'list, show, resolve or watch' },
      { name: 'id', description: 'show, resolve: which one; its first 4 characters are enough' },
    ],
    flags: [
      {
        name: 'allow-once',
        field: 'allowOnce',
        kind: 'switch',
        actions: ['resolve'],
        description: 'resolve: let it run once',
      },
      {
        name: 'allow-session',
        field: 'allowSession',
        kind: 'switch',
        actions: ['resolve'],
        description:
          'resolve: also for the rest of the session: its rule, or all input of a background session',
      },
      {
        name: 'allow-always',
        field: 'allowAlways',
        kind: 'switch',
        actions: ['resolve'],
        description: 'resolve: keep a rule that allows it',
      },
      {
        name: 'reject',
        field: 'reject',
        kind: 'switch',
        actions: ['resolve'],
        description: 'resolve: say no',
      },
      {
        name: 'reject-once',
        field: 'rejectOnce',
        kind: 'switch',
        actions: ['resolve'],
        description: 'resolve: same as --reject',
      },
      {
        name: 'reject-always',
        field: 'rejectAlways',
        kind: 'switch',
        actions: ['resolve'],
        description: 'resolve: keep a rule that denies it',
      },
      {
        name: 'rule',
        field: 'rule',
        kind: 'lines',
        actions: ['resolve'],
        placeholder: 'TEXT',
        description: 'resolve: a rule of your own (repeats)',
      },
      {
        name: 'feedback',
        field: 'feedback',
        kind: 'string',
        actions: ['resolve'],
        placeholder: 'TEXT',
        description: 'resolve: a word for the model',
      },
    ],
    load: async () => (await import('./approvals/approvals-command.ts')).runApprovals,
  },
  audit: {
    summary: 'Show, follow or verify the trail of all calls',
    words: [{ name: 'action', description: 'show, tail or verify' }],
    flags: [
      {
        name: 'limit',
        field: 'limit',
        kind: 'number',
        actions: ['show', 'tail'],
        placeholder: 'N',
        description: 'Calls shown (default 20)',
      },
      {
        name: 'includes',
        field: 'includes',
        kind: 'string',
        actions: ['verify'],
        placeholder: 'SHA256',
        description: 'verify: the hash of a line that must be there',
      },
    ],
    load: async () => (await import('./audit-command.ts')).runAudit,
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
        description: 'Print them in the shape of this API (schema: default mcp)',
      },
    ],
    load: async () => (await import('./tools-command.ts')).runTools,
  },
  completion: {
    summary: 'Print the completion script of a shell',
    words: [{ name: 'shell', description: 'bash, zsh or fish' }],
    flags: [
      {
        name: 'values',
        field: 'values',
        kind: 'string',
        placeholder: valueKinds.join('|'),
        description: 'Print the names there are now, one a line, in place of a script',
      },
    ],
    load: async () => (await import('./completion/completion-command.ts')).runCompletion,
  },
  prompt: {
    summary: 'Print a section for a system prompt: machine, policy, tools and skills',
    words: [],
    flags: [],
    load: async () => (await import('./prompt-command.ts')).runPrompt,
  },
};
