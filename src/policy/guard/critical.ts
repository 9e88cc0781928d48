import { isAbsolute, join, normalize } from 'node:path';
import { lazyFor } from '../../core/async/lazy.ts';
import type { Workspace } from '../../core/context.ts';
import { expandTilde, foldersFrom } from '../paths/within.ts';
import { setOf } from '../programs/words.ts';

/** Folders without which the system does not work. */
const systemFolders = setOf(
  '/ /bin /boot /dev /etc /home /lib /lib32 /lib64 /libx32 /opt /proc /root /run /sbin /srv /sys /usr /var /usr/bin /usr/sbin ' +
    '/usr/lib /usr/lib64 /usr/libexec /usr/local /usr/share /var/lib /var/log /System /Library /Applications /Users /Volumes /private ' +
    '/private/etc /private/var /nix /nix/store',
);

/** Folders that must not be removed as a whole. */
export interface CriticalFolders {
  /** Whether an absolute, normalized path is the root, a system folder, the home, a workspace root or a parent of one. */
  has(path: string): boolean;
  /** Like `has`, but false for workspace roots, except for one that is the home. */
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

/** Matches a name made of wildcards only. */
const anyName = /^([?*]*\*[?*]*|\.\*|\.\?\?\*|\.?\[[!^][^\]]*\]\*|\.\[[^\]]*\]\*|\{[.,*]+\})$/;

/** Resolves an operand to an absolute folder; trailing names made of wildcards only stand for everything in the folder before them. */
export function targetOf(operand: string, cwd: string, home: string): string {
  const named = expandTilde(operand, home);
  const names = (isAbsolute(named) ? named : join(cwd, named)).split('/');
  const end = names.findLastIndex((name) => name !== '' && !anyName.test(name));
  return normalize(`/${names.slice(0, end + 1).join('/')}`);
}
