import type { Command, CommandNode, Pipeline, Script } from 'unbash';
import { type Arg, type Cwds, type Printed, textOf, type WrittenStep } from './arg.ts';
import { areSame } from './cwds.ts';

function redirectsOf({ prefix, suffix }: Command) {
  return [...prefix, ...suffix].filter((item) => item.type !== 'Assignment' && item.type !== 'Word');
}

/** Whether a command writes what it prints, and nothing else, where the script does not say otherwise. */
function onlyMovesErrors(node: Command): boolean {
  return redirectsOf(node).every(
    (item) =>
      item.type === 'Redirect' &&
      /^>>?$/.test(item.operator) &&
      item.descriptor !== undefined &&
      item.descriptor.type !== 'FileDescriptorVariable' &&
      item.descriptor.value === 2,
  );
}

/** What commands printed that a command prints once more, all of it, with the end of a line behind it: `echo "$files"`; null for every other. */
export function wholePrinted(args: readonly Arg[]): Printed | null {
  const last = args.at(-1);
  const words = args.slice(0, -1).map(textOf).join(' ');
  return (words === 'echo' || words === 'printf %s\\n') && last?.kind === 'unknown'
    ? (last.whole ?? null)
    : null;
}

/** What prints the text that a command prints once more, and that command, where it does so in the same folder. */
export function repeating(args: readonly Arg[], cwds: Cwds): WrittenStep['fedBy'] {
  const whole = wholePrinted(args);
  return whole !== null && areSame(whole.cwds, cwds) ? [...whole.commands, args] : undefined;
}

/**
 * What a command that reads a pipe is fed by, where what writes to it is one command that was read as `step`: nothing but what that
 * one prints, its errors left out. Else undefined.
 */
export function feeding(node: CommandNode, step: WrittenStep | null): WrittenStep['fedBy'] {
  if (node.type !== 'Command' || step === null || !onlyMovesErrors(node)) return undefined;
  if (step.assignments.length > 0 || step.redirects.length > 0) return undefined;
  if (wholePrinted(step.args) !== null) return repeating(step.args, step.cwds);
  return step.piped && step.fedBy === undefined ? undefined : [...(step.fedBy ?? []), step.args];
}

/** Whether a command or a loop reads the pipe that it stands behind, and no file or text. */
export function readsPipe(node: CommandNode): boolean {
  const { type } = node.type === 'Redirected' ? node.command : node;
  return type === 'While' || (node.type === 'Command' && onlyMovesErrors(node));
}

/** What a substitution stands for, where it is commands alone, the last of which was read as `step`. */
export function printedBy(
  { commands }: Pick<Script, 'commands'>,
  step: WrittenStep | null,
): Printed | undefined {
  const [statement, ...others] = commands;
  if (statement === undefined || others.length > 0 || statement.background === true) return undefined;
  const { command } = statement;
  const last = command.type === 'Pipeline' ? command.commands.at(-1) : command;
  if (last?.type !== 'Command' || step === null) return undefined;
  const fed = feeding(last, step);
  return fed && { commands: fed, cwds: step.cwds, isEach: false };
}

/** Whether a pipeline succeeds where its command fails. */
export function isNegated({ prefixes }: Pipeline): boolean {
  return prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
}
