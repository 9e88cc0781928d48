import type { Settings } from '../../config/schema.ts';
import { refuseField } from '../../core/failure.ts';
import { longestArgument } from '../../core/longest-argument.ts';
import type { ShellInput } from './input.ts';

/** Most bytes of a shell script, which is one argument of its shell. */
export const maxCommandBytes = longestArgument;

/** Most bytes of all arguments (three quarters of _STK_LIM on Linux; macOS takes less), and what each takes besides its text. */
const maxArgvBytes = 6_291_456;
const perWordBytes = 9;

/** Most milliseconds that a command may run; null for unlimited. */
export interface TimeLimits {
  readonly timeoutMs: number | null;
  readonly idleTimeoutMs: number | null;
}

/** Throws `invalid_input` unless exactly one of `command` and `argv` is given and valid. */
export function checkCommand({ command, argv }: ShellInput): void {
  if (command === undefined && argv === undefined)
    refuseField('command', 'is missing; give "command" or "argv"');
  if (command !== undefined && argv !== undefined)
    refuseField('argv', 'cannot stand beside "command"; give one of them');
  if (command !== undefined) {
    if (command.trim() === '') refuseField('command', 'is blank; expected a shell command');
    const bytes = Buffer.byteLength(command);
    if (bytes > maxCommandBytes)
      refuseField(
        'command',
        `has ${bytes} bytes, at most ${maxCommandBytes}; put it in a file or in "stdin"`,
      );
    if (command.includes('\0')) refuseField('command', 'holds a NUL character');
  }
  if (argv !== undefined) {
    if (argv.length === 0 || argv[0] === '')
      refuseField('argv', 'is empty; expected a program and its arguments');
    // What no system starts needs no judgement, which takes seconds for so many words.
    const bytes = argv.reduce((sum, word) => sum + Buffer.byteLength(word) + perWordBytes, 0);
    if (bytes > maxArgvBytes)
      refuseField(
        'argv',
        `takes ${bytes} bytes, ${perWordBytes} for each word besides its text, at most ${maxArgvBytes}; put a long text in a file or in "stdin"`,
      );
    if (argv.some((word) => word.includes('\0'))) refuseField('argv', 'holds a NUL character');
  }
}

/** Throws `invalid_input` for an invalid name or value of a variable. */
export function checkNames(overrides: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(overrides)) {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !value.includes('\0')) continue;
    refuseField(`env.${name}`, value.includes('\0') ? 'holds a NUL character' : 'is not a variable name');
  }
}

/** How a command may take longer than one in the foreground. */
const goesOn = '"background" or "yieldMs" lets it go on as a session';

/** The time limits of a call. Throws `invalid_input` naming the setting that is exceeded. */
export function timeLimits(input: ShellInput, settings: Settings): TimeLimits {
  const { timeoutSeconds, maxTimeoutSeconds, backgroundTimeoutSeconds, allowBackground } = settings.shell;
  const background = input.background === true || input.yieldMs !== undefined;
  const seconds = input.timeout ?? (background ? backgroundTimeoutSeconds : timeoutSeconds);
  const least = background && seconds === 0 ? 0 : 1;
  const most = ` and at most ${maxTimeoutSeconds} (shell.maxTimeoutSeconds)`;
  if (seconds < least)
    refuseField('timeout', `is ${seconds}, must be at least 1${background ? ', or 0 for none' : most}`);
  if (!background && seconds > maxTimeoutSeconds) {
    const how = allowBackground ? `; ${goesOn}` : '';
    refuseField(
      'timeout',
      `is ${seconds}, must be at most ${maxTimeoutSeconds} (shell.maxTimeoutSeconds)${how}`,
    );
  }
  return {
    timeoutMs: seconds === 0 ? null : seconds * 1000,
    idleTimeoutMs: input.idleTimeout === undefined ? null : input.idleTimeout * 1000,
  };
}

/**
 * How a foreground command that timed out could get more time, in a sentence; null if the call chose its limit and could have chosen a
 * longer one.
 */
export function moreTime(input: ShellInput, settings: Settings): string | null {
  const { timeoutSeconds, maxTimeoutSeconds, allowBackground } = settings.shell;
  const seconds = input.timeout ?? timeoutSeconds;
  if (seconds >= maxTimeoutSeconds) {
    const most = `${maxTimeoutSeconds} s is the most a foreground command gets (shell.maxTimeoutSeconds)`;
    return allowBackground ? `${most}; ${goesOn}` : most;
  }
  if (input.timeout !== undefined) return null;
  const longer = `${seconds} s is the default; "timeout" takes up to ${maxTimeoutSeconds}`;
  return allowBackground ? `${longer}, and ${goesOn}` : longer;
}

/** What is said of a command in a terminal that was ended while keys were read there, which may have been why it took so long. */
export function unanswered({ shell: { allowBackground } }: Settings): string {
  const answer = allowBackground ? ', and "background" with "pty" lets process answer' : '';
  return `A program in its terminal reads keys or hides what is typed, and may have waited for some: "stdin" types them ahead${answer}`;
}
