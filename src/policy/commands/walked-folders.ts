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

/** Most folders that a step is judged in. */
const mostFolders = 32;

/** The folders that a wildcard matches; null for none so far, too many, or a name that cannot be decoded. */
function foldersReached({ from, wildcard }: WalkedFolder, book: FactBook): Folders {
  const found = book.expand(wildcard, from) ?? [];
  const folders = found.filter(({ path }) => path.kind === 'folder');
  const isUndecodable = found.some(({ path }) => path.isUndecodable === true);
  if (isUndecodable || folders.length === 0 || folders.length > mostFolders) return null;
  return folders.map(({ given }) => (isAbsolute(given) ? given : join(from, given)));
}

/** Variables by which git finds another repository or work tree. */
const leadsGit = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_CEILING_DIRECTORIES', 'GIT_DISCOVERY_ACROSS_FILESYSTEM'];

/** Whether git finds the repository and its index only by the folder it runs in. */
export function isFoundByFolder(isAbsent: StepContext['isAbsent']): boolean {
  return isAbsent !== undefined && [...leadsGit, 'GIT_INDEX_FILE'].every(isAbsent);
}

/** What folders are looked up with. */
export interface FolderLook {
  readonly book: FactBook;
  readonly isAbsent?: StepContext['isAbsent'];
}

/** The top of a repository as git prints it; null if it may be another one, or if the shell would split the name. */
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
 * The top of the repository around a folder, and the folder that results if git prints nothing, because it does not trust the
 * folder or cannot read its configuration.
 */
function topFolders(told: RepositoryTop, look: FolderLook): Folders {
  const top = topAround(told, look);
  return top === null ? null : [join(top, told.below), join(told.otherwise, told.below)];
}

/** Resolves a word that begins with the top of a repository; unchanged if that is unknown, null if nothing remains of it. */
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

/** The forms of a step with all tops of repositories that git prints in place, and with none. */
export function toldSteps(step: Step, look: FolderLook): readonly Step[] {
  const isAny = (args: readonly Arg[]) => args.some((arg) => arg.kind === 'unknown' && arg.top !== undefined);
  const opened = [...step.redirects, ...step.touched].map(({ target }) => target);
  // A `cd` there is resolved with the folders of the steps that follow.
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

/** The folders a script runs in, with wildcards and repositories looked up; null if unknown. */
export function lookedUp(cwds: Cwds, look: FolderLook): Folders {
  const each = cwds?.map((cwd) => (typeof cwd === 'string' ? [cwd] : foldersOf(cwd, look))) ?? [null];
  const known = each.filter((folders) => folders !== null);
  return known.length < each.length ? null : [...new Set(known.flat())];
}

/** Looks up the folders that the steps of a script may run in. */
export function placedSteps(steps: readonly WrittenStep[], look: FolderLook): readonly Step[] {
  return steps.map((step) => ({ ...step, cwds: lookedUp(step.cwds, look) }));
}
