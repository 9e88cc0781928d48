/** Words of commands that do what calls on files do. */
export const removes = ['rm', '-r'];
export const removesOne = ['rm'];
export const reads = ['cat'];
export const copies = ['cp'];
export const writes = ['tee'];

/** Matches a mode for writing a file, also as a keyword. */
export const writing = /(?:^|\$__)[rbtU]{0,2}[wax+][bt+]{0,2}(?:[:|]\w+)?$/;

/** Rewrites flags for writing a file as a mode; `prefix` is that of the flags. */
export function writingFlags(prefix: string): readonly [RegExp, string] {
  const flag = `${prefix}\\w{1,12}`;
  const source = `(?:${flag}\\s*\\|\\s*){0,8}${prefix}(?:WRONLY|RDWR)\\b(?:\\s*\\|\\s*${flag}){0,8}`;
  return [new RegExp(source, 'g'), '"w"'];
}
