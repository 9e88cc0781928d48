import { type Outline, type Place, pathAt } from '../../core/place.ts';
import type { ToolContext } from '../tool-context.ts';
import { type Mode, modeOf } from './background.ts';
import { commandText, effectOf, titleOf } from './effect.ts';
import type { ShellInput } from './input.ts';
import { checkCommand, checkNames } from './limits.ts';

/** What a command would do on another machine: its text, and where it asks to run. */
export function outlineShell(input: ShellInput, place: Place, context: ToolContext): Outline {
  checkCommand(input);
  checkNames(input.env ?? {});
  const mode = modeOf(input, context);
  const { host, searchPath } = place;
  const { path: cwd } = pathAt(place, input.cwd ?? '.');
  const effect = effectOf(input, { shell: 'bash', cwd, searchPath, host, pty: input.pty === true }, context);
  const { outputChars } = context.settings.caps;
  return {
    seconds: secondsOf(mode, input),
    title: titleOf(input, input.cwd ?? null),
    effects: [effect],
    display: [{ type: 'command', command: commandText(input), cwd: input.cwd ?? '.', host }],
    input: {
      ...input,
      // A session belongs to whoever starts it; one that a command line starts there must not end with the connection.
      ...(mode.kind === 'foreground' ? {} : { keep: mode.keep }),
      ...(mode.kind === 'yield' ? { yieldMs: mode.yieldMs } : {}),
      maxOutputChars: Math.min(input.maxOutputChars ?? outputChars, outputChars),
    },
  };
}

/** A background call is answered once the command is started. */
function secondsOf(mode: Mode, { timeout }: ShellInput): number | 'as commands' {
  if (mode.kind === 'foreground') return timeout ?? 'as commands';
  return mode.kind === 'yield' ? mode.yieldMs / 1000 : 0;
}
