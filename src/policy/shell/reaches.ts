/** What a wildcard is made of: runs of characters, one of them, or a class of them, which is taken for any one. */
const wild = /\*+|\?|\[[^\]/]+\]/;

/** Whether a word has a wildcard. */
export function isWild(word: string): boolean {
  return wild.test(word);
}

/** The end of a class of characters that begins at an index; the index itself where none does. */
function classEnd(glob: string, at: number): number {
  const end = glob[at] === '[' ? glob.indexOf(']', at + 2) : -1;
  return end === -1 ? at : end;
}

/**
 * Whether a wildcard may reach a path: as far as it goes, never less; where it `passesSlashes`, a star stands for more than one name. No
 * pattern, which could take long.
 */
export function reaches(glob: string, path: string, passesSlashes = false): boolean {
  let [at, place] = [0, 0];
  let retry: { readonly at: number; readonly place: number } | null = null;
  while (place < path.length) {
    const char = glob[at];
    if (char === '*') {
      retry = { at: at + 1, place };
      at += 1;
    } else if (char !== undefined && (char === path[place] || char === '?' || classEnd(glob, at) > at)) {
      at = classEnd(glob, at) + 1;
      place += 1;
    } else if (retry !== null && (passesSlashes || path[retry.place] !== '/')) {
      retry = { at: retry.at, place: retry.place + 1 };
      ({ at, place } = retry);
    } else return false;
  }
  return /^\**$/.test(glob.slice(at));
}
