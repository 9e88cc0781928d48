/** Printable, without blanks and without the quotes and marks that `xargs` or git treat specially. */
const plain = /^[\w.@([$][!#-&(-.0-[\]-~]*$/;

/** In addition, without shell wildcards. */
const literal = /^[\w.@][\w.,:@%+=#~-]*$/;

/** Whether a name stays one unchanged word, also in a list of names, and is not an option to any program. */
export function isPlainName(name: string): boolean {
  return plain.test(name);
}

/** The same, also where a shell expands a command's output. */
export function isLiteralName(name: string): boolean {
  return literal.test(name);
}
