import { isAbsolute } from 'node:path';

/** A glob split into the folders it names literally and the rest, which is at least one segment. */
export interface GlobParts {
  /** Empty, or ending in `/`. */
  readonly base: string;
  /** Whether the base is a place of its own, from the root or the home, and no folder below another. */
  readonly isPlaced: boolean;
  readonly rest: string;
  /** Whether only folders are meant: the glob ended in `/`. */
  readonly foldersOnly: boolean;
}

/** A glob that names exactly this path. */
export function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}

/** Splits a glob at its first segment that is no plain name. */
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
 * Splits a glob behind a folder that it begins with, whose name may look like a glob itself (`/app/[id]/*.ts` in `/app/[id]`), with or
 * without backslashes before such characters; null where it begins with none of the folders.
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
 * A glob as ripgrep takes it in `cwd`, whose globs know no `./` and are anchored there by a slash: `./src/*`, and a path below that
 * folder, may follow the `!` that takes files away.
 */
export function anchoredGlob(glob: string, cwd: string): string {
  const not = glob.startsWith('!') ? '!' : '';
  const path = glob.slice(not.length);
  return path.startsWith(`${cwd}/`) ? not + path.slice(cwd.length) : not + path.replace(/^(?:\.\/+)+/, '/');
}

/** A glob whose brackets are characters of names: `app/[id]/*.ts` is mostly meant so. */
export function withPlainBrackets(glob: string): string {
  return glob.replace(/\\.|[[\]]/g, (found) => (found.length === 1 ? `\\${found}` : found));
}

/** A glob with braces around a single alternative left out, which are characters of names to a shell: `*.{ts}` is meant as `*.ts`. */
export function withoutSingleBraces(glob: string): string {
  return glob.replace(/\\.|\{([^{},\\]*)\}/g, (found, inner: string | undefined) => inner ?? found);
}

/** How a list of globs is written as one, if it is such a list. */
export function listedGlobs(glob: string): readonly string[] {
  const isList = glob.includes(',') && !glob.includes('{');
  return isList ? [`several globs are one in braces, ${JSON.stringify(`{${glob}}`)}`] : [];
}

/** Whether a segment of the glob, also in braces, leads upwards. */
export function leadsUp(glob: string): boolean {
  return /(?:^|[/{,\\])\.\.(?:$|[/},])/.test(glob);
}

/** How many segments a match can have at most; null when `**` allows any number. */
export function mostSegments(rest: string): number | null {
  return rest.includes('**') ? null : rest.split('/').length;
}

/** A glob without empty names and those that stand for the folder itself, which no path has: `s//f` and `s/./f` are `s/f`. */
export function withoutEmptyNames(pattern: string): string {
  return /\/[./]|^\.\//.test(pattern)
    ? pattern.replace(/\/(?:\.?\/)+/g, '/').replace(/^\.\/|(?<=.)\/\.$/g, '')
    : pattern;
}
