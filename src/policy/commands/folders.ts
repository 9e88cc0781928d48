/** A folder and those above it, the nearest first. */
export function foldersFrom(cwd: string): readonly string[] {
  const parts = cwd.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/') || '/');
}
