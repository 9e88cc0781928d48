import { isInsideRun } from '../../../config/variables.ts';
import { writeNewFile } from '../../../platform/files/private-file.ts';
import { readTextFileIfAny } from '../../../platform/files/text-file.ts';
import { openTrustStore } from '../../../platform/store/trust-store.ts';
import { findConfigPaths } from '../../../runtime/open-config.ts';
import type { CommandContext } from '../command.ts';
import { runConfigCommand } from './config-command.ts';

/** `agent-tools config …` over the real files. */
export async function runConfig(context: CommandContext): Promise<number> {
  const { parsed, globals, console, configRequest, env, folders } = context;
  const request = { ...parsed, isJson: globals.json === true };
  const { exitStatus, stdout, stderr } = await runConfigCommand(request, {
    load: context.loadConfig,
    paths: await findConfigPaths(configRequest),
    reader: readTextFileIfAny,
    cwd: configRequest.cwd,
    writeNew: writeNewFile,
    trust: openTrustStore(folders),
    isInsideRun: isInsideRun(env),
  });
  void console.stdout.write(stdout);
  if (!console.quiet) void console.stderr.write(stderr);
  return exitStatus;
}
