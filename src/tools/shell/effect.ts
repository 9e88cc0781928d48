import type { ExecEffect } from '../../core/effect.ts';
import { quoteWord } from '../../core/text/quote-word.ts';
import type { ToolContext } from '../tool-context.ts';
import type { ShellInput } from './input.ts';

/** The command on one line for display: the shell text, or the quoted arguments. */
export function commandText({ command, argv = [] }: ShellInput): string {
  return command ?? argv.map(quoteWord).join(' ');
}

/** `command [in dir] (description)` on one line; `cwd` is null if it need not be shown. */
export function titleOf(input: ShellInput, cwd: string | null): string {
  const { description } = input;
  return `${commandText(input)}${cwd === null ? '' : ` [in ${cwd}]`}${description ? ` (${description})` : ''}`;
}

/** The effect of a call at a place, for policy; `shell` is the shell there that would read a script. */
export function effectOf(
  input: ShellInput,
  { shell, ...place }: Pick<ExecEffect, 'shell' | 'cwd' | 'searchPath' | 'host' | 'pty'>,
  { surface }: ToolContext,
): ExecEffect {
  const { command, argv, env = {}, elevated, stdin } = input;
  return {
    kind: 'exec',
    script: command ?? null,
    argv: argv ?? null,
    shell: command === undefined ? null : shell,
    env,
    elevated: elevated === true,
    fed: stdin === undefined && surface.stdin === null ? null : { text: stdin ?? null },
    ...place,
  };
}
