import type { Command, DoubleQuotedChild, HereDoc, SyntaxNode } from 'unbash';
import { withoutTrailing } from '../../core/text/trailing.ts';

type CommandExpansion = Extract<DoubleQuotedChild, { type: 'CommandExpansion' }>;
type Substituting = Pick<CommandExpansion, 'script' | 'text'>;

/** What a here-document holds, where the shell expands nothing in it. */
function literalBody({ operator, descriptor, delimiter, body, closing }: HereDoc): string | null {
  if (operator !== '<<' || descriptor !== undefined || delimiter === undefined || closing === undefined)
    return null;
  return delimiter.quoted || !/[$`\\]/.test(body.text) ? body.text : null;
}

/** The one plain command a substitution runs, or null. */
export function onlyCommand({ script }: Pick<CommandExpansion, 'script'>): Command | null {
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
  const body = literalBody(input);
  return body === null ? null : withoutTrailing(body, '\n');
}

/** The words of the one command a substitution runs, as they are written, where it has nothing else; none otherwise. */
export function plainWords(part: CommandExpansion): readonly string[] {
  const { name, prefix, suffix } = onlyCommand(part) ?? {};
  if (name === undefined || prefix === undefined || prefix.length > 0) return [];
  return [name.text, ...(suffix ?? []).map((item) => (item.type === 'Word' ? item.text : ''))];
}

/** Counts of a file as loops add them up: `$(wc -l < "$f")`. */
export const printedCount = /\$\(wc -[lcmw] < ?(?:"\$\w+"|\$\w+|[\w./-]+)\)/g;

/** Whether a substitution is the shell's own word for the folder that it is in: `$(pwd)`. */
export function printsHere(part: CommandExpansion): boolean {
  return plainWords(part).join('\0') === 'pwd';
}

/** Whether a substitution is what git prints of the top folder of the repository: `$(git rev-parse --show-toplevel)`. */
export function printsTop(part: CommandExpansion): boolean {
  return plainWords(part).join('\0') === 'git\0rev-parse\0--show-toplevel';
}

/** Whether a substitution is a folder that npm prints from the root on, whatever its settings say. */
export function printsNpmFolder(part: CommandExpansion): boolean {
  return /^npm (?:root|prefix)(?: (?:-g|--global))?$/.test(plainWords(part).join(' '));
}

const branchPrinter =
  /^git (?:branch --show-current|rev-parse --abbrev-ref HEAD|symbolic-ref (?:-q )?--short (?:-q )?HEAD)$/;

/** Whether a substitution is the name of the branch that is checked out, or nothing: `$(git branch --show-current)`. */
export function printsBranch(part: CommandExpansion): boolean {
  return branchPrinter.test(plainWords(part).join(' '));
}

const numberPrinter =
  /(?:nproc|id -[ug]|date (?:-u )?(?:\+(?:%[sYymdHMS])+|'\+(?:%[sYymdHMS])+'|"\+(?:%[sYymdHMS])+"))/.source;
/** Commands that print a whole number, whichever, and never nothing. */
const printsOne = new RegExp(`^${numberPrinter}$`);

/** A substitution of such a command, as it is written. */
export const printedNumber = new RegExp(`\\$\\(${numberPrinter}\\)`, 'g');

/** The words of a command as they are written, with a mark for everything else. */
function textOfWords({ prefix, name, suffix }: Command): string {
  return [...prefix, name, ...suffix].map((item) => (item?.type === 'Word' ? item.text : '…')).join(' ');
}

/** Whether a substitution stands for a whole number: `$(nproc)`, which builds ask for the number of processors, `$(date +%s)`. */
export function printsNumber(part: Substituting): boolean {
  const command = onlyCommand(part);
  return command !== null && printsOne.test(textOfWords(command));
}

const countOption = /^(?:-[lcmw]|--(?:lines|bytes|chars|words))$/;
const grepCount = /^-(?=[a-zA-Z]*c)[ciEFwxvh]+$/;
const trims = /^tr -d (?:' '|" "|'\[:(?:space|blank):\]'|"\[:(?:space|blank):\]")$/;
/** A word that is one for sure, and no option. */
const plainWord = /^(?:[\w./][\w./-]*|'(?:[^'-][^']*)?'|"(?:[^"$`\\-][^"$`\\]*)?")$/;

/** The last command of a pipe, but for `tr -d ' '`, which takes the blanks away that some `wc` print. */
function lastCounting(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type !== 'Pipeline') return node;
  const last = node.commands.at(-1);
  const isTrimmed = last?.type === 'Command' && trims.test(textOfWords(last));
  return isTrimmed ? node.commands.at(-2) : last;
}

/**
 * Whether a substitution stands for a number or for nothing, where its last command fails: `$(ls | wc -l)`. Behind a name that it is
 * given `wc` prints that too.
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

/** Words that make `git log` and `git rev-list` tell one commit, and by its hash. */
const tellsOne = /^(?:-1|-n1|--max-count=1)$/;
const tellsHash = /^--(?:format|pretty)=(?:format:|tformat:)?(?:%[Hh]|'%[Hh]'|"%[Hh]")$/;

/** Whether `git log` or `git rev-list` is to tell the hash of one commit, of which those that are told of may touch some files. */
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
 * Whether a substitution stands for a commit by its hash or for nothing: `$(git merge-base main HEAD)`. Where `git rev-parse` knows no
 * such commit it prints the word that it was given.
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
