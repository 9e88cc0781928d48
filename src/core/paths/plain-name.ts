/** Printable, without blanks and without the quotes and marks that `xargs` or git treat specially. */
const plain = /^[\w.@([$][!#-&(-.0-[\]-~]*$/;
/** Whole, no option, number of lines or the like to a program, and without wildcards that a program matches by itself. */
const whole = /^[\w./@([$][^*?\\]*$/;

/** In addition, without shell wildcards. */
const literal = /^[\w.@][\w.,:@%+=#~-]*$/;

/** Letters, digits and signs beyond ASCII: no blanks, no controls, nothing unseen, and not what stands for a byte that is no character. */
const foreign = /[^\0-\x7f\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\ufffd]/gu;

/** Whether a name stays one unchanged word, also in a list of names, and is not an option to any program. */
export function isPlainName(name: string): boolean {
  return plain.test(name);
}

/** The same, also where a shell expands a command's output. */
export function isLiteralName(name: string): boolean {
  return literal.test(name);
}

/** Whether a path stands for itself to any program where it surely stays whole, whatever blanks and quotes it has. */
export function isPlainWhole(path: string): boolean {
  return whole.test(path);
}

/** A text with a letter in place of each letter, digit and sign beyond ASCII, which in a plain locale all programs read alike. */
export function withoutForeign(text: string): string {
  return text.replace(foreign, 'x');
}
