/** Words of the commands that do what calls of files do. */
export const removes = ['rm', '-r'];
export const removesOne = ['rm'];
export const reads = ['cat'];
export const copies = ['cp'];
export const writes = ['tee'];

/** The mode in which a file is opened to be written, also by a name of its own. */
export const writing = /(?:^|\$__)[rbtU]{0,2}[wax+][bt+]{0,2}(?:[:|]\w+)?$/;

/** Writes flags with which a file is opened to be written as a mode; `prefix` is what the names of flags begin with. */
export function writingFlags(prefix: string): readonly [RegExp, string] {
  const flag = `${prefix}\\w{1,12}`;
  const source = `(?:${flag}\\s*\\|\\s*){0,8}${prefix}(?:WRONLY|RDWR)\\b(?:\\s*\\|\\s*${flag}){0,8}`;
  return [new RegExp(source, 'g'), '"w"'];
}
