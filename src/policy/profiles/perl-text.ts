/** A name of a variable that only holds what the program puts there; those of the environment, of arguments and of settings have capitals. */
const plainName = String.raw`(?:[a-z_]\w*|[A-Z])(?!\w)`;

const plainVariable = new RegExp(String.raw`^(?:[$@%]${plainName}|\$#${plainName}|\$(?:\d+|[.&]|ARGV))$`);

/** A subscript that is a number, a word or a variable. */
const subscript = String.raw`(?:\[(?:-?\d+|\$#?${plainName})\]|\{(?:\w+|\$(?:${plainName}|\d+))\})?`;

const scalar = String.raw`\$(?:${plainName}|ARGV(?!\w)|\d+|[.&])${subscript}(?!\[|\{|'|::|->|\d)`;

/**
 * Parts of a text: no `\N{…}`, which loads names, no `\c`, which takes a backslash behind it as a plain character. `@-` and `@+` are
 * arrays as `@F` is.
 */
const parts = String.raw`[^\\$@]|\\[^Nc1-9]|${scalar}|@F(?!\w|[[{']|::|->)|@(?![\w{$:'+-])`;

/** In what is put in for a pattern `\1` is the variable `$1`. */
const plainString = new RegExp(String.raw`^(?:${parts}|\\[1-9](?!\[|\{|'|::|->))*$`, 's');
/** Only in a pattern the mark of a variable stands for the end; in a text `$)` and `$|` are variables. */
const plainPattern = new RegExp(String.raw`^(?:${parts}|\\[1-9]|\$(?=[)|]|$))*$`, 's');

/** Code in a pattern: `(?{…})`, `(??{…})`, `(*{…})`. */
const codeInPattern = /[?*]\s*(?:p\s*)?\{/;

/** Whether a variable of Perl, with its sigil, is one of the program itself, or the name of the file that is read: `$ARGV`. */
export function isPlainPerlVariable(variable: string): boolean {
  return plainVariable.test(variable);
}

/**
 * Whether nothing in a text or pattern of Perl is computed but variables of the program, with simple subscripts (perlop, "Gory
 * details"). A backslash before one of its delimiters is taken away by some operators before that: `qq{$h\{…\}}`.
 */
export function isPlainPerlText(text: string, delimiters: readonly string[], isPattern: boolean): boolean {
  const bare = text.replace(/\\(.)/gs, (pair, char: string) => (delimiters.includes(char) ? char : pair));
  const plain = isPattern ? plainPattern : plainString;
  return plain.test(text) && plain.test(bare) && !codeInPattern.test(bare);
}

/** Whether there is code in a pattern anywhere in a program of Perl. */
export function hasPatternCode(program: string): boolean {
  return codeInPattern.test(program);
}
