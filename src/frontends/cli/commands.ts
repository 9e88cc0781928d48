import type { Command } from './command.ts';
import { valueKinds } from './completion/value-kinds.ts';
import { type Flag, flagFor } from './flags.ts';

/** A flag of one action, which its description names first. */
function actionFlag(action: string, field: string, description: string, more: Partial<Flag> = {}): Flag {
  return flagFor(field, `${action}: ${description}`, { actions: [action], ...more });
}

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
      flagFor('tools', 'Offer these tools only', { kind: 'string', placeholder: 'NAME,…' }),
      flagFor('readOnly', 'Offer only tools that change nothing'),
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
      actionFlag('trust', 'revoke', 'take the trust back'),
      actionFlag('trust', 'list', 'list what is trusted'),
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
      actionFlag(
        'check',
        'batch',
        'rows of {"command"|"argv", "cwd", "env", "rules"} on standard input, one JSON line each',
      ),
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
      actionFlag('resolve', 'allowOnce', 'let it run once'),
      actionFlag(
        'resolve',
        'allowSession',
        'also for the rest of the session: its rule, or all input of a background session',
      ),
      actionFlag('resolve', 'allowAlways', 'keep a rule that allows it'),
      actionFlag('resolve', 'reject', 'say no'),
      actionFlag('resolve', 'rejectOnce', 'same as --reject'),
      actionFlag('resolve', 'rejectAlways', 'keep a rule that denies it'),
      actionFlag('resolve', 'rule', 'a rule of your own (repeats)', { kind: 'lines', placeholder: 'TEXT' }),
      actionFlag('resolve', 'feedback', 'a word for the model', { kind: 'string', placeholder: 'TEXT' }),
    ],
    load: async () => (await import('./approvals/approvals-command.ts')).runApprovals,
  },
  audit: {
    summary: 'Show, follow or verify the trail of all calls',
    words: [{ name: 'action', description: 'show, tail or verify' }],
    flags: [
      flagFor('limit', 'Calls shown (default 20)', {
        kind: 'number',
        actions: ['show', 'tail'],
        placeholder: 'N',
      }),
      actionFlag('verify', 'includes', 'the hash of a line that must be there', {
        kind: 'string',
        placeholder: 'SHA256',
      }),
    ],
    load: async () => (await import('./audit-command.ts')).runAudit,
  },
  tools: {
    summary: 'List the tools or print their schemas',
    words: [{ name: 'action', description: 'list or schema' }],
    flags: [
      flagFor('format', 'Print them in the shape of this API (schema: default mcp)', {
        kind: 'string',
        placeholder: 'mcp|openai|anthropic|json-schema',
      }),
    ],
    load: async () => (await import('./tools-command.ts')).runTools,
  },
  completion: {
    summary: 'Print the completion script of a shell',
    words: [{ name: 'shell', description: 'bash, zsh or fish' }],
    flags: [
      flagFor('values', 'Print the names there are now, one a line, in place of a script', {
        kind: 'string',
        placeholder: valueKinds.join('|'),
      }),
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
