import { alwaysSet, runMarker, serverMarker } from '../../core/environment.ts';
import { cannot } from '../../core/failure.ts';
import { realPathOf } from '../../platform/facts/facts-paths.ts';
import { ProgramTrust } from '../../platform/facts/facts-programs.ts';
import { sudoArgv, sudoRefusal } from '../../platform/process/elevate.ts';
import type { ToolContext } from '../tool-context.ts';
import type { PreparedCommand } from './execute.ts';

/** Variables that a script was judged with, besides the call's own. */
const scriptNames: readonly string[] = ['PATH', ...Object.keys(alwaysSet), runMarker, serverMarker];

/**
 * The same command as root by `sudo -n`. sudo drops the environment, so variables that a script was judged with are passed on by name;
 * a program without a shell gets only the call's own, because sudo rules for single programs rarely allow variables. Throws
 * `program_missing` without a trusted sudo, `tool_failed` with sudo's message if it would not run the command.
 */
export async function elevate(
  command: PreparedCommand,
  named: Readonly<Record<string, string>>,
  context: ToolContext,
): Promise<PreparedCommand> {
  const { argv, env } = command;
  const sudo = trustedSudo(command, context);
  const refusal = await sudoRefusal(sudo, argv);
  if (refusal !== null) throw cannot('run elevated', command.command, ...refusal);
  const judged = command.shell === null ? [] : scriptNames.filter((name) => env[name] !== undefined);
  const variables = { ...Object.fromEntries(judged.map((name) => [name, env[name] ?? ''])), ...named };
  return { ...command, argv: sudoArgv(sudo, variables, argv) };
}

/** A person who allows a command means the system's sudo, not one from a workspace. */
function trustedSudo({ command, cwd, env }: PreparedCommand, { workspace, settings }: ToolContext): string {
  const { home, roots } = workspace;
  const { trustedDirs } = settings.policy;
  const trust = new ProgramTrust({ home, roots, trustedDirs }, realPathOf);
  const found = trust.find('sudo', cwd, env.PATH ?? '');
  if (found?.trusted === true) return found.foundPath;
  const [state, wanted] =
    found === null
      ? ['there is no sudo', `sudo in PATH (${env.PATH ?? 'not set'})`]
      : [`the first sudo in PATH is "${found.foundPath}"`, 'one in a trusted folder ("policy.trustedDirs")'];
  throw cannot('run elevated', command, state, wanted, 'program_missing');
}
