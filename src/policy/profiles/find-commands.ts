import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { type Candidate, looksForSecrets, mayReach, outcomeOf } from './find-expression.ts';
import { type ActionWords, type FindAction, type FindParts, readFindParts } from './find-parts.ts';

/** What names that are handed to another command lie below. */
export interface Found {
  /** Where they begin; no option begins so. */
  readonly starts: readonly Arg[];
  /** Whether each surely is a file, and neither a link nor a device. */
  readonly isPlain: boolean;
  /** Whether a file of a name is surely none of them; of a folder, whether all that usually is in one of that name is not. */
  readonly skips: (name: string, isFolder?: boolean) => boolean;
}

/** A command that is started with names that were found. */
export interface FoundCommand extends Pick<ActionWords, 'words' | 'isBatch'> {
  readonly found: Found;
}

/** A `find` that hands on what it finds. */
export interface FindCommands {
  /** Its words with nothing in the place of the commands. */
  readonly outer: readonly Arg[];
  readonly commands: readonly FoundCommand[];
}

/** Names that a `find` prints, one behind the other. */
export interface FindNames {
  readonly found: Found;
  /** Whether each ends with a NUL. */
  readonly isEnded: boolean;
}

/** A word that is a path, itself, to every program: no option, and nothing that sets a variable. */
const plainStart = /^([\w./][\w./+@%:,-]*)?$/;

interface Search extends FindParts {
  readonly starts: readonly Arg[];
  readonly before: readonly Arg[];
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
function foundBy({ starts, expression }: Search, action: FindAction | null): Found {
  const mayBe = (candidate: Candidate) =>
    action === null
      ? outcomeOf(expression, candidate).mayHold
      : mayReach(expression, action, candidate) !== false;
  return {
    starts,
    isPlain: !mayBe({ name: null, mayBeFile: false, isFolder: false }),
    skips: onceEach((name, isFolder = false) => !mayBe({ name, mayBeFile: true, isFolder })),
  };
}

/** Where a `find` starts, and what it does from there on; null where it follows links, looks for secrets, or is not understood. */
function readSearch(args: readonly Arg[]): Search | null {
  const found = args.findIndex((arg, index) => index > 0 && /^[-(!,)]/.test(textOf(arg) ?? ''));
  const from = found === -1 ? args.length : found;
  const given = args.slice(1, from);
  const starts = given.length === 0 ? [textArg('.')] : given;
  const parts = starts.every((arg) => plainStart.test(textOf(arg) ?? '-'))
    ? readFindParts(args.slice(from))
    : null;
  return parts === null || looksForSecrets(parts.expression)
    ? null
    : { ...parts, starts, before: args.slice(0, from) };
}

/** The commands that a `find` starts with what it finds; null where there are none, or it is not certain what they are given. */
export function commandsOfFind(args: readonly Arg[]): FindCommands | null {
  const search = readSearch(args);
  const commands = search?.actions.filter(({ kind }) => kind === 'exec') ?? [];
  if (search === null || commands.length === 0) return null;
  return {
    outer: [...search.before, ...search.outer],
    commands: commands.map((action) => ({ ...action.words, found: foundBy(search, action) })),
  };
}

/** The names that a `find` prints; null where it prints anything else, or it is not certain what they are. */
export function namesOfFind(args: readonly Arg[]): FindNames | null {
  const search = readSearch(args);
  if (search === null || search.actions.some(({ kind }) => kind === 'exec')) return null;
  const [print = null, ...others] = search.actions;
  if (others.length > 0) return null;
  return { found: foundBy(search, print), isEnded: print?.words.isEnded === true };
}
