import { launcherEnvironment } from '../../config/launcher-environment.ts';
import { errnoOf, messageOf, ToolFailure } from '../../core/failure.ts';
import { failureOutcome } from '../../core/outcome.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { undecodableVariable, undecodableWord } from '../../platform/machine/command-line.ts';
import { faultFailure, unlessFaulted } from '../../platform/system/faults.ts';
import { Console } from './console.ts';
import { dispatch } from './dispatch.ts';
import { exitStatusOfError } from './exit-status.ts';
import { flagWords, splitCommand } from './global-flags.ts';

/** Runs a command line and returns its exit status, after all output is written. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const env = launcherEnvironment(process.env);
  const console = new Console(env);
  let status: number;
  let isAnswered = false;
  try {
    requireText(argv);
    requirePlaces(env);
    const work = dispatch(argv, env, console).then((own) => {
      isAnswered = true;
      return own;
    });
    status = await unlessFaulted(work);
  } catch (error) {
    status = sayError(error, console);
    if (!isAnswered && wantsJson(argv))
      void console.stdout.write(
        `${jsonLine(failureOutcome(error instanceof ToolFailure ? error : faultFailure(error)))}\n`,
      );
  }
  await console.flush();
  if (console.abandonedStatus !== null) return console.abandonedStatus;
  const { failure } = console.stdout;
  if (failure === null) return status;
  // If the result did not arrive, that is an error, however the call ended.
  const { systemFailure } = await import('../../platform/files/file-failure.ts');
  status = sayError(systemFailure('write', 'standard output', failure), console);
  await console.flush();
  return status;
}

const notUtf8 = 'was not given as UTF-8, so another text would be taken for it; expected UTF-8';

/** Throws `invalid_input` for an argument that is not UTF-8, as it would be taken for another text. */
function requireText(argv: readonly string[]): void {
  const word = undecodableWord(argv);
  if (word === null) return;
  throw new ToolFailure('invalid_input', `"${word}" ${notUtf8}`);
}

/** Variables that determine where this program looks for its own files. */
const places = /^(?:HOME|XDG_(?:CONFIG|STATE|CACHE)_HOME|XDG_RUNTIME_DIR|AGENT_TOOLS_\w+)$/;

/** Throws `invalid_config` if such a variable is not UTF-8, as another folder would be used. */
function requirePlaces(env: Readonly<Record<string, string>>): void {
  const name = undecodableVariable(env, (variable) => places.test(variable));
  if (name !== null) throw new ToolFailure('invalid_config', `${name} ${notUtf8}`);
}

/** Whether the reader of standard output expects JSON, even for an invalid command line; servers write only frames there. */
function wantsJson(argv: readonly string[]): boolean {
  const { command } = splitCommand(argv);
  const isServer = command === 'rpc' || command === 'mcp';
  return !isServer && flagWords(argv).some((word) => /^--json(?:=(?!false$).*)?$/.test(word));
}

function sayError(error: unknown, console: Console): number {
  console.error(error instanceof ToolFailure ? error.message : `internal fault: ${detail(error)}`);
  return exitStatusOfError(error);
}

/** For a system error, the message says more than the stack. */
function detail(error: unknown): string {
  if (errnoOf(error) !== null) return messageOf(error);
  return error instanceof Error ? (error.stack ?? messageOf(error)) : messageOf(error);
}
