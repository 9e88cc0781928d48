import { copies, reads, removes, removesOne, writes, writing, writingFlags } from './deeds.ts';
import type { CodeLanguage } from './language.ts';
import { perlModules } from './modules.ts';
import { backtick, sigils, spanning } from './quotes.ts';

const hash = /#[^\n]*/y;

export const perl = (): CodeLanguage => ({
  options: ['-e', '-E'],
  comment: hash,
  quotes: [
    ...spanning,
    backtick,
    { open: /\bqx\s*([^\w\s,;=)])/y, spans: true, runs: true },
    { open: /\bqw\s*([^\w\s,;=)])/y, spans: true, splits: true },
    { open: /\bqq?\s*([^\w\s,;=)])/y, spans: true },
  ],
  juxtaposed: /./,
  fills: sigils,
  lists: { first: 0, isOne: true },
  rewrites: [
    // References are as what they refer to.
    [/->(?=[[{])/g, ''],
    writingFlags('\\b(?:Fcntl::)?O_'),
    [
      /\b(?:print|say|printf|syswrite)\b\s*(?:\(\s*)?(?!STD)(?:\{\s*\$?\w+\s*\}|\$\w+(?=\s*["'$q])|[A-Z]\w*)\s*,?(?=\s*["'$q])/g,
      '->print ',
    ],
    // A variable that is set and then changed by a substitution.
    [/\(\s*(?:my\s+)?(\$\w+)\s*=\s*([^()\n]{1,400})\)\s*=~\s*(?=s|tr|y)/g, '$1 = $2; $1 =~ '],
    [
      /(\$\w+)\s*=~\s*(?:s|tr|y)([/|#!,@])((?:(?!\2)[\w\s.:;,=+-]){1,100})\2((?:(?!\2)[^\\\n$@]){0,100})\2(?![a-z]*[er])/g,
      '$1 = $1->replace("$3", "$4")',
    ],
    [
      /=~\s*(?:s|tr|y)([/|#!,@])((?:(?!\1)[\w\s.:;,=+-]){1,100})\1((?:(?!\1)[^\\\n$@]){0,100})\1[a-df-z]*r[a-df-z]*/g,
      '->replace("$2", "$3")',
    ],
    [/\b(sysopen\b[^,\n]{1,200},[^,\n]{1,400},\s*)[1-9]\d*/g, '$1"w"'],
  ],
  // With the flag `e` the replacement is code, so it is excluded here.
  patterns: [
    /(?:s|tr|y)([/|#!,@])(?:(?!\1)[^\\]|\\[\s\S]){0,400}\1(?:(?!\1)[^\\]|\\[\s\S]){0,400}\1[a-df-z]*(?!\w)/y,
    /s\{(?:[^{}\\]|\\[\s\S]){0,400}\}\s*\{(?:[^{}\\]|\\[\s\S]){0,400}\}[a-df-z]*(?!\w)/y,
    /(?:m|qr)([/|#!,@])(?:(?!\1)[^\\]|\\[\s\S]){0,400}\1[a-z]*/y,
  ],
  hasSlashes: true,
  modules: perlModules,
  calls: [
    { name: /^(?:CORE::|POSIX::)?(?:system|exec|readpipe)$/ },
    { name: /^open$/, isPiped: true },
    { name: /^(?:open|IO::File->new)$/, as: writes, by: /^\s*(?:\+[<>]|>>?)(?::\S+)?\s*(.*)$/s },
    { name: /^(?:open|IO::File->new)$/, as: reads, by: /^\s*<(?::\S+)?\s*(.*)$/s },
    { name: /^(?:open|sysopen|IO::File->new)$/, as: reads, skipsUnknown: true },
    { name: /^(?:sysopen|IO::File->new)$/, as: writes, by: writing, skipsUnknown: true },
    { name: /^(?:truncate|write_file|append_file)$/, as: writes },
    { name: /^path$/, after: /^->(?:spew|append)\w*$/, as: writes },
    { name: /^(?:File::Copy::)?(?:copy|move)$/, as: copies, takesAll: true },
    { name: /^open[23]$/, skipsUnknown: true },
    { name: /->(?:print|say|printf|syswrite|write)$/, feeds: true },
    { name: /^eval$/, isCode: true },
    { name: /^(?:do|require)$/, isFile: true },
    { name: /^(?:File::Path::)?(?:rmtree|remove_tree)$/, as: removes },
    { name: /^unlink$/, as: removesOne },
  ],
});
