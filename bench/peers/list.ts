import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { benchEnv, binary } from '../harness.ts';
import { peerOverrides, peerPackages } from '../mcp/peers.ts';
import { CodexConnection } from './codex.ts';
import { installPackages, nodePath } from './install.ts';
import { OneShot } from './one-shot.ts';
import type { Absent, Connection, OpenOptions, Peer, Works } from './peer.ts';
import { markVariable } from './processes.ts';
import { mcpTool, rpcShell, type ServerOptions, type ToolCall, ToolConnection } from './servers.ts';

const desktopCommander = '@wonderwhy-er/desktop-commander';
const filesystem = '@modelcontextprotocol/server-filesystem';
const commands = 'mcp-server-commands';
const packages = {
  [desktopCommander]: peerPackages[desktopCommander],
  [filesystem]: peerPackages[filesystem],
  [commands]: peerPackages[commands],
  '@openai/codex': '0.169.0',
};

/** The files the works name are in the folder everything is started in. */
export const smallFile = 'small.txt';
export const bigFile = 'big.txt';

const shellWorks: Works = {
  hello: 'echo hello',
  flood: `cat ${bigFile}`,
  tree: (mark) => `setsid sleep 7200.${mark}1 & sleep 7200.${mark}2 & sleep 7200.${mark}3; true`,
  cat: 'cat',
  background: (mark) => `sleep 7.${mark} & echo hello`,
};

const serverOptions = (argv: readonly string[], { home, mark }: OpenOptions): ServerOptions => ({
  argv,
  home,
  env: { ...benchEnv(home), [markVariable]: mark },
});

const server = { isServer: true, hasInput: true } as const;
const oneShot = { isServer: false, hasInput: false } as const;

function mcpPeer(name: string, version: string, argv: readonly string[], tool: ToolCall): Peer {
  const open = (options: OpenOptions) => ToolConnection.overMcp(serverOptions(argv, options), tool);
  return { ...server, name, version, works: shellWorks, open };
}

/** The first line of what a program says about its version, or null where it does not run. */
function versionOf(argv: readonly string[]): string | null {
  const { status, stdout } = spawnSync(argv[0] ?? '', argv.slice(1), { encoding: 'utf8' });
  return status === 0 ? (/[\d.]+\d/.exec(stdout)?.[0] ?? '') : null;
}

function ours(): readonly Peer[] {
  const version = versionOf([binary, '--version']) ?? '';
  const rpc = [binary, 'rpc', '--yolo'];
  return [
    mcpPeer('agent-tools mcp', version, [binary, 'mcp', '--yolo'], mcpTool('shell', 'command')),
    {
      ...server,
      name: 'agent-tools rpc',
      version,
      works: shellWorks,
      open: (options) => ToolConnection.overRpc(serverOptions(rpc, options), rpcShell),
    },
  ];
}

function filesystemPeer(modules: string, node: string): Peer {
  const script = join(modules, filesystem, 'dist/index.js');
  return {
    ...server,
    name: 'server-filesystem',
    version: packages[filesystem],
    works: { hello: smallFile, flood: bigFile },
    open: (options) => {
      const tool = mcpTool('read_text_file', 'path');
      const inHome: ToolCall = { ...tool, params: (work) => tool.params(join(options.home, work)) };
      return ToolConnection.overMcp(serverOptions([node, script, options.home], options), inHome);
    },
  };
}

/** Its telemetry, on by default, would be a part of every call; what was set counts once a new process reads it back. */
async function withoutTelemetry(open: () => Promise<Connection>): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const connection = await open();
    const config = await connection.tool?.('get_config', {});
    if (/"telemetryEnabled":\s*false/.test(config?.text ?? '')) return;
    await connection.tool?.('set_config_value', { key: 'telemetryEnabled', value: false });
    connection.process().stdin.end();
    await Promise.race([connection.process().exited, Bun.sleep(5000)]);
  }
  throw new Error('its telemetry cannot be turned off');
}

