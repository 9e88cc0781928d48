/** A name of a variable that only holds what the program puts there; those of the environment, of arguments and of settings have capitals. */
const plainName = String.raw`(?:[a-z_]\w*|[A-Z])(?!\w)`;

const plainVariable = new RegExp(String.raw`^(?:[$@%]${plainName}|\$#${plainName}|\$(?:\d+|[.&]|ARGV))$`);

/** A subscript that is a number, a word or a variable. */
const subscript = String.raw`(?:\[(?:-?\d+|\$#?${plainName})\]|\{(?:\w+|\$(?:${plainName}|\d+))\})?`;

const scalar = String.raw`\$(?:${plainName}|ARGV(?!\w)|\d+|[.&])${subscript}(?!\[|\{|'|::|->|\d)`;

const plainText = new RegExp(
  String.raw`^(?:[^\\$@]|\\[^N]|\$(?=[)|]|$)|${scalar}|@F(?!\w|[[{']|::|->)|@(?![\w{$:']))*$`,
  's',
);

/** Whether a variable of Perl, with its sigil, is one of the program itself, or the name of the file that is read: `$ARGV`. */
export function isPlainPerlVariable(variable: string): boolean {
  return plainVariable.test(variable);
}

/** Whether nothing in a text or pattern of Perl is computed but variables of the program, with simple subscripts (perlop, "Gory details"). */
export function isPlainPerlText(text: string): boolean {
  return plainText.test(text);
}
