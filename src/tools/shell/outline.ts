import type { ExecEffect } from '../../core/effect.ts';
import { type Outline, type Place, pathAt } from '../../core/place.ts';
import { quoteWord } from '../../core/quote-word.ts';
import type { ToolContext } from '../tool-context.ts';
import { type Mode, modeOf } from './background.ts';
import type { ShellInput } from './input.ts';
import { checkCommand } from './limits.ts';
import { checkNames, fedBy } from './plan.ts';

/** What a command would do on another machine: its words, and where it says it wants to run. */
export function outlineShell(input: ShellInput, place: Place, context: ToolContext): Outline {
  checkCommand(input);
  checkNames(input.env ?? {});
  const mode = modeOf(input, context);
  const command = input.command ?? (input.argv ?? []).map(quoteWord).join(' ');
  const where = input.cwd === undefined ? '' : ` [in ${input.cwd}]`;
  const { path: cwd } = pathAt(place, input.cwd ?? '.');
  const effect: ExecEffect = {
    kind: 'exec',
    script: input.command ?? null,
    argv: input.argv ?? null,
    shell: input.command === undefined ? null : 'bash',
    cwd,
    env: input.env ?? {},
    searchPath: place.searchPath,
    host: place.host,
    pty: input.pty === true,
    elevated: input.elevated === true,
    fed: fedBy(input, context),
  };
  const { outputChars } = context.settings.caps;
  return {
    seconds: secondsOf(mode, input),
    title: `${command}${where}${input.description ? ` (${input.description})` : ''}`,
    effects: [effect],
    display: [{ type: 'command', command, cwd: input.cwd ?? '.', host: place.host }],
    input: {
      ...input,
      // A session belongs to whoever starts it: the one that a command line starts there must not end with its connection.
      ...(mode.kind === 'foreground' ? {} : { keep: mode.keep }),
      ...(mode.kind === 'yield' ? { yieldMs: mode.yieldMs } : {}),
      maxOutputChars: Math.min(input.maxOutputChars ?? outputChars, outputChars),
    },
  };
}

/** One in the background is answered once it was started. */
function secondsOf(mode: Mode, { timeout }: ShellInput): number | 'as commands' {
  if (mode.kind === 'foreground') return timeout ?? 'as commands';
  return mode.kind === 'yield' ? mode.yieldMs / 1000 : 0;
}
