/** How an expression is written: which of its parentheses, bars and repetitions stand behind a backslash. */
export interface LineSyntax {
  readonly syntax: 'basic' | 'extended' | 'emacs';
  readonly isFolded: boolean;
}

// Together these keep a test to some milliseconds whatever the expression is.
const longestExpression = 512;
const longestLine = 160;
const mostRepetitions = 3;

/** What is read alike by all that read expressions. */
const understood =
  /^(?:[\w\s/@%=:,~."'#&<>;!-]|\\[./*+?()|[\]{}^$\\\-wWbBsS]|\[\^?(?:[^\][\\]|\\(?=[^\w\]]))+\]|[()|^$*+?])*$/;

const switched: Readonly<Record<LineSyntax['syntax'], RegExp>> = {
  basic: /^\\?[(){}|+?]$/,
  emacs: /^\\?[(){}|]$/,
  extended: /^(?!)/,
};

/** An expression as `egrep` writes it. */
function asExtended(expression: string, { syntax }: LineSyntax): string {
  return expression.replace(/\[\^?[^\]]+\]|\\[\s\S]|[(){}|+?]/g, (found) => {
    if (!switched[syntax].test(found)) return found;
    return found.length === 2 ? found.slice(1) : `\\${found}`;
  });
}

function patternOf(expression: string, given: LineSyntax): RegExp | null {
  if (expression.length > longestExpression) return null;
  const extended = asExtended(expression, given);
  const bare = extended.replace(/\[\^?[^\]]+\]|\\[\s\S]/g, 'x');
  const repetitions = bare.match(/[*+]/g) ?? [];
  if (
    !understood.test(extended) ||
    repetitions.length > mostRepetitions ||
    /\)[*+]|[*+?]{2}|(?:^|[({|^])[*+?]/.test(bare)
  )
    return null;
  try {
    return new RegExp(extended, given.isFolded ? 'is' : 's');
  } catch {
    return null;
  }
}

/** Whether a line matches an expression; null where that is not surely read alike here, or may take long. */
export function lineTest(expression: string, given: LineSyntax): (line: string) => boolean | null {
  const pattern = patternOf(expression, given);
  return (line) => (pattern === null || line.length > longestLine ? null : pattern.test(line));
}
