import { cannot } from '../../core/failure.ts';
import { isInsideAny } from '../../core/paths/containment.ts';
import type { TouchedPath } from '../../core/tool.ts';
import { openSandbox } from '../../hosts/sandbox/sandbox.ts';
import { accountHome } from '../../platform/machine/account.ts';
import { forgetBubblewrap } from '../../platform/sandbox/sandbox-probe.ts';
import type { ToolContext } from '../tool-context.ts';
import type { PreparedCommand, ShellResult } from './execute.ts';

/** The same command in the sandbox. Throws `tool_failed` if there is none, or if what must be protected cannot be. */
export async function enclose(
  command: PreparedCommand,
  context: ToolContext,
  touched: readonly TouchedPath[],
): Promise<PreparedCommand> {
  const { workspace, settings, folders, closedPaths } = context;
  const { spec, area, found } = await openSandbox({
    workspace,
    cwd: command.cwd,
    settings: settings.sandbox,
    folders,
    homes: [...new Set([workspace.home, accountHome() ?? workspace.home])],
    closedPaths,
  });
  const { TMPDIR, ...env } = command.env;
  // A folder that is not writable in the sandbox is unusable for temporary files.
  const kept = TMPDIR !== undefined && isInsideAny(TMPDIR, area.write) ? { TMPDIR } : {};
  return {
    ...command,
    env: { ...env, ...kept },
    sandbox: { spec, area, mechanism: found.mechanism, touched },
  };
}

/** What is expected if the launcher failed with a system error that is not about the sandbox. */
const wantedInstead: readonly (readonly [words: string, wanted: string])[] = [
  ['Argument list too long', 'a long text in a file or in stdin'],
  ['Race condition binding dirfd', 'a workspace at rest'],
  ['Resource temporarily unavailable', 'fewer calls at once, or a higher limit (ulimit -u)'],
];

/**
 * The result of a command whose sandbox was set up. Otherwise throws `tool_failed` with the launcher's message, as the exit status is
 * not the command's.
 */
export function requireSetUp(result: ShellResult, { folders }: ToolContext): ShellResult {
  const { run, prepared, output } = result;
  if (run.sandbox === undefined || run.sandbox.isSetUp || run.endedBy !== 'exit') return result;
  if (run.exit.signal !== null) return result;
  forgetBubblewrap(folders.cache);
  const said = output.map(({ text }) => text.trim()).find((text) => text !== '') ?? 'it could not be set up';
  const wanted =
    wantedInstead.find(([words]) => said.endsWith(words))?.[1] ??
    'a program that can be seen inside, and a kernel that lets a sandbox be made';
  throw cannot('run in the sandbox', prepared.command, said.split('\n').at(-1) ?? said, wanted);
}