/** Its calls return after `timeout_ms`, whatever the command does; `force_terminate` ends the command. */
function desktopCommanderPeer(modules: string, node: string): Peer {
  const argv = [node, join(modules, desktopCommander, 'dist/index.js')];
  const tool = mcpTool('start_process', 'command', { timeout_ms: 15_000 });
  return {
    ...mcpPeer('desktop-commander', packages[desktopCommander], argv, tool),
    prepare: withoutTelemetry,
    stop: {
      name: 'force_terminate',
      run: async (connection, command) => {
        const started = await connection.tool?.('start_process', { command, timeout_ms: 1000 });
        const pid = Number(/PID (\d+)/.exec(started?.text ?? '')?.[1]);
        await connection.tool?.('force_terminate', { pid });
      },
    },
  };
}

/** The native program: its launcher is a Node process in front of it. */
function codexPeer(modules: string): Peer | Absent {
  const name = 'codex exec-server';
  const [program] = new Bun.Glob('@openai/codex-*/vendor/*/bin/codex').scanSync({ cwd: modules });
  if (program === undefined) return { name, reason: '@openai/codex has no program for this platform' };
  const argv = [join(modules, program), 'exec-server', '--listen', 'stdio'];
  return {
    ...server,
    name,
    version: packages['@openai/codex'],
    works: shellWorks,
    open: (options) => CodexConnection.open(serverOptions(argv, options)),
  };
}

function ripgrepPeer(): Peer {
  return {
    ...oneShot,
    name: 'rg',
    version: versionOf([rgPath, '--version']) ?? '',
    works: { hello: `hello\0${smallFile}`, flood: `-N\0.\0${bigFile}`, cat: 'hello' },
    open: async (options) => new OneShot(serverOptions([rgPath], options)),
  };
}

function bubblewrapPeer(): Peer | Absent {
  const name = 'bwrap';
  const version = versionOf(['bwrap', '--version']);
  const namespaces = ['--unshare-pid', '--die-with-parent', '--new-session'];
  const argv = ['bwrap', '--bind', '/', '/', '--dev', '/dev', '--proc', '/proc', ...namespaces];
  if (version === null) return { name, reason: 'bwrap is not installed (Debian: bubblewrap)' };
  if (versionOf([...argv, 'bwrap', '--version']) === null) return { name, reason: 'no namespaces here' };
  return {
    ...oneShot,
    name,
    version,
    works: shellWorks,
    open: async (options) => new OneShot(serverOptions([...argv, 'sh', '-c'], options)),
  };
}

/** The interpreter itself and not what may stand before it in PATH. */
function pythonPeer(): Peer | Absent {
  const name = 'python subprocess';
  const version = versionOf(['python3', '--version']);
  if (version === null) return { name, reason: 'python3 is not installed' };
  const where = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  const argv = [where.stdout.trim(), join(import.meta.dirname, 'subprocess_host.py')];
  return {
    ...server,
    hasInput: false,
    name,
    version,
    works: shellWorks,
    open: (options) =>
      ToolConnection.overRpc(serverOptions(argv, options), { ...rpcShell, cancelMethod: 'cancel' }),
  };
}

/** What npm has; nothing of it where npm cannot be reached. */
function npmPeers(): readonly (Peer | Absent)[] {
  const node = nodePath();
  const runCommand = mcpTool('run_command', 'command');
  try {
    const modules = installPackages(packages, peerOverrides);
    const script = join(modules, commands, 'build/index.js');
    return [
      desktopCommanderPeer(modules, node),
      filesystemPeer(modules, node),
      mcpPeer(commands, packages[commands], [node, script], runCommand),
      codexPeer(modules),
    ];
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    return Object.keys(packages).map((name) => ({ name, reason }));
  }
}

/** Everything that is measured, agent-tools first, and what is not here. */
export const listPeers = (): readonly (Peer | Absent)[] => [
  ...ours(),
  ...npmPeers(),
  ripgrepPeer(),
  bubblewrapPeer(),
  pythonPeer(),
];
