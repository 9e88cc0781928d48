/** Printable, and neither a blank nor what `xargs` or git puts around or before one. */
const plain = /^[\w.@([$][!#-&(-.0-[\]-~]*$/;

/** Whether a name is one word, itself, also where it stands in a list of names, and to no program an option. */
export function isPlainName(name: string): boolean {
  return plain.test(name);
}
