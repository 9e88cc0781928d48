/** Words of the messages that `grep` prints in place of lines for binary files. */
export const messageWords: readonly string[] = ['grep', 'egrep', 'fgrep', 'Binary'];

const longestSource = 8192;

/** What sets, or may set, a variable with the name of such a word, in a text without quotes, or the language of messages. */
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

/** Whether a text surely sets no variable with the name of such a word, and no language for messages. */
export function setsNoMessage(source: string): boolean {
  return source.length <= longestSource && !setsWord.test(source.replace(/["\\]|(?<!\$)'/g, ''));
}
