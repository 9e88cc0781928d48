import type { Settings } from '../../config/schema.ts';
import { setWithoutTerminal } from '../../core/environment.ts';
import { cannot, refuseField } from '../../core/failure.ts';
import { encodeText } from '../../core/text/utf8.ts';
import type { Machine } from '../../platform/machine/machine.ts';
import type { TerminalSize } from '../../platform/process/child.ts';
import { mostLineBytes, typedLines } from '../../platform/terminal/terminal-line.ts';
import { terminalName } from '../../platform/terminal/terminal-name.ts';
import type { ToolContext } from '../tool-context.ts';
import type { ShellInput } from './input.ts';

/** How long a call waits for its command: to its end, not at all, or for some milliseconds. */
export type Mode =
  | { readonly kind: 'foreground' }
  | { readonly kind: 'background'; readonly keep: boolean }
  | {
      readonly kind: 'yield';
      readonly yieldMs: number;
      readonly keep: boolean;
      /** Whether this comes from the configuration (`shell.yieldMs`) and not from the call, so that the foreground will do too. */
      readonly isDefault: boolean;
    };

const defaultSize: TerminalSize = { cols: 120, rows: 30 };

/** How a call waits for its command. Throws `invalid_input` for contradictory fields, `denied` if the background is not allowed. */
export function modeOf(
  input: ShellInput,
  { settings, caller, surface }: Pick<ToolContext, 'settings' | 'caller' | 'surface'>,
): Mode {
  const asked = input.background === true || input.yieldMs !== undefined;
  if (asked && !settings.shell.allowBackground) {
    throw cannot('run', 'in the background', 'shell.allowBackground is false', 'a foreground call', 'denied');
  }
  if (asked && input.streams === 'split') {
    refuseField('streams', 'cannot be "split" in the background: a session has one log');
  }
  const yieldMs = input.yieldMs ?? defaultYield(input, settings, surface);
  if (input.background !== true && yieldMs === null) {
    if (input.keep === true) refuseField('keep', 'needs "background" or "yieldMs"');
    return { kind: 'foreground' };
  }
  const keep = input.keep ?? caller.frontend === 'cli';
  if (input.background === true || yieldMs === null) return { kind: 'background', keep };
  return { kind: 'yield', yieldMs, keep, isDefault: input.yieldMs === undefined };
}

/** The configured yield, if the call can continue in the background: not with standard input of ours, which a session does not get. */
function defaultYield(
  input: ShellInput,
  { shell }: Settings,
  { stdin }: ToolContext['surface'],
): number | null {
  const canGoOn = shell.allowBackground && input.streams !== 'split' && stdin === null;
  return canGoOn ? shell.yieldMs : null;
}

/** The terminal size for a call; null for none. Throws `invalid_input`, also for unsuitable input, and `tool_failed` without terminals. */
export function terminalOf(input: ShellInput, machine: Machine): TerminalSize | null {
  if (input.pty !== true) {
    for (const field of ['cols', 'rows'] as const)
      if (input[field] !== undefined) refuseField(field, 'needs "pty"');
    return null;
  }
  if (!machine.pty)
    throw cannot('run in', 'a terminal', 'this runtime has no PTY', 'the compiled binary on Linux or macOS');
  if (input.streams === 'split')
    refuseField('streams', 'cannot be "split" in a terminal, which has one output');
  const { longest } = typedLines(encodeText(input.stdin ?? ''));
  if (longest > mostLineBytes) {
    const state = `has a line of ${longest} bytes, and a terminal drops what is past ${mostLineBytes}`;
    refuseField('stdin', `${state}; expected shorter lines, a file, or no "pty"`);
  }
  return { cols: input.cols ?? defaultSize.cols, rows: input.rows ?? defaultSize.rows };
}

/** The environment of a command with or without a terminal of ours; variables on the launcher's terminal are removed for ours. */
export function terminalEnvironment(
  env: Readonly<Record<string, string>>,
  size: TerminalSize | null,
): Readonly<Record<string, string>> {
  if (size === null) return { ...setWithoutTerminal, ...env };
  const { COLUMNS: _columns, LINES: _lines, TERM_PROGRAM: _program, ...rest } = env;
  return { ...rest, TERM: terminalName };
}
