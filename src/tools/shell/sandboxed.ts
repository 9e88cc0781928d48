import { isInsideAny } from '../../core/containment.ts';
import { openSandbox } from '../../hosts/sandbox.ts';
import type { ToolContext } from '../tool-context.ts';
import type { PreparedCommand } from './execute.ts';

/** The same command in the sandbox. Throws `tool_failed` where there is none, or what must be guarded cannot be. */
export async function enclose(command: PreparedCommand, context: ToolContext): Promise<PreparedCommand> {
  const { workspace, settings, folders, closedPaths } = context;
  const { spec, area } = await openSandbox({
    workspace,
    cwd: command.cwd,
    settings: settings.sandbox,
    folders,
    closedPaths,
  });
  const { TMPDIR, ...env } = command.env;
  // A folder that cannot be written inside is no place for temporary files.
  const kept = TMPDIR !== undefined && isInsideAny(TMPDIR, area.write) ? { TMPDIR } : {};
  return { ...command, env: { ...env, ...kept }, sandbox: spec };
}
