import { normalize } from 'node:path';
import type { FoundCommand } from '../profiles/find-commands.ts';
import { type NameList, namesPrinted } from '../profiles/name-lists.ts';
import type { NamesTaken } from '../profiles/xargs.ts';
import { type Arg, printedIn, type Step, textArg, textOf } from '../shell/arg.ts';
import { areSame } from '../shell/cwds.ts';
import type { Source } from './look-below.ts';

/** Programs that only read any number of files, or their sizes, and treat all of them alike. */
export const readsFiles =
  /^(cat|tac|head|tail|nl|wc|od|md5sum|sha(1|224|256|384|512)sum|b2sum|cksum|sum|cut|fold|sort|strings|sed|[gmn]?awk|jq|[ef]?grep|rg|file|du)$/;

/** A command that another one starts with names. */
export interface Started {
  /** Its words, with a sample name for each one that it is handed. */
  readonly args: readonly Arg[];
  readonly names: ReadonlySet<Arg>;
  /** Its words as written. */
  readonly shown: readonly Arg[];
  /** Its redirects by the shell that starts it, with a sample name for each one that is handed on. */
  readonly redirects: Step['redirects'];
  /** Whether that shell opens one of the names. */
  readonly isOpened: boolean;
  /** Where the names come from; null if they may be anything. */
  readonly source: Source | null;
  /** Whether it may be started without any name. */
  readonly isPerhapsBare: boolean;
  /** Whether the shell itself starts it, with its own assignments and redirects. */
  readonly isOwn: boolean;
}

/** A word that contains a name: a single word of which only the beginning is known. */
function partlyNamed(word: string, mark: string): Arg {
  return { kind: 'unknown', text: word, prefix: word.slice(0, word.indexOf(mark)), single: true };
}

/** Puts a name in place of each mark and appends `added` more; null if the program is a mark, contains one or is unknown. */
function withNames(
  words: readonly Arg[],
  { mark, name, added }: { readonly mark: string | null; readonly name: string; readonly added: number },
): Pick<Started, 'args' | 'names' | 'redirects' | 'isOpened'> | null {
  const isMark = (word: Arg) => textOf(word) === mark;
  const program = textOf(words[0]);
  if (mark !== null && program?.includes(mark) !== false) return null;
  const marks = words.map((word) => (isMark(word) ? textArg(name) : null));
  const more = Array.from({ length: added }, () => textArg(name));
  const partly = (word: Arg) =>
    mark !== null && textOf(word)?.includes(mark) === true ? partlyNamed(word.text, mark) : word;
  const args = [...words.map((word, index) => marks[index] ?? partly(word)), ...more];
  const names = new Set([...marks.filter((arg) => arg !== null), ...more]);
  return { args, names, redirects: [], isOpened: false };
}

/** The command that `find` starts. */
export function startedByFind({ words, isBatch, found }: FoundCommand, cwds: Source['cwds']): Started | null {
  const name = found.starts[0]?.text ?? '.';
  // With a second name, a program that takes only one does something else.
  const named = withNames(words, { mark: '{}', name, added: isBatch ? 1 : 0 });
  return (
    named && {
      ...named,
      shown: words,
      source: { found, list: null, cwds, isExpanded: false },
      isPerhapsBare: false,
      isOwn: false,
    }
  );
}

/** The command that `xargs` starts with its input. */
export function startedByXargs(taken: NamesTaken, { fedBy }: Step, cwds: Source['cwds']): Started | null {
  const { words, mark, isBatch, isEnded, isByLine, isNeverBare } = taken;
  const list = fedBy === undefined ? null : namesPrinted(fedBy);
  const isRead = list?.isEnded === isEnded && !(isByLine && list.isOneLine === true);
  const name = textOf(list?.found.starts[0]) ?? 'x';
  const named = withNames(words, { mark, name, added: mark !== null ? 0 : isBatch ? 2 : 1 });
  const source = list !== null && isRead ? { found: list.found, list, cwds, isExpanded: false } : null;
  return named && { ...named, shown: words, source, isPerhapsBare: !isNeverBare, isOwn: false };
}

/**
 * The text around each name in the words: undefined for none, or the path of the folder that `ls` listed; null if it differs
 * between words, or belongs to another folder.
 */
function aroundNames(words: readonly Arg[], list: NameList): Source['around'] | null {
  const [first, ...others] = words.map((arg) => (arg.kind === 'unknown' ? arg.below : undefined));
  const isSame = others.every((one) => one?.before === first?.before && one?.behind === first?.behind);
  if (!isSame) return null;
  if (first === undefined) return undefined;
  const folder = list.of === 'folder' ? textOf(list.found.starts[0]) : null;
  return folder !== null && normalize(`${folder}/`) === normalize(first.before) ? first : null;
}

/** The command that a shell starts with printed names: `wc -l $(git ls-files)`, `for f in $(find src); do wc -l "$f"; done`. */
export function startedByShell({ args, redirects, cwds }: Step): Started | null {
  const opened = redirects.filter(({ access }) => access === 'read').map(({ target }) => target);
  const words = [...args, ...opened].filter((arg) => printedIn(arg) !== undefined);
  const printed = words.flatMap((arg) => printedIn(arg) ?? []);
  const [first] = printed;
  if (first === undefined || cwds === null || printed.some(({ commands }) => commands !== first.commands))
    return null;
  const list = namesPrinted(first.commands);
  // Relative names are only valid in the folder where they were printed.
  const isHere = areSame(cwds, first.cwds);
  if (list === null || list.isOneLine === true || list.isEnded !== (first.isEnded === true) || !isHere)
    return null;
  const around = aroundNames(words, list);
  if (around === null) return null;
  const start = textOf(list.found.starts[0]) ?? 'x';
  const name = around === undefined ? start : `${around.before}x${around.behind}`;
  const isPrinted = (arg: Arg) => printedIn(arg) !== undefined;
  const put = args.map((arg) => {
    const here = printedIn(arg);
    if (here === undefined) return { words: [arg], names: [] };
    const names = Array.from({ length: here.isEach ? 1 : 2 }, () => textArg(name));
    return { words: names, names };
  });
  return {
    args: put.flatMap(({ words }) => words),
    names: new Set(put.flatMap(({ names }) => names)),
    shown: args,
    redirects: redirects.map((one) =>
      one.access === 'read' && isPrinted(one.target) ? { ...one, target: textArg(name) } : one,
    ),
    isOpened: opened.some(isPrinted),
    source: { found: list.found, list, cwds, isExpanded: true, around },
    isPerhapsBare: printed.some(({ isEach, isOne }) => !isEach || isOne === true),
    isOwn: true,
  };
}
