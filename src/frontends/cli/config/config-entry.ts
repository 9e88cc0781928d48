import { isInsideRun } from '../../../config/variables.ts';
import { failureTable } from '../../../core/failure.ts';
import { findConfigPaths } from '../../../runtime/open-config.ts';
import type { CommandContext } from '../command.ts';
import { runConfigCommand } from './config-command.ts';

/** `agent-tools config …` on the real files. */
export async function runConfig(context: CommandContext): Promise<number> {
  const { parsed, globals, console, configRequest, env, folders } = context;
  const request = { ...parsed, isJson: globals.json === true };
  const { stdout, notices, isPartial } = await runConfigCommand(request, {
    load: context.loadConfig,
    paths: await findConfigPaths(configRequest),
    cwd: configRequest.cwd,
    folders,
    isInsideRun: isInsideRun(env),
  });
  void console.stdout.write(stdout);
  for (const notice of notices) console.notice(notice);
  return isPartial === true ? failureTable.tool_failed.exitStatus : 0;
}
