import { isInside } from '../../core/paths/containment.ts';
import { realPathIfAny } from '../files/stats.ts';

/** Places below a folder that are closed to every tool, and which of them had something to show. Paths are real. */
export class ClosedPlaces {
  readonly #places: readonly string[];
  readonly #passed = new Set<string>();

  constructor(closedPaths: readonly string[], root: string) {
    this.#places = closedPaths
      .flatMap((path) => realPathIfAny(path) ?? [])
      .filter((path) => isInside(path, root));
  }

  /** Whether a file is one of them or inside one, which is then noted. */
  holds(file: string): boolean {
    const place = this.#places.find((path) => isInside(file, path));
    if (place === undefined) return false;
    this.#passed.add(place);
    return true;
  }

  get passed(): readonly string[] {
    return [...this.#passed].sort();
  }
}
