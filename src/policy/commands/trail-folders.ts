import { isAbsolute, join, normalize } from 'node:path';
import { expandTilde } from '../paths/within.ts';
import { longestTrail, type Trail } from '../shell/trail.ts';

/** The folders where something may run or be opened; `isCut` if there may be more. */
export interface Whereabouts {
  readonly cwds: readonly string[];
  readonly isCut: boolean;
}

const mostFolders = 32;

/**
 * Resolves trails from a folder. If a folder of a trail is missing, `cd` may have failed, unless it surely did not; an
 * unknown one may be any of the folders before.
 */
export class TrailFolders {
  readonly #cwd: string;
  readonly #home: string;
  readonly #exists: (path: string) => boolean;
  readonly #known = new Map<string, Whereabouts>();

  constructor(at: { cwd: string; home: string; exists: (path: string) => boolean }) {
    this.#cwd = at.cwd;
    this.#home = at.home;
    this.#exists = at.exists;
  }

  of(trail: Trail): Whereabouts {
    if (trail.length === 0) return { cwds: [this.#cwd], isCut: false };
    const key = JSON.stringify(trail);
    const known = this.#known.get(key) ?? this.#find(trail);
    this.#known.set(key, known);
    return known;
  }

  #find(trail: Trail): Whereabouts {
    let cwds: readonly string[] = [this.#cwd];
    let isCut = trail.length >= longestTrail;
    const been = new Set(cwds);
    for (const folder of trail.slice(0, longestTrail)) {
      if (folder === null) {
        cwds = [...been];
        continue;
      }
      const isSure = typeof folder === 'object';
      const named = expandTilde(isSure ? folder.surely : folder, this.#home);
      const next = new Set(
        cwds.flatMap((cwd) => {
          const moved = normalize(isAbsolute(named) ? named : join(cwd, named));
          return isSure || this.#exists(moved) ? [moved] : [moved, cwd];
        }),
      );
      isCut ||= next.size > mostFolders;
      cwds = [...next].slice(0, mostFolders);
      for (const cwd of cwds) been.add(cwd);
    }
    isCut ||= cwds.length > mostFolders;
    return { cwds: cwds.slice(0, mostFolders), isCut };
  }
}
