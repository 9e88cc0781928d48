import { isAbsolute } from 'node:path';
import { errnoOf, messageOf, ToolFailure } from '../../core/failure.ts';
import { failureOutcome } from '../../core/outcome.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { undecodableVariable, undecodableWord } from '../../platform/machine/command-line.ts';
import { faultFailure, unlessFaulted } from '../../platform/system/faults.ts';
import { Console } from './console.ts';
import { dispatch } from './dispatch.ts';
import { exitStatusOfError } from './exit-status.ts';
import { flagWords, splitCommand } from './global-flags.ts';

/** Runs one command line of a person or a program and returns its exit status; nothing is left unwritten when it returns. */
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
  // A result that did not arrive is no success, whatever became of the call.
  const { systemFailure } = await import('../../platform/files/file-failure.ts');
  status = sayError(systemFailure('write', 'standard output', failure), console);
  await console.flush();
  return status;
}

const notUtf8 = 'was not given as UTF-8, so another text would be taken for it; expected UTF-8';

/** Throws `invalid_input` for a word that would be another one than was given. */
function requireText(argv: readonly string[]): void {
  const word = undecodableWord(argv);
  if (word === null) return;
  throw new ToolFailure('invalid_input', `"${word}" ${notUtf8}`);
}

/** Variables that say where this program looks for, and keeps, what is its own. */
const places = /^(?:HOME|XDG_(?:CONFIG|STATE|CACHE)_HOME|XDG_RUNTIME_DIR|AGENT_TOOLS_\w+)$/;

/** Throws `invalid_config` where another folder than was meant would be looked in for what binds this program. */
function requirePlaces(env: Readonly<Record<string, string>>): void {
  const name = undecodableVariable(env, (variable) => places.test(variable));
  if (name !== null) throw new ToolFailure('invalid_config', `${name} ${notUtf8}`);
}

/** Whether whoever reads standard output expects JSON, however wrong the line is; servers write frames there and nothing else. */
function wantsJson(argv: readonly string[]): boolean {
  const { command } = splitCommand(argv);
  const isServer = command === 'rpc' || command === 'mcp';
  return !isServer && flagWords(argv).some((word) => /^--json(?:=(?!false$).*)?$/.test(word));
}

function sayError(error: unknown, console: Console): number {
  console.error(error instanceof ToolFailure ? error.message : `internal fault: ${detail(error)}`);
  return exitStatusOfError(error);
}

/** Where programs are looked for without a PATH: shells would look in folders of their own, of which one may be the working folder. */
const standardPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The environment this program was started with, as it holds for all that is judged and run. */
function launcherEnvironment(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  // Without one `~` is the account's folder for everybody: for shells, which put any text in its place, and for who judges them.
  if (!isAbsolute(defined.HOME ?? '')) delete defined.HOME;
  if (process.platform !== 'win32') defined.PATH ??= standardPath;
  return defined;
}

/** What the system said of a file tells more than where it was asked. */
function detail(error: unknown): string {
  if (errnoOf(error) !== null) return messageOf(error);
  return error instanceof Error ? (error.stack ?? messageOf(error)) : messageOf(error);
}
