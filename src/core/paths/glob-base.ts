import { isAbsolute } from 'node:path';

/** A glob split into its literal leading folders and the rest, which has at least one segment. */
export interface GlobParts {
  /** Empty, or ending in `/`. */
  readonly base: string;
  /** Whether the base starts at the root or the home folder. */
  readonly isPlaced: boolean;
  readonly rest: string;
  /** Whether only folders match: the glob ended in `/`. */
  readonly foldersOnly: boolean;
}

/** A glob that matches exactly this path. */
export function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}

/** Splits a glob before its first segment with special characters. */
export function splitGlob(glob: string): GlobParts {
  const foldersOnly = /[^/]\/+$/.test(glob);
  const plain = glob.replace(/^(?:\.\/+)+/, '').replace(/(?<=[^/])\/+$/, '');
  const segments = plain.split('/');
  const special = segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
  const count = special === -1 ? segments.length - 1 : special;
  const base = segments
    .slice(0, count)
    .map((segment) => `${segment}/`)
    .join('');
  const isPlaced = isAbsolute(base) || glob.startsWith('~/');
  return { base, isPlaced, rest: segments.slice(count).join('/'), foldersOnly };
}

/**
 * Splits a glob after a folder that it starts with, whose name may look like a glob itself (`/app/[id]/*.ts` in `/app/[id]`), with or
 * without backslashes before such characters; null if it starts with none of the folders.
 */
export function splitBehind(glob: string, folders: readonly string[]): GlobParts | null {
  const segments = glob.split('/');
  for (const folder of folders) {
    const count = folder.split('/').length;
    const named = segments.slice(0, count).join('/');
    const isSame = named === folder || named.replace(/\\(.)/g, '$1') === folder;
    const inside = segments.slice(count).join('/');
    if (!isSame || /^\/*$/.test(inside) || folder === '/') continue;
    const { base, ...parts } = splitGlob(`./${inside}`);
    return { ...parts, base: `${folder}/${base}`, isPlaced: true };
  }
  return null;
}

/**
 * A glob for ripgrep run in `cwd`, whose globs do not support `./` and are anchored by a leading slash. `./src/*` and paths below `cwd`
 * are rewritten so, also after the `!` that excludes files.
 */
export function anchoredGlob(glob: string, cwd: string): string {
  const not = glob.startsWith('!') ? '!' : '';
  const path = glob.slice(not.length);
  return path.startsWith(`${cwd}/`) ? not + path.slice(cwd.length) : not + path.replace(/^(?:\.\/+)+/, '/');
}

/** A glob whose brackets are literal, as `app/[id]/*.ts` is usually meant. */
export function withPlainBrackets(glob: string): string {
  return glob.replace(/\\.|[[\]]/g, (found) => (found.length === 1 ? `\\${found}` : found));
}

/** A glob without braces around a single alternative: `*.{ts}`, which a shell takes literally, is meant as `*.ts`. */
export function withoutSingleBraces(glob: string): string {
  return glob.replace(/\\.|\{([^{},\\]*)\}/g, (found, inner: string | undefined) => inner ?? found);
}

/** A hint on how to write a comma-separated list of globs as one; empty if it is no such list. */
export function listedGlobs(glob: string): readonly string[] {
  const isList = glob.includes(',') && !glob.includes('{');
  return isList ? [`several globs are one in braces, ${JSON.stringify(`{${glob}}`)}`] : [];
}

/** Whether a segment of the glob, also inside braces, is `..`. */
export function leadsUp(glob: string): boolean {
  return /(?:^|[/{,\\])\.\.(?:$|[/},])/.test(glob);
}

/** Most segments that a match can have; null when `**` allows any number. */
export function mostSegments(rest: string): number | null {
  return rest.includes('**') ? null : rest.split('/').length;
}

/** A glob without empty and `.` segments, which no path has: `s//f` and `s/./f` are `s/f`. */
export function withoutEmptyNames(pattern: string): string {
  return /\/[./]|^\.\//.test(pattern)
    ? pattern.replace(/\/(?:\.?\/)+/g, '/').replace(/^\.\/|(?<=.)\/\.$/g, '')
    : pattern;
}
