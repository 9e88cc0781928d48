import { alwaysSet, runMarker, serverMarker } from '../../core/environment.ts';
import { cannot } from '../../core/failure.ts';
import { sudoArgv, sudoRefusal } from '../../platform/elevate.ts';
import { findProgram } from '../../platform/lookup.ts';
import type { PreparedCommand } from './execute.ts';

/** Variables under which a script was judged, besides the call's own. */
const scriptNames: readonly string[] = ['PATH', ...Object.keys(alwaysSet), runMarker, serverMarker];

/**
 * The same command as root by `sudo -n`. sudo drops the environment, so what a script was judged under is handed on by
 * name; a program without a shell gets only what the call sets, because rules for single programs rarely allow variables.
 * Throws `program_missing` without sudo, `tool_failed` with sudo's own words when it would not run the command.
 */
export async function elevate(
  command: PreparedCommand,
  named: Readonly<Record<string, string>>,
): Promise<PreparedCommand> {
  const { argv, env, cwd } = command;
  const sudo = findProgram('sudo', cwd, env.PATH ?? '');
  if (sudo === null) {
    throw cannot(
      'run elevated',
      command.command,
      'there is no sudo',
      `sudo in PATH (${env.PATH ?? 'not set'})`,
      'program_missing',
    );
  }
  const refusal = await sudoRefusal(sudo, argv);
  if (refusal !== null) {
    throw cannot('run elevated', command.command, refusal, 'a sudo rule that lets it run without a password');
  }
  const judged = command.shell === null ? [] : scriptNames.filter((name) => env[name] !== undefined);
  const variables = { ...Object.fromEntries(judged.map((name) => [name, env[name] ?? ''])), ...named };
  return { ...command, argv: sudoArgv(sudo, variables, argv) };
}
