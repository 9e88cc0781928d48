import { shownPath } from '../../core/paths/containment.ts';
import { listedGlobs } from '../../core/paths/glob-base.ts';
import { isAscii } from '../../core/text/composed.ts';
import { inQuotes, oneLinePath } from '../../core/text/one-line.ts';
import { countOf, gitNotice, linkNotice, someOf } from '../../output/notices.ts';
import type { GlobResult } from './plan.ts';

/** An absolute path as listed; a folder ends in `/`. */
export function shownEntry(path: string, cwd: string): string {
  return oneLinePath(path.endsWith('/') ? `${shownPath(path.slice(0, -1), cwd)}/` : shownPath(path, cwd));
}

/** Whether a glob is the literal name of one path. */
function isPlain(pattern: string): boolean {
  return !/[*?[\]{}\\]/.test(pattern);
}

/** The message without matches: why, or what was probably meant. Many overlook that a pattern without a slash covers one folder only. */
export function vainMessage({ call: { pattern }, lack, meant }: GlobResult): string {
  if (meant.folders > 0) return `No file matches ${inQuotes(pattern)}.`;
  const none = `No path matches ${inQuotes(pattern)}`;
  if (lack !== null) return `${none}: ${lack}`;
  const [list] = listedGlobs(pattern);
  if (list !== undefined) return `${none}; ${list}.`;
  const below = /\/|^\*\*|^\.git$/.test(pattern)
    ? ''
    : `; ${inQuotes(`**/${pattern}`)} looks in all folders below`;
  return `${none}${below}.`;
}

/** A notice on files that match and are not listed; empty where there are none such. */
function unlisted({ pattern, includeIgnored }: GlobResult['call']): readonly string[] {
  if (pattern.split('/').includes('.git')) return [gitNotice];
  return includeIgnored ? [] : ['Ignored files are not listed; includeIgnored lists them.'];
}

/** Notices on what else there is if nothing was listed. */
export function vainNotices({ call, cwd, listing, lack, isGit, meant }: GlobResult): readonly string[] {
  const { pattern } = call;
  const { folders, isLink, otherwise, links } = meant;
  if (folders > 0) {
    const inside = isPlain(pattern) ? `, and ${inQuotes(`${pattern}/**`)} the files below it` : '';
    return [
      `${countOf(folders, 'folder')} ${folders === 1 ? 'matches' : 'match'}; includeDirs lists folders${inside}.`,
    ];
  }
  if (isLink)
    return [
      `${inQuotes(pattern)} is a symbolic link, and links are not listed; read and grep go through one that is named.`,
    ];
  if (otherwise.length > 0) {
    const names = someOf(otherwise.map((path) => shownEntry(path, cwd)));
    const loosely = isAscii(pattern)
      ? 'In other capitals'
      : 'In other capitals or with accents written apart,';
    return [`${loosely} ${otherwise.length === 1 ? 'this matches' : 'these match'}: ${names}.`];
  }
  return [
    ...(links.length > 0 ? [linkNotice(links.map((path) => shownEntry(path, cwd)))] : []),
    ...((listing?.total ?? 0) === 0 && lack === null && !isGit ? unlisted(call) : []),
  ];
}
