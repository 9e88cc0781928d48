import { isAbsolute, join } from 'node:path';
import type { FactBook } from '../fact-book.ts';
import {
  type Arg,
  type Cwds,
  type Folders,
  isPlainText,
  type RepositoryTop,
  type Step,
  textArg,
  textOf,
  type WalkedFolder,
  type WrittenStep,
} from '../shell/arg.ts';
import type { StepContext } from './step.ts';

/** Beyond that a step is judged in too many folders. */
const mostFolders = 32;

/** The folders that a wildcard reaches; null where there are none yet, too many, or one whose name cannot be told. */
function foldersReached({ from, wildcard }: WalkedFolder, book: FactBook): Folders {
  const found = book.expand(wildcard, from) ?? [];
  const folders = found.filter(({ path }) => path.kind === 'folder');
  const isUndecodable = found.some(({ path }) => path.isUndecodable === true);
  if (isUndecodable || folders.length === 0 || folders.length > mostFolders) return null;
  return folders.map(({ given }) => (isAbsolute(given) ? given : join(from, given)));
}

/** Variables by which git finds another repository, or another folder for its top. */
const leadsGit = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_CEILING_DIRECTORIES', 'GIT_DISCOVERY_ACROSS_FILESYSTEM'];

/** Whether git finds the repository, and what is in it, by the folder that it runs in alone. */
export function isFoundByFolder(isAbsent: StepContext['isAbsent']): boolean {
  return isAbsent !== undefined && [...leadsGit, 'GIT_INDEX_FILE'].every(isAbsent);
}

/** What is looked at to tell folders. */
export interface FolderLook {
  readonly book: FactBook;
  readonly isAbsent?: StepContext['isAbsent'];
}

/** The top of the repository around a folder as git prints it, if it prints any; null where that may be another one, or the shell take the name apart. */
function topAround({ around, isQuoted }: Pick<RepositoryTop, 'around' | 'isQuoted'>, look: FolderLook) {
  const { book, isAbsent } = look;
  const found = book.repository(book.path('.', around).realPath);
  const top = found?.isOnly === true && found.drivers.length === 0 ? found.top : null;
  if (top === null || isAbsent === undefined || !leadsGit.every(isAbsent)) return null;
  const { realPath, isUndecodable } = book.path(top, around);
  const isWhole = isQuoted ? !realPath.endsWith('\n') : isPlainText(realPath);
  return isWhole && isUndecodable !== true ? realPath : null;
}

/**
 * The top of the repository around a folder, and where it leads when git prints nothing: it may not trust the folder, or not be
 * able to read its configuration.
 */
function topFolders(told: RepositoryTop, look: FolderLook): Folders {
  const top = topAround(told, look);
  return top === null ? null : [join(top, told.below), join(told.otherwise, told.below)];
}

/** A word that begins with the top of a repository, with that in its place; itself where the top cannot be told, and null where nothing is left of it. */
function withTop(arg: Arg, cwds: Folders, look: FolderLook, isTold: boolean): Arg | null {
  if (arg.kind !== 'unknown' || arg.top === undefined) return arg;
  const { around, below } = arg.top;
  const tops = (around === null ? (cwds ?? []) : [around]).map((folder) =>
    topAround({ around: folder, isQuoted: arg.single }, look),
  );
  const [top = null] = new Set(tops).size === 1 ? tops : [];
  if (top === null || !(arg.single || below === '' || isPlainText(below))) return arg;
  if (isTold) return textArg(top + below);
  return arg.single || below !== '' ? textArg(below) : null;
}

/** What a step may be with the tops of repositories in the place of what git prints: with all of them, and with none. */
export function toldSteps(step: Step, look: FolderLook): readonly Step[] {
  const isAny = (args: readonly Arg[]) => args.some((arg) => arg.kind === 'unknown' && arg.top !== undefined);
  const opened = [...step.redirects, ...step.touched].map(({ target }) => target);
  // Where that leads the shell is told with the folders of what follows.
  if (textOf(step.args[0]) === 'cd' || !isAny([...step.args, ...opened])) return [step];
  return [true, false].map((isTold) => {
    const told = (arg: Arg) => withTop(arg, step.cwds, look, isTold);
    const opening = <T extends { readonly target: Arg }>(one: T) => ({
      ...one,
      target: told(one.target) ?? one.target,
    });
    return {
      ...step,
      args: step.args.flatMap((arg) => told(arg) ?? []),
      redirects: step.redirects.map(opening),
      touched: step.touched.map(opening),
    };
  });
}

function foldersOf(cwd: WalkedFolder | RepositoryTop, look: FolderLook): Folders {
  return 'around' in cwd ? topFolders(cwd, look) : foldersReached(cwd, look.book);
}

/** Folders that a script tells, looked up where it walks over a wildcard or asks git; null where that cannot be told. */
export function lookedUp(cwds: Cwds, look: FolderLook): Folders {
  const each = cwds?.map((cwd) => (typeof cwd === 'string' ? [cwd] : foldersOf(cwd, look))) ?? [null];
  const known = each.filter((folders) => folders !== null);
  return known.length < each.length ? null : [...new Set(known.flat())];
}

/** The steps of a script with the folders that they may run in, looked up. */
export function placedSteps(steps: readonly WrittenStep[], look: FolderLook): readonly Step[] {
  return steps.map((step) => ({ ...step, cwds: lookedUp(step.cwds, look) }));
}
