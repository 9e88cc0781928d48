import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'vitest';
import { binary, cleanEnv } from './binary.ts';
import { type Block, consoleEntries, hasMarker, markerValues } from './document-blocks.ts';
import { tempFolder } from './temp-folder.ts';

/** What the documents' examples speak of. */
const project: Readonly<Record<string, string>> = {
  Makefile: 'all test lint world:\n\t@echo made $@\n',
  'notes.txt': 'first\na b\n',
  'access.log': 'GET /\nGET /a\n',
  'src/a.ts': 'const a = 1; // TODO\n',
  'src/main.c': 'int main() { return 0; }\n',
  data: 'data\n',
};

/** What stands in shown output for the folder that is the home while a block runs. */
const shownHome = '/home/you';

interface Workspace {
  readonly home: string;
  readonly folder: string;
  readonly env: Record<string, string>;
}

/** What a block needs that this machine lacks, or null. */
export function missingFor({ marker }: Block): string | null {
  const [name] = markerValues(marker, 'needs');
  if (name === undefined) return null;
  if (name !== 'sandbox') return spawnSync('which', [name]).status === 0 ? null : `${name} is not installed`;
  const env = spawnSync(binary, ['env', '--json'], { env: cleanEnv(tempFolder()), encoding: 'utf8' });
  const level = /"sandbox":\{"level":"(\w+)"/.exec(env.stdout)?.[1];
  return level === 'full' ? null : `the sandbox is ${level}`;
}

function writeAt(folder: string, name: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text, { mode });
}

/** A project and a home of its own, with the binary in PATH and what the marker asks for. */
function prepare(block: Block, blocks: readonly Block[]): Workspace {
  const home = realpathSync(tempFolder());
  const folder = join(home, 'project');
  for (const [name, text] of Object.entries(project)) writeAt(folder, name, text);
  for (const { marker, heading, body } of blocks) {
    const [name] = markerValues(marker, 'file');
    const mode = body.startsWith('#!') ? 0o755 : 0o600;
    if (name !== undefined && heading === block.heading) writeAt(folder, name, body, mode);
  }
  const config = blocks[blocks.indexOf(block) - 1];
  if (config?.marker === 'user config') writeAt(home, '.config/agent-tools/config.json', config.body);
  mkdirSync(join(home, 'bin'));
  symlinkSync(binary, join(home, 'bin/agent-tools'));
  for (const name of markerValues(block.marker, 'programs'))
    writeAt(home, `.local/bin/${name}`, `#!/bin/sh\necho ${name} "$@"\n`, 0o755);
  spawnSync('git', ['init', '-q', folder]);
  const settings = { AGENT_TOOLS_APPROVAL_SECURITY: 'full', AGENT_TOOLS_APPROVAL_ASK: 'off' };
  const node = { build7: { command: [join(home, 'bin/agent-tools'), 'rpc', '--yolo'] } };
  const env = {
    PATH: [join(home, 'bin'), join(home, '.local/bin'), process.env.PATH ?? ''].join(delimiter),
    ...(hasMarker(block.marker, 'yolo') ? settings : {}),
    ...(hasMarker(block.marker, 'node') ? { AGENT_TOOLS_HOSTS: JSON.stringify(node) } : {}),
  };
  return { home, folder, env: cleanEnv(home, env) };
}

export interface BlockRun {
  /** What each command printed; a `sh` block is one. */
  readonly outputs: readonly string[];
  /** What failing commands exited with, in order. */
  readonly failed: readonly string[];
}

/** What differs from run to run: ids of approvals, sessions and calls, moments, durations. */
const changing = new RegExp(
  [
    /\b[0-9a-f]{12}-[0-9a-f]{6}\b/,
    /(?<=[Ss]ession "?)[a-z0-9]{12}\b/,
    /\b[0-9a-f]{8}-[0-9a-f-]{27}\b/,
    /\d{4}-\d\d-\d\dT[\d:]+\.\d+Z/,
    /\b\d+(?:\.\d+)?ms\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** No text of a command holds it. */
const separator = '\u0001';

/** Runs a block of a document in bash, in a folder of its own. */
export function runBlock(block: Block, blocks: readonly Block[]): BlockRun {
  const { home, folder, env } = prepare(block, blocks);
  const isConsole = block.language === 'console';
  const commands = isConsole ? consoleEntries(block.body).map(({ command }) => command) : [block.body];
  const statuses = join(home, 'statuses');
  const script = [
    `exec 2>&1; trap 'echo "$?" >>"${statuses}"' ERR`,
    commands.join(`\nprintf '${separator}'\n`),
  ].join('\n');
  const { stdout, error } = spawnSync('bash', ['--norc', '-c', script], {
    cwd: folder,
    env,
    encoding: 'utf8',
    input: '',
    timeout: 240_000,
  });
  expect(error).toBeUndefined();
  const failed = existsSync(statuses) ? readFileSync(statuses, 'utf8').trim().split('\n') : [];
  const told = stdout.replaceAll(home, shownHome).replace(changing, '…');
  return { outputs: told.split(separator), failed };
}

/** Notices last: they go to standard error, and what two streams write has no order. */
function noticesLast(text: string): string {
  const lines = text.trimEnd().split('\n');
  const isNotice = (line: string): boolean => line.startsWith('agent-tools: ');
  return [...lines.filter((line) => !isNotice(line)), ...lines.filter(isNotice)].join('\n');
}

/** Whether what was printed is what is shown, in which `…` is anything. */
export function isShownAs(printed: string, shown: string): boolean {
  const parts = noticesLast(shown).split('…');
  const escaped = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[\\s\\S]*?')}$`).test(noticesLast(printed));
}
