import { dirname, join, resolve } from 'node:path';
import { isMissing } from '../../core/failure.ts';
import { readRegular } from '../files/read-regular.ts';
import { isFolder, lstatOrNull, statOrNull } from '../files/stats.ts';
import type { PathLook } from './facts-paths.ts';

/** A folder that git may take for a repository's store. */
export interface GitFolder {
  readonly path: string;
  /** The folder whose `.git` it is; null for a bare one. */
  readonly top: string | null;
}

/** Most bytes read of git's own text files; its configurations have some hundred. */
const longestText = 4_194_304;
/** A text that no configuration starts with. */
const unreadable = '[';

/** The text of a file; null if there is none. An unreadable file counts as an unreadable config. */
export function textOf(path: string): string | null {
  try {
    // Most files are missing, and an exception costs more than a stat.
    const stats = statOrNull(path);
    if (stats === null) return null;
    if (!stats.isFile()) return unreadable;
    return readRegular(path, longestText).bytes?.toString() ?? unreadable;
  } catch (error) {
    return isMissing(error) ? null : unreadable;
  }
}

/** The path that a file of git holds: git cuts off the ends of lines, then stops at a NUL; blanks belong to the path. */
function pathIn(text: string): string {
  return text.replace(/[\r\n]+$/, '').replace(/\0.*$/s, '');
}

/** Whether a path was not UTF-8: what was read for it is not what git opens. */
export function isGarbled(path: string): boolean {
  return path.includes('\ufffd');
}

/** The folder shared by worktrees. */
export function sharedFolder(gitFolder: string): string {
  const common = textOf(join(gitFolder, 'commondir'));
  return common === null ? gitFolder : resolve(gitFolder, pathIn(common));
}

/** Whether git surely takes a folder for a store, and looks no further. */
function isCertain(gitFolder: string): boolean {
  const head = join(gitFolder, 'HEAD');
  if (lstatOrNull(head)?.isFile() !== true) return false;
  if (!/^(ref: refs\/|[0-9a-f]{40})/.test(textOf(head) ?? '')) return false;
  const shared = sharedFolder(gitFolder);
  return isFolder(join(shared, 'objects')) && isFolder(join(shared, 'refs'));
}

/** The folder to which the `.git` of a folder leads, or null. */
export function dotGitOf(folder: string, paths: PathLook): string | null {
  const dot = join(folder, '.git');
  const { stats } = paths.entry(dot);
  if (stats?.isDirectory() === true) return dot;
  const pointed = stats === null ? undefined : /^gitdir: (.+)$/s.exec(textOf(dot) ?? '')?.[1];
  return pointed === undefined ? null : resolve(folder, pathIn(pointed));
}

/** Whether a folder may be a bare store: its HEAD may be a dangling link, and the rest may be where `commondir` says. */
function mayBeBare(folder: string): boolean {
  if (lstatOrNull(join(folder, 'HEAD')) === null) return false;
  const shared = sharedFolder(folder);
  return ['objects', 'refs'].every((name) => statOrNull(join(shared, name)) !== null);
}

/** All stores that git may find from a folder: those upwards, up to the first that it surely takes. */
export function gitFoldersFrom(start: string, paths: PathLook): readonly GitFolder[] {
  const found: GitFolder[] = [];
  for (let folder = start; ; folder = dirname(folder)) {
    const dot = dotGitOf(folder, paths);
    const here: GitFolder[] = dot === null ? [] : [{ path: dot, top: folder }];
    if (mayBeBare(folder)) here.push({ path: folder, top: null });
    for (const store of here) {
      found.push(store);
      if (isCertain(store.path)) return found;
    }
    if (folder === dirname(folder)) return found;
  }
}
