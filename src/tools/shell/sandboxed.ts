import { cannot } from '../../core/failure.ts';
import { isInsideAny } from '../../core/paths/containment.ts';
import type { TouchedPath } from '../../core/tool.ts';
import { openSandbox } from '../../hosts/sandbox/sandbox.ts';
import { accountHome } from '../../platform/machine/account.ts';
import { forgetBubblewrap } from '../../platform/sandbox/sandbox-probe.ts';
import type { ToolContext } from '../tool-context.ts';
import type { PreparedCommand, ShellResult } from './execute.ts';

/** The same command in the sandbox. Throws `tool_failed` where there is none, or what must be guarded cannot be. */
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
  // A folder that cannot be written inside is no place for temporary files.
  const kept = TMPDIR !== undefined && isInsideAny(TMPDIR, area.write) ? { TMPDIR } : {};
  return {
    ...command,
    env: { ...env, ...kept },
    sandbox: { spec, area, mechanism: found.mechanism, touched },
  };
}

/** What is wanted where what was to start it ends with the system's words for something else than the sandbox. */
const wantedInstead: readonly (readonly [words: string, wanted: string])[] = [
  ['Argument list too long', 'a long text in a file or in stdin'],
  ['Resource temporarily unavailable', 'fewer calls at once, or a higher limit (ulimit -u)'],
];

/**
 * The result of a command whose sandbox could be set up. Throws `tool_failed` for any other, with the words of what was
 * to start it: the exit status is not the command's.
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
