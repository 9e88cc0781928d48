import type { Command, CommandNode, Pipeline, Script } from 'unbash';
import { type Arg, type Cwds, type Printed, textOf, type WrittenStep } from './arg.ts';
import { areSame } from './cwds.ts';

function redirectsOf({ prefix, suffix }: Command) {
  return [...prefix, ...suffix].filter((item) => item.type !== 'Assignment' && item.type !== 'Word');
}

/** Whether a command redirects only its errors, so that its input and output are those of the script. */
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

/** The earlier output that a command prints again as a whole, with a newline: `echo "$files"`; null for other commands. */
export function wholePrinted(args: readonly Arg[]): Printed | null {
  const last = args.at(-1);
  const words = args.slice(0, -1).map(textOf).join(' ');
  return (words === 'echo' || words === 'printf %s\\n') && last?.kind === 'unknown'
    ? (last.whole ?? null)
    : null;
}

/** The commands that printed the text which this one prints again, with this one; undefined in another folder. */
export function repeating(args: readonly Arg[], cwds: Cwds): WrittenStep['fedBy'] {
  const whole = wholePrinted(args);
  return whole !== null && areSame(whole.cwds, cwds) ? [...whole.commands, args] : undefined;
}

/** The commands that feed a pipe written to by a command that was read as `step`; undefined if they write anything besides its output. */
export function feeding(node: CommandNode, step: WrittenStep | null): WrittenStep['fedBy'] {
  if (node.type !== 'Command' || step === null || !onlyMovesErrors(node)) return undefined;
  if (step.assignments.length > 0 || step.redirects.length > 0) return undefined;
  if (wholePrinted(step.args) !== null) return repeating(step.args, step.cwds);
  return step.piped && step.fedBy === undefined ? undefined : [...(step.fedBy ?? []), step.args];
}

/** Whether a command or loop reads the pipe before it, and no file or text instead. */
export function readsPipe(node: CommandNode): boolean {
  const { type } = node.type === 'Redirected' ? node.command : node;
  return type === 'While' || (node.type === 'Command' && onlyMovesErrors(node));
}

/** The output of a substitution that is a single pipeline, whose last command was read as `step`; undefined for others. */
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

/** Whether a pipeline inverts its exit status. */
export function isNegated({ prefixes }: Pipeline): boolean {
  return prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
}
