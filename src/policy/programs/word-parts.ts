import { longestPath } from '../../core/paths/longest-path.ts';

const apart = /[=,:;@|'"`()[\]{}<>]+/;
/** What stands behind the letters of an option, beginning as a path does: `-MF./x`. */
const joined = /^-[\w-]*?([.~/].*)$/s;

/** The parts of a word without blanks that may be paths by themselves: `-Wl,-Map=out`, `type=local,dest=out`, `file:f`, `label:@f`. */
export function partsOf(word: string): readonly string[] {
  if (/\s/.test(word)) return [];
  const parts = apart.test(word) ? [word, ...word.split(apart)] : [word];
  const found = parts.map((part) => (joined.exec(part)?.[1] ?? part).replace(/^\/\/(?!\/)/, ''));
  // A word may hold the same part very often.
  return [...new Set(found)].filter((part) => part !== '' && part.length <= longestPath);
}
