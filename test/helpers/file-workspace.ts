import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TestRunner } from 'vitest';
import { defaultSettings, type Settings } from '../../src/config/schema.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { silentSink } from '../../src/core/sink.ts';
import type { Plan, Tool } from '../../src/core/tool.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';
import { contextFor } from './file-context.ts';

/** Files to make: a name ending in `/` is a folder, text beginning with `-> ` a symlink. */
export type Tree = Readonly<Record<string, string | Uint8Array>>;

export interface FileWorkspace {
  /** The workspace, below `base`. */
  readonly root: string;
  /** A temp folder that is removed as a whole. */
  readonly base: string;
  readonly context: ToolContext;
  at(name: string): string;
  fill(tree: Tree): Promise<void>;
  remove(): Promise<void>;
}

async function fill(root: string, tree: Tree): Promise<void> {
  for (const [name, content] of Object.entries(tree)) {
    const path = join(root, name);
    await mkdir(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (name.endsWith('/')) continue;
    if (typeof content === 'string' && content.startsWith('-> ')) await symlink(content.slice(3), path);
    else await writeFile(path, content);
  }
}

/** A workspace of its own with home, state and cache folders beside it. */
export async function makeWorkspace(
  tree: Tree = {},
  adjust: (settings: Settings) => Settings = (settings) => settings,
): Promise<FileWorkspace> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'agent-tools-files-')));
  const root = join(base, 'ws');
  await mkdir(join(base, 'home'));
  await mkdir(root);
  await fill(root, tree);
  const context = contextFor(base, adjust(defaultSettings()));
  return {
    root,
    base,
    context,
    at: (name) => join(root, name),
    fill: (more) => fill(root, more),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}

/** Plans a call; throws as the tool does. */
export function planCall(tool: Tool<ToolContext>, input: object, context: ToolContext): Promise<Plan> {
  return tool.prepare(input, context);
}

/** Plans and runs a call; throws as the tool does. */
export async function callTool(
  tool: Tool<ToolContext>,
  input: object,
  context: ToolContext,
  signal: AbortSignal = new AbortController().signal,
): Promise<Outcome> {
  const plan = await tool.prepare(input, context);
  return plan.execute(signal, silentSink, {});
}

/** The message of the failure of a call; fails when the call succeeds. */
export async function failureOf(
  tool: Tool<ToolContext>,
  input: object,
  context: ToolContext,
): Promise<string> {
  try {
    await callTool(tool, input, context);
  } catch (error) {
    if (error instanceof Error && error.name === 'ToolFailure') return error.message;
    throw error;
  }
  throw new Error('the call did not fail');
}

/** The text of an Outcome. */
export function textOf({ content }: Outcome): string {
  return content.map((item) => (item.type === 'text' ? item.text : `<${item.type}>`)).join('\n');
}

/** Whether root can give up its rights here: a Node whose libuv may use io_uring never does (CVE-2024-22017), as that of Debian 13. */
function canGiveUpRights(): boolean {
  try {
    process.setegid?.(65_534);
    return true;
  } catch {
    return false;
  }
}

/** Runs `body` as a user without rights where this process is root; elsewhere as it is. Skips the test if root must stay root. */
export async function withoutRights<T>(body: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return body();
  if (!canGiveUpRights())
    TestRunner.getCurrentTest()?.context.skip('this Node cannot give up the rights of root');
  process.seteuid?.(65_534);
  try {
    return await body();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
