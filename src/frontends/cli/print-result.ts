import { jsonLine } from '../../core/text/json-line.ts';
import type { CommandContext } from './command.ts';

/** Prints the result of a command: `value` as a line of JSON for `--json`, else `text` as it is. */
export function printResult(
  { globals, console }: Pick<CommandContext, 'globals' | 'console'>,
  value: unknown,
  text: string,
): void {
  void console.stdout.write(globals.json ? `${jsonLine(value)}\n` : text);
}
