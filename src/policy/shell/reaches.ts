/** The parts of a wildcard: any run of characters, any one, or a class, which is taken for any one. */
const wild = /\*+|\?|\[[^\]/]+\]/;

/** Whether a word has a wildcard. */
export function isWild(word: string): boolean {
  return wild.test(word);
}

/** The end of the character class that begins at an index; the index itself if there is none. */
function classEnd(glob: string, at: number): number {
  const end = glob[at] === '[' ? glob.indexOf(']', at + 2) : -1;
  return end === -1 ? at : end;
}

/**
 * Whether a wildcard may match a path, rather too widely than too narrowly; with `passesSlashes`, a star matches slashes too.
 * Does not use a regular expression, which could take long.
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
