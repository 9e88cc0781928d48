import { isAbsolute, join, normalize } from 'node:path';
import { lazyFor } from '../../core/async/lazy.ts';
import type { Workspace } from '../../core/context.ts';
import { expandTilde, foldersFrom } from '../paths/within.ts';

/** Folders whose loss ends the system. */
const systemFolders: ReadonlySet<string> = new Set(
  (
    '/ /bin /boot /dev /etc /home /lib /lib32 /lib64 /libx32 /opt /proc /root /run /sbin /srv /sys /usr /var /usr/bin /usr/sbin ' +
    '/usr/lib /usr/lib64 /usr/libexec /usr/local /usr/share /var/lib /var/log /System /Library /Applications /Users /Volumes /private ' +
    '/private/etc /private/var /nix /nix/store'
  ).split(' '),
);

/** What must not be removed as a whole. */
export interface CriticalFolders {
  /** Whether an absolute, normal path is the root, a system folder, the home, a root of the workspace or above one. */
  has(path: string): boolean;
  /** Whether it is one of those, and no root of the workspace which is not the home. */
  isBeyondWork(path: string): boolean;
  /** Whether it is the root or a system folder. */
  isSystem(path: string): boolean;
}

/** The critical folders of a workspace. */
export const criticalFolders = lazyFor((workspace: Workspace): CriticalFolders => {
  const homes = new Set([workspace.home, workspace.realHome]);
  const roots = new Set(workspace.roots);
  const own = new Set([...homes, ...roots].flatMap(foldersFrom));
  return {
    has: (path) => systemFolders.has(path) || own.has(path),
    isBeyondWork: (path) =>
      systemFolders.has(path) || (own.has(path) && (homes.has(path) || !roots.has(path))),
    isSystem: (path) => systemFolders.has(path),
  };
});

/** A name of nothing but wildcards. */
const anyName = /^([?*]*\*[?*]*|\.\*|\.\?\?\*|\.?\[[!^][^\]]*\]\*|\.\[[^\]]*\]\*|\{[.,*]+\})$/;

/** An operand as an absolute folder: last names of nothing but wildcards stand for everything in the folder before them. */
export function targetOf(operand: string, cwd: string, home: string): string {
  const named = expandTilde(operand, home);
  const names = (isAbsolute(named) ? named : join(cwd, named)).split('/');
  const end = names.findLastIndex((name) => name !== '' && !anyName.test(name));
  return normalize(`/${names.slice(0, end + 1).join('/')}`);
}
