import { messageOf, ToolFailure } from '../../core/failure.ts';
import { Console } from './console.ts';
import { dispatch } from './dispatch.ts';
import { exitStatusOfError } from './exit-status.ts';

/** Runs one command line of a person or a program and returns its exit status; nothing is left unwritten when it returns. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const env = definedOnly(process.env);
  const console = new Console(env);
  try {
    return await dispatch(argv, env, console);
  } catch (error) {
    console.error(error instanceof ToolFailure ? error.message : `internal fault: ${detail(error)}`);
    return exitStatusOfError(error);
  } finally {
    await console.flush();
  }
}

function definedOnly(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}

function detail(error: unknown): string {
  return error instanceof Error ? (error.stack ?? messageOf(error)) : messageOf(error);
}
