import type { LeftOut } from '../../core/ports.ts';
import { readFindLine } from '../programs/find-line.ts';
import type { FindExpression, Primary } from '../programs/find-tree.ts';
import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { acts, type Candidate, looksForSecrets, mayHandOn } from './find-expression.ts';
import { foldersLeftOut } from './find-left-out.ts';

/** Where names that `find` passes on come from. */
export interface Found {
  /** The starting points; none of them can be an option. */
  readonly starts: readonly Arg[];
  /** Whether each is surely a regular file. */
  readonly isPlain: boolean;
  /** Whether a file of a name is surely none of them; of a folder, whether all that usually is in one of that name is not. */
  readonly skips: (name: string, isFolder?: boolean) => boolean;
  /** Folders below the starts from which surely nothing is passed on, as their paths are printed. */
  readonly leftOut?: LeftOut;
}

/** A command that `find` starts with names. */
export interface FoundCommand {
  /** Its words, with `{}` as written. */
  readonly words: readonly Arg[];
  /** Whether it gets several names at once. */
  readonly isBatch: boolean;
  readonly found: Found;
}

/** A `find` that passes on what it finds. */
export interface FindCommands {
  /** Its words without those commands. */
  readonly outer: readonly Arg[];
  readonly commands: readonly FoundCommand[];
}

/** Names that a `find` prints. */
export interface FindNames {
  readonly found: Found;
  /** Whether each name ends with a NUL. */
  readonly isEnded: boolean;
}

/** A word that is a path, itself, to every program: no option, and nothing that sets a variable. */
const plainStart = /^([\w./][\w./+@%:,-]*)?$/;

/** Tests that say nothing of which file it is, or by its name alone: what finds one by its content or number is not among them. */
const telling =
  /^-(i?name|i?path|i?wholename|type|size|maxdepth|mindepth|[acm]time|[acm]min|newer|perm|user|group|empty|prune|xdev|mount|depth|quit|executable|readable|writable|true|print0?|exec)$/;

/** Beyond that an expression is not understood: each part is looked at for each name. */
const mostParts = 256;
const mostActions = 16;

interface Search extends Pick<FindExpression, 'tree'> {
  readonly starts: readonly Arg[];
  readonly actions: readonly Primary[];
}

/** The same, with the answers kept: a hostile line asks for the same names over and over. */
export function onceEach(skips: Found['skips']): Found['skips'] {
  const known = new Map<string, boolean>();
  return (name, isFolder = false) => {
    const key = `${isFolder} ${name}`;
    const answer = known.get(key) ?? skips(name, isFolder);
    known.set(key, answer);
    return answer;
  };
}

/** What is handed on by an action, or printed where there is none. */
function foundBy({ starts, tree }: Search, action: Primary | null): Found {
  const mayBe = (candidate: Candidate) => mayHandOn(tree, action, candidate);
  return {
    starts,
    isPlain: !mayBe({ name: null, mayBeFile: false, isFolder: false }),
    skips: onceEach((name, isFolder = false) => !mayBe({ name, mayBeFile: true, isFolder })),
    leftOut: foldersLeftOut(tree, action),
  };
}

/** Where a `find` starts, and what it does from there on; null where it follows links, looks for secrets, or is not understood. */
function readSearch(args: readonly Arg[]): Search | null {
  const { options, begin, tree, primaries, isWhole } = readFindLine(args.map(textOf));
  const given = args.slice(1, begin);
  const starts = given.length === 0 ? [textArg('.')] : given;
  const actions = primaries.filter(acts);
  const isUnderstood =
    isWhole &&
    options.length === 0 &&
    starts.every((arg) => plainStart.test(textOf(arg) ?? '-')) &&
    primaries.every(({ name, isSure }) => isSure && telling.test(name ?? '')) &&
    primaries.length <= mostParts &&
    actions.length <= mostActions;
  return isUnderstood && !looksForSecrets(tree) ? { starts, tree, actions } : null;
}

/** The commands that a `find` starts with what it finds; null where there are none, or it is not certain what they are given. */
export function commandsOfFind(args: readonly Arg[]): FindCommands | null {
  const search = readSearch(args);
  const commands = search?.actions.filter(({ sort }) => sort === 'command') ?? [];
  if (search === null || commands.length === 0) return null;
  const outer = [...args];
  for (const { at, given } of commands.toReversed()) outer.splice(at, given.length + 2, textArg('-true'));
  return {
    outer,
    commands: commands.map((action) => ({
      words: args.slice(action.at + 1, action.at + 1 + action.given.length),
      isBatch: action.isBatch,
      found: foundBy(search, action),
    })),
  };
}

/** The names that a `find` prints; null where it prints anything else, or it is not certain what they are. */
export function namesOfFind(args: readonly Arg[]): FindNames | null {
  const search = readSearch(args);
  if (search === null) return null;
  const [print = null, ...others] = search.actions;
  if (others.length > 0 || print?.sort === 'command') return null;
  return { found: foundBy(search, print), isEnded: print?.name === '-print0' };
}
