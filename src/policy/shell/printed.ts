import type { Command, DoubleQuotedChild, HereDoc, SyntaxNode } from 'unbash';
import { withoutTrailing } from '../../core/text/trailing.ts';

type CommandExpansion = Extract<DoubleQuotedChild, { type: 'CommandExpansion' }>;
type Substituting = Pick<CommandExpansion, 'script' | 'text'>;

/** The text of a here-document in which nothing is expanded; null for others. */
export function literalBody({ operator, descriptor, delimiter, body, closing }: HereDoc): string | null {
  if (operator !== '<<' || descriptor !== undefined || delimiter === undefined || closing === undefined)
    return null;
  return delimiter.quoted || !/[$`\\]/.test(body.text) ? body.text : null;
}

/** The only command of a substitution, if it is a plain one; null otherwise. */
export function onlyCommand({ script }: Pick<CommandExpansion, 'script'>): Command | null {
  const [statement, ...others] = script?.commands ?? [];
  const command = statement?.command;
  if (command?.type !== 'Command' || others.length > 0 || statement?.background === true) return null;
  return command;
}

/**
 * The output of a quoted substitution if it is certain: `$(cat <<'EOF' …)`, as in commit messages. Null for others, and in
 * backticks, where backslashes differ. Whether `cat` is the system's program is checked with its step.
 */
export function printedText(part: CommandExpansion): string | null {
  const command = part.text.startsWith('$(') ? onlyCommand(part) : null;
  if (command === null) return null;
  const [input, ...rest] = [...command.prefix, ...command.suffix];
  if (command.name?.text !== 'cat' || rest.length > 0 || input?.type !== 'HereDoc') return null;
  const body = literalBody(input);
  return body === null ? null : withoutTrailing(body, '\n');
}

/** The words of a substitution's only command, as written; empty if there is anything else. */
export function plainWords(part: CommandExpansion): readonly string[] {
  const { name, prefix, suffix } = onlyCommand(part) ?? {};
  if (name === undefined || prefix === undefined || prefix.length > 0) return [];
  return [name.text, ...(suffix ?? []).map((item) => (item.type === 'Word' ? item.text : ''))];
}

/** Counts of a file as loops add them up: `$(wc -l < "$f")`. */
export const printedCount = /\$\(wc -[lcmw] < ?(?:"\$\w+"|\$\w+|[\w./-]+)\)/g;

/** Whether a substitution prints the current folder by a builtin: `$(pwd)`. */
export function printsHere(part: CommandExpansion): boolean {
  return plainWords(part).join('\0') === 'pwd';
}

/** Whether a substitution prints the top folder of the repository: `$(git rev-parse --show-toplevel)`. */
export function printsTop(part: CommandExpansion): boolean {
  return plainWords(part).join('\0') === 'git\0rev-parse\0--show-toplevel';
}

/** Whether a substitution prints a folder of npm, which is an absolute path whatever its settings are. */
export function printsNpmFolder(part: CommandExpansion): boolean {
  return /^npm (?:root|prefix)(?: (?:-g|--global))?$/.test(plainWords(part).join(' '));
}

const branchPrinter =
  /^git (?:branch --show-current|rev-parse --abbrev-ref HEAD|symbolic-ref (?:-q )?--short (?:-q )?HEAD)$/;

/** Whether a substitution prints the name of the current branch, or nothing: `$(git branch --show-current)`. */
export function printsBranch(part: CommandExpansion): boolean {
  return branchPrinter.test(plainWords(part).join(' '));
}

const numberPrinter =
  /(?:nproc|id -[ug]|date (?:-u )?(?:\+(?:%[sYymdHMS])+|'\+(?:%[sYymdHMS])+'|"\+(?:%[sYymdHMS])+"))/.source;
/** Matches commands that always print a whole number. */
const printsOne = new RegExp(`^${numberPrinter}$`);

/** Matches a substitution of such a command. */
export const printedNumber = new RegExp(`\\$\\(${numberPrinter}\\)`, 'g');

/** The words of a command as written, with `…` for everything else. */
function textOfWords({ prefix, name, suffix }: Command): string {
  return [...prefix, name, ...suffix].map((item) => (item?.type === 'Word' ? item.text : '…')).join(' ');
}

/** Whether a substitution prints a whole number: `$(nproc)`, used by builds, or `$(date +%s)`. */
export function printsNumber(part: Substituting): boolean {
  const command = onlyCommand(part);
  return command !== null && printsOne.test(textOfWords(command));
}

const countOption = /^(?:-[lcmw]|--(?:lines|bytes|chars|words))$/;
const grepCount = /^-(?=[a-zA-Z]*c)[ciEFwxvh]+$/;
const trims = /^tr -d (?:' '|" "|'\[:(?:space|blank):\]'|"\[:(?:space|blank):\]")$/;
/** A word that is surely a single word and no option. */
const plainWord = /^(?:[\w./][\w./-]*|'(?:[^'-][^']*)?'|"(?:[^"$`\\-][^"$`\\]*)?")$/;

/** The last command of a pipe, not counting `tr -d ' '`, which removes the blanks that some `wc` print. */
function lastCounting(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type !== 'Pipeline') return node;
  const last = node.commands.at(-1);
  const isTrimmed = last?.type === 'Command' && trims.test(textOfWords(last));
  return isTrimmed ? node.commands.at(-2) : last;
}

