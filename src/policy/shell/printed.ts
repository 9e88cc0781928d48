import type { Command, DoubleQuotedChild, HereDoc } from 'unbash';
import type { Candidate } from '../pattern.ts';

type CommandExpansion = Extract<DoubleQuotedChild, { type: 'CommandExpansion' }>;

/** What a here-document holds, where the shell expands nothing in it. */
function literalBody({ operator, descriptor, delimiter, body, closing }: HereDoc): string | null {
  if (operator !== '<<' || descriptor !== undefined || delimiter === undefined || closing === undefined)
    return null;
  return delimiter.quoted || !/[$`\\]/.test(body.text) ? body.text : null;
}

/** The one plain command a substitution runs, or null. */
function onlyCommand({ script }: CommandExpansion): Command | null {
  const [statement, ...others] = script?.commands ?? [];
  const command = statement?.command;
  if (command?.type !== 'Command' || others.length > 0 || statement?.background === true) return null;
  return command;
}

/**
 * The text that a substitution stands for within quotes, where that is certain: `$(cat <<'EOF' …)`, as commit messages are
 * written; null for every other, and in backticks, where backslashes mean something else. That `cat` is the program of the
 * system is for its own step to tell.
 */
export function printedText(part: CommandExpansion): string | null {
  const command = part.text.startsWith('$(') ? onlyCommand(part) : null;
  if (command === null) return null;
  const [input, ...rest] = [...command.prefix, ...command.suffix];
  if (command.name?.text !== 'cat' || rest.length > 0 || input?.type !== 'HereDoc') return null;
  return literalBody(input)?.replace(/\n+$/, '') ?? null;
}

/** The text that `$(echo …)` stands for where its words are literal; null for every other. For finding dangers, never for allowing. */
export function echoedText(part: CommandExpansion): string | null {
  const command = onlyCommand(part);
  if (command === null || command.prefix.length > 0 || !/^(echo|printf)$/.test(command.name?.text ?? ''))
    return null;
  const words = command.suffix.map((word) =>
    word.type === 'Word' && word.parts?.every(isLiteral) !== false ? word.value : null,
  );
  return words.every((word) => word !== null) ? words.join(' ') : null;
}

function isLiteral({ type }: { readonly type: string }): boolean {
  return /^(Literal|SingleQuoted|AnsiCQuoted)$/.test(type);
}

/** Whether a substitution stands for a whole number, whichever: `$(nproc)`, which builds ask for the number of processors. */
export function printsNumber(part: CommandExpansion): boolean {
  const command = onlyCommand(part);
  return command?.name?.text === 'nproc' && command.prefix.length === 0 && command.suffix.length === 0;
}

/** The texts that a command surely prints: each literal word, all of them in a line. */
export function printedBy([program, ...words]: readonly Candidate[]): readonly string[] {
  if (program !== 'echo' && program !== 'printf') return [];
  const texts = words.filter((word): word is string => typeof word === 'string');
  const lines = texts.map((text) => text.replaceAll('\\n', '\n'));
  return lines.length > 1 ? [...lines, lines.filter((text) => !/^-[neE]+$/.test(text)).join(' ')] : lines;
}
