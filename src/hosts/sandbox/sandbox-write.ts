import { isInsideAny } from '../../core/paths/containment.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { linksOnWay } from '../../platform/facts/facts-paths.ts';
import { realPathIfAny } from '../../platform/files/stats.ts';

/** Folders for temporary files; every full sandbox has its own. */
export const temporaryFolders: readonly string[] = ['/tmp', '/var/tmp'];

/** An entry of `sandbox.write` as written, and its absolute path. */
export interface WriteEntry {
  readonly given: string;
  readonly path: string;
}

/** The paths that a list of entries makes writable. */
export interface OpenedPaths {
  /** Real paths. */
  readonly opened: readonly string[];
  /** Notices about entries that do not do what their author meant. */
  readonly notices: readonly string[];
}

/**
 * The paths that entries make writable besides the roots. Missing paths open nothing. Neither do paths through a symbolic
 * link where sandboxed commands may write: a link made by an earlier command would open whatever it leads to, even guards in
 * a root.
 */
export function openedBy(entries: readonly WriteEntry[], roots: readonly string[]): OpenedPaths {
  const found = entries.flatMap(({ given, path }) => {
    const real = realPathIfAny(path);
    return real === null ? [] : [{ given, real, links: linksOnWay(path) }];
  });
  const trusted = found.filter(({ links }) => !links.some((link) => isInsideAny(link, roots)));
  const writable = [...roots, ...trusted.map(({ real }) => real)];
  const opened: string[] = [];
  const notices: string[] = [];
  for (const { given, real, links } of found) {
    const link = links.find((at) => isInsideAny(at, writable));
    if (link === undefined) opened.push(real);
    else if (!isInsideAny(real, roots)) notices.push(passedOver(given, link));
  }
  return { opened, notices };
}

function passedOver(given: string, link: string): string {
  return `${inQuotes(given)} of sandbox.write is passed over: it leads outside through ${inQuotes(link)}, a symbolic link that a command may have made`;
}
