/** Words with which `grep` tells, in the place of lines, that a file is no text. */
export const messageWords: readonly string[] = ['grep', 'egrep', 'fgrep', 'Binary'];

const longestSource = 8192;

/** What gives a variable the name of such a word, or may, in a text without its quotes; and what gives messages another language. */
const setsWord = new RegExp(
  [
    'Binary',
    'LC_',
    'LANG',
    "\\$'",
    '(?<!\\w)[ef]?grep(?:\\+?=|\\[)',
    '\\$\\{!?[ef]?grep\\b',
    '\\bfor\\s+[ef]?grep\\b',
    '\\b(?:read|mapfile|readarray|printf|wait)\\b[^;|&\\n]*(?<![\\w$])[ef]?grep\\b',
    '\\b(?:read|mapfile|readarray|wait)\\b[^;|&\\n]*[{$*?[]',
    '\\bprintf\\b[^;|&\\n]*\\s-v',
    '\\{[^{}\\s]*(?:,|\\.\\.)',
  ].join('|'),
);

/** Whether a text surely gives no variable the name of such a word, nor messages another language. */
export function setsNoMessage(source: string): boolean {
  return source.length <= longestSource && !setsWord.test(source.replace(/["\\]|(?<!\$)'/g, ''));
}
