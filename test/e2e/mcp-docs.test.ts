import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const root = join(import.meta.dirname, '../..');

/** The blocks of a language in a document, in order. */
function blocksOf(document: string, language: string): readonly string[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, body = '']) => body,
  );
}

/** A folder in PATH that holds the binary under its name, as a host finds it. */
function installed(): NodeJS.ProcessEnv {
  const home = tempFolder();
  symlinkSync(binary, join(home, 'agent-tools'));
  return cleanEnv(home, { PATH: [home, process.env.PATH ?? ''].join(delimiter) });
}

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

/** The entry for the server in whatever a host names the member that holds it. */
function entryOf(json: string): Entry | null {
  const config = JSON.parse(json);
  const servers = config.mcpServers ?? config.servers;
  return servers === undefined ? null : (servers['agent-tools'] ?? servers.tools);
}

function greet({ command, args }: Entry): unknown {
  const workspace = tempFolder();
  const words = args.map((word) => word.replace(/\$\{workspaceFolder\}|\/path\/to\/project/, workspace));
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
  const { stdout, stderr } = spawnSync(command, words, { input, env: installed(), encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout).result.serverInfo.name;
}

describe('what the documents tell hosts', () => {
  const documents = ['docs/mcp-hosts.md', 'README.md'];
  const entries = documents
    .flatMap((document) => blocksOf(document, 'json'))
    .map(entryOf)
    .filter((entry) => entry !== null);

  it('is there for each of them', () => expect(entries).toHaveLength(4));

  it.each(entries)('starts a server: %j', (entry) => expect(greet(entry)).toBe('agent-tools'));

  it('is true for Codex', () => {
    const [toml = ''] = blocksOf('docs/mcp-hosts.md', 'toml');
    expect(toml).toContain('[mcp_servers.agent-tools]');
    const settingOf = (key: string) =>
      JSON.parse(new RegExp(`^${key} = (.*?)(?: +#.*)?$`, 'm').exec(toml)?.[1] ?? '');
    expect(greet({ command: settingOf('command'), args: settingOf('args') })).toBe('agent-tools');
    expect(settingOf('tool_timeout_sec')).toBeGreaterThan(300);
  });

  it('is a setting that exists', () => {
    const setting = blocksOf('docs/mcp-hosts.md', 'json').find((json) => entryOf(json) === null) ?? '';
    expect(JSON.parse(setting)).toEqual({ shell: { yieldMs: 45_000 } });
    const env = { ...installed(), AGENT_TOOLS_SHELL_YIELD_MS: '45000' };
    const shown = execFileSync(binary, ['config', 'show', '--json'], { env, encoding: 'utf8' });
    expect(JSON.stringify(JSON.parse(shown))).toMatch(/"shell\.yieldMs","value":45000/);
  });

  it('runs as a pipeline', (context) => {
    const pipeline = blocksOf('docs/mcp-hosts.md', 'sh').find((block) => block.startsWith('printf')) ?? '';
    const env = installed();
    if (spawnSync('jq', ['--version']).status !== 0) context.skip('jq is not installed');
    const cwd = env.HOME ?? '';
    expect(execFileSync('bash', ['-c', pipeline], { env, cwd, encoding: 'utf8' })).toMatch(/^Linux .*GNU/);
  });
});
