import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { shortText } from '../files/short-text.ts';
import { lstatOrNull, realPathIfAny } from '../files/stats.ts';

const manifest = 'package.json';
/** Most entries of folders that are looked at: more take longer than a judgement may. */
const mostEntries = 20_000;

/** The parts of a pattern of workspaces; a null stands for any number of folders, and a part with a wildcard for any name. */
function partsOf(pattern: string): readonly (string | null)[] {
  // Braces and groups may hold slashes.
  if (/[{(][^{(})/]*\//.test(pattern)) return [null];
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  return parts.map((part) => (part === '**' ? null : part));
}

/** The patterns by which a manifest names its workspaces; null where that cannot be told. */
function workspacesOf(folder: string): readonly string[] | null {
  if (lstatOrNull(join(folder, manifest)) === null) return [];
  const text = shortText(join(folder, manifest), 'utf8');
  if (text === null) return null;
  if (!text.includes('workspaces')) return [];
  try {
    const named: unknown = JSON.parse(text.replace(/^\ufeff/, '')).workspaces;
    const list: unknown = Array.isArray(named) ? named : Object(named).packages;
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
  } catch {
    // npm stops at it.
    return [];
  }
}

/** Thrown where there is more to look at than a judgement has time for. */
class TooMuch extends Error {}

/** Looks through the folders of packages from which npm reads manifests. */
class Manifests {
  readonly links: string[] = [];
  readonly #seen = new Set<string>();
  #entries = 0;

  #entriesOf(folder: string) {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      this.#entries += entries.length;
      if (this.#entries > mostEntries) throw new TooMuch();
      return entries;
    } catch (error) {
      if (error instanceof TooMuch) throw error;
      return [];
    }
  }

  /** What lies in the folder of packages of a package, those of a scope one deeper. */
  #installed(folder: string): void {
    for (const { name } of this.#entriesOf(folder)) {
      if (name.startsWith('.')) continue;
      if (name.startsWith('@')) this.#installed(join(folder, name));
      else this.package(join(folder, name));
    }
  }

  /** A folder that may be a package, with those that are installed in it. */
  package(folder: string): void {
    const real = realPathIfAny(folder);
    const path = join(folder, manifest);
    const target = realPathIfAny(path);
    if (target !== null && basename(target) !== manifest) this.links.push(path);
    if (real === null || this.#seen.has(real)) return;
    this.#seen.add(real);
    this.#installed(join(real, 'node_modules'));
  }

  /** The folders that a pattern of workspaces may stand for, whichever files match it. */
  workspaces(folder: string, [part, ...others]: readonly (string | null)[]): void {
    if (part === undefined) this.package(folder);
    else if (part === null) this.#anyDepth(folder, others);
    else if (/^[\w@.+-]+$/.test(part)) this.workspaces(join(folder, part), others);
    else for (const { name } of this.#foldersIn(folder)) this.workspaces(join(folder, name), others);
  }

  #anyDepth(folder: string, others: readonly (string | null)[]): void {
    this.workspaces(folder, others);
    for (const entry of this.#foldersIn(folder)) {
      const inner = join(folder, entry.name);
      // Links are not entered: they may lead back.
      if (entry.isDirectory()) this.#anyDepth(inner, others);
      else this.package(inner);
    }
  }

  #foldersIn(folder: string) {
    return this.#entriesOf(folder).filter((entry) => entry.name !== 'node_modules' && !entry.isFile());
  }
}

/**
 * Manifests that are links to files of other names, among those that npm reads where a real folder is its root: of workspaces and of what
 * is installed. Null where there are too many packages, or the workspaces cannot be told.
 */
export function linkedManifests(folder: string): readonly string[] | null {
  const patterns = workspacesOf(folder);
  if (patterns === null) return null;
  const manifests = new Manifests();
  try {
    manifests.package(folder);
    for (const pattern of patterns)
      if (!pattern.startsWith('!')) manifests.workspaces(folder, partsOf(pattern));
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
  return manifests.links;
}
