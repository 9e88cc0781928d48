import { join } from 'node:path';
import { splitGlob } from '../../core/paths/glob-base.ts';
import { type Outline, type Place, touchAt } from '../../core/place.ts';
import type { GlobInput } from './input.ts';

/** What a search would list on another machine: the folder in which it starts. */
export function outlineGlob(call: GlobInput, place: Place): Outline {
  const { base, isPlaced } = splitGlob(call.pattern);
  const path = isPlaced ? base : join(call.path, base);
  return touchAt(place, 'list', { title: `glob ${call.pattern} in ${call.path}`, path, input: call });
}
