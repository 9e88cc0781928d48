import { copies, reads, removes, removesOne, writes, writing } from './deeds.ts';
import type { CodeLanguage, Quote } from './language.ts';
import { luaModules } from './modules.ts';
import { backtick, quoted, sigils, spanning } from './quotes.ts';

const double: readonly Quote[] = [{ open: /(""")/y, spans: true }, { open: /(")/y }];
const either: readonly Quote[] = [{ open: /("""|''')/y, spans: true }, ...spanning];
const slashes = /\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)/y;
const hash = /#[^\n]*/y;

/** Makes a language of which only the calls that run commands are known. */
const plain = (parts: Pick<CodeLanguage, 'options' | 'calls'> & Partial<CodeLanguage>): CodeLanguage => ({
  comment: slashes,
  quotes: double,
  ...parts,
});

export const elixir = (): CodeLanguage =>
  plain({
    options: ['-e', '--eval', '-eval'],
    comment: hash,
    quotes: either,
    rewrites: [
      [/:os\.cmd\(\s*~c/g, 'os.cmd('],
      [/:os\.cmd/g, 'os.cmd'],
      [/\[[\s:\w,]{0,40}:(?:write|append|exclusive)\b[\s:\w,]{0,40}\]/g, '"w"'],
    ],
    calls: [
      { name: /^(?:System\.(?:cmd|shell)|os\.cmd|Port\.open)$/ },
      { name: /^File\.rm_rf!?$/, as: removes },
      { name: /^File\.write!?$/, as: writes },
      { name: /^File\.open!?$/, as: writes, by: writing },
    ],
  });

export const erlang = (): CodeLanguage =>
  plain({
    options: ['-eval'],
    comment: /%[^\n]*/y,
    rewrites: [
      [/\bos:cmd\(/g, 'os.cmd('],
      [/\bfile:del_dir_r\(/g, 'del_dir_r('],
    ],
    calls: [{ name: /^os\.cmd$/ }, { name: /^del_dir_r$/, as: removes }],
  });

const ofJava = {
  calls: [
    { name: /^(?:[\w.]*\.)?exec$/ },
    { name: /^(?:[\w.]*\.)?ProcessBuilder$/ },
    { name: /^(?:deleteDirectory|FileUtils\.deleteDirectory|deleteDir)$/, as: removes },
  ],
};

export const java = (): CodeLanguage => plain({ options: [], ...ofJava });

export const groovy = (): CodeLanguage =>
  plain({
    options: ['-e'],
    quotes: either,
    juxtaposed: /./,
    rewrites: [
      [
        /("(?:[^"\\\n]|\\.){0,1000}"|'(?:[^'\\\n]|\\.){0,1000}'|\[[^\][\n]{0,1000}\])\s*(?:as\s+\w+\s*)?\.execute\(/g,
        ' exec($1)(',
      ],
    ],
    calls: [...ofJava.calls, { name: /^(?:commandLine|executable)$/ }],
  });

export const scala = (): CodeLanguage =>
  plain({
    options: ['-e'],
    rewrites: [
      [
        /("(?:[^"\\\n]|\\.){0,1000}"|\bSeq\([^()\n]{0,1000}\))\s*(?:\.\s*)?(?:!!?<?|lineStream)(?![=\w])/g,
        ' Process($1) ',
      ],
    ],
    calls: [{ name: /^(?:[\w.]*\.)?Process$/ }, ...ofJava.calls],
  });

/** Lisps, where elements of lists are divided like arguments. */
export const lisp = (): CodeLanguage =>
  plain({
    options: ['-e', '-c', '--eval', '-eval', '--execute', '-M'],
    comment: /;[^\n]*/y,
    rewrites: [
      [
        /\((?:[\w.]+[:/])*(?:system\*?|sh|shell|process|run-program|shell-command(?:-to-string)?|async-shell-command|call-process(?:-shell-command)?|start-process)\s+/g,
        ' run(',
      ],
      [/\(delete-directory\s+("[^"]*")[^"()]*\)/g, ' delete_directory($1)'],
      [/"\s+(?:(?:nil|t|:\w+)\s+)*(?:\(list\s+)?(?=")/g, '", '],
      [/'\(/g, '('],
    ],
    calls: [{ name: /^run$/ }, { name: /^delete_directory$/, as: removes }],
  });

export const haskell = (): CodeLanguage =>
  plain({
    options: ['-e'],
    comment: /--[^\n]*/y,
    juxtaposed: /./,
    rewrites: [[/"\s+\[/g, '", [']],
    calls: [
      {
        name: /^(?:[\w.]*\.)?(?:callCommand|system|callProcess|rawSystem|readProcess|readCreateProcess|shell|proc)$/,
      },
      { name: /^(?:[\w.]*\.)?remove(?:DirectoryRecursive|PathForcibly)$/, as: removes },
    ],
  });

export const ocaml = (): CodeLanguage =>
  plain({
    options: ['-e'],
    comment: /\(\*(?:[\s\S]*?\*\)|[\s\S]*)/y,
    juxtaposed: /./,
    calls: [{ name: /^(?:Sys\.command|Unix\.(?:system|open_process\w*))$/ }],
  });

export const nim = (): CodeLanguage =>
  plain({
    options: ['-e', '--eval'],
    comment: hash,
    juxtaposed: /./,
    calls: [
      { name: /^(?:exec|execShellCmd|execCmd|execCmdEx|execProcess|selfExec)$/ },
      { name: /^(?:removeDir|rmDir)$/, as: removes },
    ],
  });

export const crystal = (): CodeLanguage =>
  plain({
    options: [],
    sub: /^eval$/,
    comment: hash,
    quotes: [...double, backtick],
    juxtaposed: /./,
    calls: [{ name: /^(?:system|Process\.(?:run|exec|new))$/ }, { name: /^FileUtils\.rm_rf?$/, as: removes }],
  });

export const raku = (): CodeLanguage =>
  plain({
    options: ['-e'],
    comment: hash,
    quotes: [
      ...either,
      { open: /\bqq?x\s*([^\w\s,;=)])/y, spans: true, runs: true },
      { open: /(<)(?=\w)/y, splits: true },
    ],
    juxtaposed: /./,
    calls: [{ name: /^(?:shell|run|Proc\.new)$/ }, { name: /^unlink$/, as: removesOne }],
  });

export const go = (): CodeLanguage =>
  plain({
    options: [],
    quotes: [{ open: /(")/y }, { open: /(`)/y, spans: true }],
    calls: [
      { name: /^exec\.Command$/ },
      { name: /^exec\.CommandContext$/, skipsUnknown: true },
      { name: /^os\.RemoveAll$/, as: removes },
      { name: /^os\.Remove$/, as: removesOne },
    ],
  });

export const c = (): CodeLanguage =>
  plain({
    options: [],
    calls: [
      { name: /^(?:std::)?(?:system|popen)$/ },
      { name: /^exec[lv]p?e?$/, repeatsName: true },
      { name: /^(?:std::filesystem::|fs::)remove_all$/, as: removes },
    ],
  });

export const rust = (): CodeLanguage =>
  plain({
    options: [],
    quotes: [{ open: /(")/y, spans: true }],
    rewrites: [
      [/"\s*\)\s*\.args?\(\s*&?(?:vec!)?\[?/g, '", '],
      [/"\s*\]\s*\)\s*\.args?\(\s*&?(?:vec!)?\[?/g, '", '],
    ],
    calls: [{ name: /^(?:[\w:]*::)?Command::new$/ }, { name: /^(?:[\w:]*::)?remove_dir_all$/, as: removes }],
  });

export const php = (): CodeLanguage => ({
  options: ['-r'],
  comment: /(?:#|\/\/)[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)/y,
  quotes: [...spanning, backtick],
  juxtaposed: /./,
  fills: sigils,
  rewrites: [
    [/\bcall_user_func(?:_array)?\(\s*["'](\w+)["']\s*,/g, '$1('],
    [/\barray_map\(\s*["'](\w+)["']\s*,/g, '$1('],
    // The arguments behind the command are its pipes.
    [/\bproc_open\(\s*("[^"\n]{0,400}"|'[^'\n]{0,400}'|\[[^\][\n]{0,400}\]|\$\w+)\s*,/g, 'proc_open($1); ('],
    [/(["'])file:\/\//g, '$1'],
    [/\b(?:include|require)(?:_once)?\b\s*(?=["'($])/g, 'include '],
  ],
  calls: [
    { name: /^(?:system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec)$/ },
    { name: /^(?:eval|assert)$/, isCode: true },
    { name: /^include$/, isFile: true },
    { name: /^(?:fwrite|fputs)$/, feeds: true },
    { name: /^unlink$/, as: removesOne },
    { name: /^(?:file_get_contents|readfile|fopen|file|SplFileObject)$/, as: reads },
    { name: /^file_put_contents$/, as: writes },
    { name: /^(?:fopen|SplFileObject)$/, as: writes, by: /^[rbt]{0,2}[waxc+][bt+]{0,2}$/ },
    { name: /^(?:copy|rename|link|symlink)$/, as: copies, takesAll: true },
  ],
});

export const lua = (): CodeLanguage => ({
  options: ['-e'],
  comment: /--[^\n]*/y,
  quotes: [...quoted, { open: /\[(\[)/y, spans: true }],
  juxtaposed: /./,
  modules: luaModules,
  lists: { first: 1, isOne: false },
  rewrites: [[/\b(os|io)\[["'](\w+)["']\]/g, '$1.$2']],
  calls: [
    { name: /^(?:os\.execute|io\.popen|vim\.(?:fn\.)?system)$/ },
    { name: /^(?:load|loadstring|dostring)$/, isCode: true },
    { name: /^(?:dofile|loadfile|require)$/, isFile: true },
    { name: /(?:^|\.)write$/, feeds: true },
    { name: /^os\.remove$/, as: removesOne },
    { name: /^io\.(?:open|lines)$/, as: reads },
    { name: /^io\.open$/, as: writes, by: writing },
    { name: /^io\.output$/, as: writes },
    { name: /^os\.rename$/, as: copies, takesAll: true },
  ],
});

export const r = (): CodeLanguage => ({
  options: ['-e'],
  comment: hash,
  quotes: spanning,
  lists: { first: 1, isOne: true },
  rewrites: [
    [/\b[slv]apply\(\s*(c\([^()\n]{0,400}\)|\w+)\s*,\s*(\w+)\s*\)/g, '$2($1)'],
    [
      /\bwrite(?:Lines|Bin)\([^()"'\n]{0,20}(?:"[^"\n]{0,400}"|'[^'\n]{0,400}'|[^"',()\n]{1,400}),\s*(?:con\s*=\s*)?(?=["'])/g,
      'sink(',
    ],
  ],
  calls: [
    { name: /^(?:system|system2|shell)$/ },
    { name: /^unlink$/, as: removes },
    { name: /^(?:readLines|readRDS|source)$/, as: reads },
    { name: /^(?:file|gzfile)$/, as: writes, by: writing },
    { name: /^sink$/, as: writes },
    { name: /^file\.(?:copy|rename)$/, as: copies, takesAll: true },
  ],
});

export const julia = (): CodeLanguage => ({
  options: ['-e', '-E', '--eval', '--print'],
  comment: hash,
  quotes: [
    { open: /(""")/y, spans: true },
    { open: /(")/y, spans: true },
    { open: /(`)/y, spans: true, runs: true },
  ],
  fills: sigils,
  lists: { first: 1, isOne: false },
  calls: [
    { name: /^rm$/, as: removes },
    { name: /^(?:read|open|readlines)$/, as: reads },
    { name: /^open$/, as: writes, by: writing },
    { name: /^(?:write|touch|truncate)$/, as: writes },
    { name: /^(?:cp|mv)$/, as: copies, takesAll: true },
  ],
});