/**
 * Whether a substitution prints a number, or nothing if its last command fails: `$(ls | wc -l)`. With a file operand, `wc`
 * would print that too.
 */
export function printsCount({ script, text }: Substituting): boolean {
  const [statement, ...others] = script?.commands ?? [];
  const command = statement === undefined ? undefined : lastCounting(statement.command);
  if (others.length > 0 || statement?.background === true || !text.startsWith('$(')) return false;
  if (command?.type !== 'Command' || command.prefix.length > 0) return false;
  const words = command.suffix.flatMap((item) => (item.type === 'Word' ? item.text : []));
  const isInput = (item: (typeof command.suffix)[number]) =>
    item.type === 'Redirect' && item.operator === '<' && item.descriptor === undefined;
  if (!command.suffix.every((item) => item.type === 'Word' || isInput(item))) return false;
  if (command.name?.text === 'wc') return words.length === 1 && words.every((word) => countOption.test(word));
  const [option = '', ...rest] = words;
  return (
    command.name?.text === 'grep' &&
    grepCount.test(option) &&
    /^[12]$/.test(String(rest.length)) &&
    rest.every((word) => plainWord.test(word))
  );
}

const oneOfHead = /^(HEAD|@)([~^]\d*)*$/;

/** Arguments by which `git log` and `git rev-list` print one commit, and only its hash. */
const tellsOne = /^(?:-1|-n1|--max-count=1)$/;
const tellsHash = /^--(?:format|pretty)=(?:format:|tformat:)?(?:%[Hh]|'%[Hh]'|"%[Hh]")$/;

/** Whether `git log` or `git rev-list` prints the hash of one commit, possibly limited to some files. */
function tellsCommit(sub: string, words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const before = end === -1 ? words : words.slice(0, end);
  const isOne = before.some(
    (word, index) => tellsOne.test(word) || (word === '-n' && before[index + 1] === '1'),
  );
  const isHash = sub === 'rev-list' || before.some((word) => tellsHash.test(word));
  const options = before.filter((word) => word.startsWith('-'));
  return (
    isOne && isHash && options.every((word) => tellsOne.test(word) || tellsHash.test(word) || word === '-n')
  );
}

/**
 * Whether a substitution prints the hash of a commit, or nothing: `$(git merge-base main HEAD)`. `git rev-parse` prints its
 * operand if there is no such commit.
 */
export function printsCommit(part: CommandExpansion): boolean {
  const [program, ...words] = plainWords(part);
  if (program !== 'git') return false;
  const [sub = '', ...rest] = words;
  if (!words.every((word) => word === '--' || tellsHash.test(word) || /^-?-?[\w@][\w@/.~^=-]*$/.test(word)))
    return false;
  if (sub === 'log' || sub === 'rev-list') return tellsCommit(sub, rest);
  if (rest.some((word) => word === '--' || word.includes('='))) return false;
  if (sub === 'merge-base') return rest.length > 1 && !rest.some((word) => word.startsWith('-'));
  const others = rest.filter((word) => !/^(--verify|--short|-q|--quiet)$/.test(word));
  return sub === 'rev-parse' && others.length === 1 && oneOfHead.test(others[0] ?? '');
}
