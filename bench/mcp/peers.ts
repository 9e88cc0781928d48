import { binary } from '../harness.ts';

/** One server as bench-mcp.mjs takes it; `{{DIR}}` and `{{FILE}}` are its scratch folder and file. */
export interface BenchServer {
  readonly name: string;
  readonly cmd: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly era?: 'legacy' | 'modern';
  readonly ready?: readonly ToolCall[];
  /** The trivial call, through a shell where the server has one. */
  readonly echo?: ToolCall;
  readonly sleep?: ToolCall;
  /** How a file is read; `key` is the argument that takes its path. */
  readonly read?: { readonly tool: string; readonly key: string };
}

interface ToolCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Servers of the same kind that install with npm, in the versions that were measured. */
export const peerPackages = {
  'mcp-server-commands': '0.5.0',
  '@agent-infra/mcp-server-commands': '1.2.18',
  '@modelcontextprotocol/server-filesystem': '2026.8.31',
  '@wonderwhy-er/desktop-commander': '0.2.52',
} as const;

/** desktop-commander asks for a version that does not exist. */
export const peerOverrides = { 'typedarray.prototype.slice': '1.0.5' } as const;

function shellCalls(tool: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    echo: { tool, args: { command: 'echo hello', ...more } },
    sleep: { tool, args: { command: 'sleep 0.3', ...more } },
  };
}

/** The servers, ours first in both eras; `modules` is where the peers are installed, which `node` runs. */
export function benchServers(node: string, modules: string): readonly BenchServer[] {
  const ours = { ...shellCalls('shell'), read: { tool: 'read', key: 'path' } };
  const peer = (path: string, ...args: string[]) => [node, `${modules}/${path}`, ...args];
  return [
    { name: 'agent-tools', cmd: [binary, 'mcp', '--yolo'], ...ours },
    { name: 'agent-tools (2026-07-28)', cmd: [binary, 'mcp', '--yolo'], era: 'modern', ...ours },
    {
      name: 'agent-tools, shell.flavour sh',
      cmd: [binary, 'mcp', '--yolo'],
      env: { AGENT_TOOLS_SHELL_FLAVOUR: 'sh' },
      ...ours,
    },
    {
      name: 'mcp-server-commands',
      cmd: peer('mcp-server-commands/build/index.js'),
      ...shellCalls('run_command'),
    },
    {
      name: '@agent-infra/mcp-server-commands',
      cmd: peer('@agent-infra/mcp-server-commands/dist/index.cjs'),
      ...shellCalls('run_command'),
    },
    {
      name: 'server-filesystem',
      cmd: peer('@modelcontextprotocol/server-filesystem/dist/index.js', '{{DIR}}'),
      read: { tool: 'read_text_file', key: 'path' },
    },
    {
      name: 'desktop-commander',
      cmd: peer('@wonderwhy-er/desktop-commander/dist/index.js'),
      ready: [{ tool: 'set_config_value', args: { key: 'telemetryEnabled', value: false } }],
      ...shellCalls('start_process', { timeout_ms: 5000 }),
      read: { tool: 'read_file', key: 'path' },
    },
  ];
}
