/** Longer patterns are not compared. */
const longestPattern = 4096;

/**
 * Whether a pattern of `find -path` matches a path, where stars and question marks match slashes too (POSIX find, "-path"); either
 * case counts. 0 for no, 1 where that is not told, 2 for yes.
 */
export function matchesAcross(pattern: string, path: string): 0 | 1 | 2 {
  if (pattern.length > longestPattern || /[[\\]/.test(pattern)) return 1;
  const [wild, text] = [pattern.toLowerCase(), path.toLowerCase()];
  let at = 0;
  let star = -1;
  let behindStar = 0;
  for (let here = 0; here < text.length; ) {
    const letter = wild[at];
    if (letter === '*') {
      star = at++;
      behindStar = here;
    } else if (letter === '?' || letter === text[here]) {
      at += 1;
      here += 1;
    } else if (star !== -1) {
      at = star + 1;
      here = ++behindStar;
    } else return 0;
  }
  return /^\**$/.test(wild.slice(at)) ? 2 : 0;
}
