/** Printable, and neither a blank nor what `xargs` or git puts around or before one. */
const plain = /^[\w.@([$][!#-&(-.0-[\]-~]*$/;

/** What no shell takes for a wildcard, on top of that. */
const literal = /^[\w.@][\w.,:@%+=#~-]*$/;

/** Whether a name is one word, itself, also where it stands in a list of names, and to no program an option. */
export function isPlainName(name: string): boolean {
  return plain.test(name);
}

/** The same, and also where a shell expands what a command printed. */
export function isLiteralName(name: string): boolean {
  return literal.test(name);
}
