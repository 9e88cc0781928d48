import { isInside } from '../../core/paths/containment.ts';
import { linksBelow } from '../../platform/files/links-below.ts';
import { realPathIfAny } from '../../platform/files/stats.ts';
import type { SearchPlace } from './closing.ts';

/** Links that lead out of the searched folder, so that what is behind them was not searched. */
export async function linksOutOf({ root, path: folder, context }: SearchPlace): Promise<readonly string[]> {
  if (root.isFile) return [];
  const leadsOut = (link: string): boolean => !isInside(realPathIfAny(link) ?? folder, folder);
  return linksBelow(folder, leadsOut, context);
}
