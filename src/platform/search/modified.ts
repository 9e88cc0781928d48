import { lstat } from 'node:fs/promises';

const atOnce = 64;

/** Sorts paths by time of change, newest first; equal times by path, missing files last. */
export async function sortByModified(paths: readonly string[]): Promise<readonly string[]> {
  const times: (readonly [path: string, time: number])[] = [];
  for (let from = 0; from < paths.length; from += atOnce) {
    const some = paths.slice(from, from + atOnce).map(async (path) => {
      const time = await lstat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      return [path, time] as const;
    });
    times.push(...(await Promise.all(some)));
  }
  return times.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([path]) => path);
}
