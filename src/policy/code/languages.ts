import { lazy } from '../../core/async/lazy.ts';
import { baseName } from '../programs/base-name.ts';
import type { Candidate } from '../rules/pattern.ts';
import { copies, reads, removes, removesOne, writes, writing, writingFlags } from './deeds.ts';
import type { CodeLanguage } from './language.ts';
import * as other from './other-languages.ts';
import { backtick, quoted, sigils, spanning } from './quotes.ts';

const hash = /#[^\n]*/y;

const pythonOpens =
  /^(?:(?:io|os|codecs|builtins|gzip|bz2|lzma|tarfile|aiofiles)\.)?open$|^(?:io\.)?FileIO$|^(?:zipfile\.)?ZipFile$/;

const python = (): CodeLanguage => ({
  options: ['-c'],
  comment: hash,
  quotes: [{ open: /[rbuf]{0,2}("""|''')/iy, spans: true }, { open: /[rbuf]{0,2}(["'])/iy }],
  interpolation: /\{([^{}]*)\}/g,
  fills: { opening: /^[rb]?f/i, part: /\{([^{}]*)\}/g },
  hasIndents: true,
  calls: [
    { name: /^(?:os|commands)?\.?(?:system|popen|getoutput|getstatusoutput)$/ },
    {
      name: /^(?:subprocess|sp|asyncio)?\.?(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput|create_subprocess_(?:shell|exec))$/,
    },
    { name: /^(?:pty\.spawn|pexpect\.(?:run|spawn))$/ },
    { name: /^(?:os\.)?exec[lv]p?e?$/, repeatsName: true },
    { name: /^os\.spawn[lv]p?e?$/, repeatsName: true, skipsUnknown: true },
    { name: /^os\.posix_spawnp?$/, repeatsName: true },
    { name: /^(?:ctypes\.)?(?:CDLL|cdll)?\.system$/ },
    { name: /^(?:builtins\.)?(?:exec|eval|compile)$/, isCode: true },
    { name: /^(?:runpy\.run_path|execfile)$/, isFile: true },
    { name: /^(?:timeit\.)?(?:timeit|repeat)$/, isCode: true },
    { name: /\.exec_command$/ },
    { name: /\.(?:communicate|write|writelines|send|sendline|sendall)$/, feeds: true },
    { name: /^(?:shutil\.)?rmtree$/, as: removes },
    { name: /^os\.(?:remove|unlink|rmdir|removedirs)$/, as: removesOne },
    { name: /^(?:pathlib\.)?Path$/, after: /^\.(?:unlink|rmdir)$/, as: removesOne },
    { name: pythonOpens, as: reads },
    { name: pythonOpens, as: writes, by: writing },
    { name: /^os\.truncate$|\.tofile$/, as: writes },
    { name: /^(?:pathlib\.)?Path$/, after: /^\.write_(?:text|bytes)$/, as: writes },
    { name: /^(?:pathlib\.)?Path$/, after: /^\.(?:read_text|read_bytes|open)$/, as: reads },
    {
      name: /^(?:shutil\.(?:copy\w*|move)|os\.(?:rename|replace|link|symlink)|(?:urllib\.request\.)?urlretrieve)$/,
      as: copies,
      takesAll: true,
    },
  ],
  rewrites: [
    [/\b(?:pathlib\.)?Path\(([^()\n]{1,400})\)\.open\(/g, 'open($1, '],
    writingFlags('\\b(?:os\\.)?O_'),
    [/\b(os\.open\([^,()\n]{1,400},\s*)[1-9]\d*/g, '$1"w"'],
    [/\bgetattr\(\s*([\w.]+)\s*,\s*["'](\w+)["'](?:\s*\+\s*["'](\w+)["'])?\s*\)/g, '$1.$2$3'],
    [/\b(?:vars\(\s*(\w+)\s*\)|(\w+)\.__dict__)\s*\[\s*["'](\w+)["']\s*\]/g, '$1$2.$3'],
    [/\b(?:posix|nt)\.(?=\w)/g, 'os.'],
    [/\b(?:__import__|importlib\.import_module)\(\s*["']([\w.]+)["']\s*\)/g, '$1'],
    [/\bprint\(([^()\n]{1,400}),\s*file\s*=\s*/g, '.write($1, '],
    [/\bmap\(\s*lambda\s+(\w+)\s*:\s*([^,\n]{1,200}),\s*/g, '($2 for $1 in '],
    [/\bmap\(\s*((?:os|subprocess|shutil)\.\w+)\s*,/g, '$1('],
    [/\bshlex\.split\(/g, '.split('],
    [/\btarget\s*=\s*((?:os|subprocess)\.\w+)\s*,\s*args\s*=\s*/g, '$1'],
    [
      /\b((?:os\.(?:system|popen|remove)|subprocess\.(?:run|call|Popen|check_call|check_output|getoutput)|shutil\.rmtree))\s*,\s*(?=[rbf]{0,2}["'[({])/g,
      '$1(',
    ],
  ],
});

const javascript = (): CodeLanguage => ({
  options: ['-e', '-p', '-pe', '--eval', '--print'],
  sub: /^eval$/,
  comment: /\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)/y,
  quotes: [...quoted, { open: /(`)/y, spans: true }],
  interpolation: /\$\{([^{}]*)\}/g,
  fills: { opening: /^`/, part: /\$\{([^{}]*)\}/g },
  juxtaposed: /^`$/,
  hasSlashes: true,
  calls: [
    {
      name: /^(?:[\w$]*\.)?(?:execSync|execFile|execFileSync|spawnSync|execa|execaSync|execaCommand|execaCommandSync)$/,
    },
    { name: /^(?:(?:cp|child_process|childProcess|shell|Bun)?\.)?(?:exec|spawn)$/ },
    { name: /^(?:Deno\.(?:Command|run)|(?:(?:Bun|bun|zx)\.)?\$)$/ },
    { name: /^(?:require|import)$/, isFile: true },
    { name: /\.(?:write|end)$/, feeds: true },
    { name: /^(?:eval|Function|(?:vm)?\.runIn\w*Context)$/, isCode: true },
    { name: /^(?:[\w$]*\.)*(?:rmSync|rmdirSync|rimraf|rimrafSync|removeSync|emptyDirSync)$/, as: removes },
    { name: /^(?:fs|fsp|fse|\.promises|fs\.promises)?\.(?:rm|rmdir|remove|emptyDir)$/, as: removes },
    { name: /^Deno\.remove(?:Sync)?$/, as: removes },
    { name: /^(?:[\w$]*\.)*unlink(?:Sync)?$/, as: removesOne },
    {
      name: /^(?:[\w$]*\.)*(?:readFileSync|readFile|createReadStream|readTextFile(?:Sync)?|openSync)$|^Bun\.file$/,
      as: reads,
    },
    {
      name: /^(?:[\w$]*\.)*(?:(?:writeFile|appendFile|truncate|writeTextFile)(?:Sync)?|createWriteStream|WriteStream)$|^Bun\.write$|^Deno\.create(?:Sync)?$/,
      as: writes,
    },
    { name: /^Bun\.file$/, after: /^\.write(?:r)?$/, as: writes },
    { name: /^(?:[\w$]*\.)*open(?:Sync)?$/, as: writes, by: writing },
    {
      name: /^(?:[\w$]*\.)*(?:copyFile|cp|copy|rename|link|symlink|copyFileSync|cpSync|copySync|renameSync|linkSync|symlinkSync)$/,
      as: copies,
      takesAll: true,
    },
  ],
  rewrites: [
    writingFlags('\\b(?:[\\w$]{1,24}\\.){0,3}O_'),
    [/\b(open(?:Sync)?\([^,()\n]{1,400},\s*)[1-9]\d*/g, '$1"w"'],
    [
      /\b(Deno\.open(?:Sync)?\([^,()\n]{1,400},\s*)\{[^{}\n]{0,200}\b(?:write|append|truncate|create\w*)\s*:\s*true\b/g,
      '$1"w", {',
    ],
    [/(\w|\))\s*\[["'](\w+)["'](?:\s*\+\s*["'](\w+)["'])?\](?=\s*\()/g, '$1.$2$3'],
    [
      /\b(?:(?:process\.mainModule|module)\.)?require\(\s*["'](?:node:)?(fs|path|os|util|child_process)(?:\/promises)?["']\s*\)(?=\.)/g,
      '$1',
    ],
    [/\b(?:util\.)?promisify\(\s*([\w.$]+(?:\([^()]*\))?(?:\.\w+)?)\s*\)/g, '$1'],
    [
      /(\[[^\][\n]{0,1000}\])\.(?:forEach|map)\(\s*(?:async\s*)?(?:\(\s*)?(\w+)\s*(?:\)\s*)?=>/g,
      ' for ($2 of $1) ',
    ],
    [
      /(\[[^\][\n]{0,1000}\])\.(?:forEach|map)\(\s*((?:require\([^()]*\)|\w+)\.exec\w*)\s*\)/g,
      ' for (c of $1) $2(c) ',
    ],
  ],
  needs:
    /child_process|\b(?:exec|execFile|spawn|rm)Sync\b|\bcp\.|\bBun\b|from ["']bun["']|\$`|\batob\b|Buffer\.from|\bDeno\b|execa|\bzx\b|shelljs|\bfs\b|fs-extra|rimraf|(?:require|import)\(\s*["']\./,
});

const perl = (): CodeLanguage => ({
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
  rewrites: [
    writingFlags('\\b(?:Fcntl::)?O_'),
    [
      /\b(?:print|say|printf|syswrite)\b\s*\(?\s*(?!STD)(?:\{\s*\$?\w+\s*\}|\$\w+(?=\s*["'$q])|[A-Z]\w*)\s*,?(?=\s*["'$q])/g,
      '->print ',
    ],
    // A text that is changed by a pattern which is a text itself.
    [/\(\s*(?:my\s+)?(\$\w+)\s*=\s*([^()\n]{1,400})\)\s*=~\s*(?=s|tr|y)/g, '$1 = $2; $1 =~ '],
    [
      /(\$\w+)\s*=~\s*(?:s|tr|y)([/|#!,@])((?:(?!\2)[\w\s.:;,=+-]){1,100})\2((?:(?!\2)[^\\\n]){0,100})\2(?![a-z]*[er])/g,
      '$1 = $1->replace("$3", "$4")',
    ],
    [
      /=~\s*(?:s|tr|y)([/|#!,@])((?:(?!\1)[\w\s.:;,=+-]){1,100})\1((?:(?!\1)[^\\\n]){0,100})\1[a-df-z]*r[a-df-z]*/g,
      '->replace("$2", "$3")',
    ],
    [/\b(sysopen\b[^,\n]{1,200},[^,\n]{1,400},\s*)[1-9]\d*/g, '$1"w"'],
  ],
  // With `e` the replacement is code, which is no part of these.
  patterns: [
    /(?:s|tr|y)([/|#!,@])(?:(?!\1)[^\\]|\\[\s\S]){0,400}\1(?:(?!\1)[^\\]|\\[\s\S]){0,400}\1[a-df-z]*(?!\w)/y,
    /s\{(?:[^{}\\]|\\[\s\S]){0,400}\}\s*\{(?:[^{}\\]|\\[\s\S]){0,400}\}[a-df-z]*(?!\w)/y,
    /(?:m|qr)([/|#!,@])(?:(?!\1)[^\\]|\\[\s\S]){0,400}\1[a-z]*/y,
  ],
  hasSlashes: true,
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

const ruby = (): CodeLanguage => ({
  options: ['-e'],
  comment: hash,
  quotes: [
    ...spanning,
    backtick,
    { open: /%x([^\w\s,;=)])/y, spans: true, runs: true },
    { open: /%[wWiI]([^\w\s,;=)])/y, spans: true, splits: true },
    { open: /%[qQ]?([({[<|!])/y, spans: true },
  ],
  interpolation: /#\{([^{}]*)\}/g,
  fills: { opening: /^[^']*$/, part: /#\{([^{}]*)\}/g },
  rewrites: [
    [/(?:\b(?:Kernel|Object|Process|self)\.)?\b(?:__|public_)?send(?:__)?\(?\s*:(\w+)\s*,/g, '$1('],
    [/\bmethod\(\s*:(\w+)\s*\)(?:\.call)?\.?(?=\()/g, '$1'],
    [/(\[[^\][\n]{0,1000}\])\.(?:each|map)\(?\s*&\s*method\(\s*:(\w+)\s*\)\)?/g, '$1.each { |c| $2(c) }'],
    [/\b(\w+)\s*<<\s*(?=["'])/g, '$1.write '],
    [/\bDir\[\s*(["'][^"'\n\]]{1,400}["'])\s*\]/g, 'Dir.glob($1)'],
    [/\bPathname(?:\.new)?\(([^()\n]{1,400})\)\.open\(/g, 'File.open($1, '],
    writingFlags('\\b(?:File|IO)::(?:Constants::)?'),
    [/\b((?:(?:sys)?open|File\.new)\b[^,()\n]{0,4}\(?[^,()\n]{1,400},\s*)[1-9]\d*/g, '$1"w"'],
  ],
  juxtaposed: /./,
  hasSlashes: true,
  calls: [
    {
      name: /^(?:(?:Kernel|Process|IO|PTY|Open3)\.)?(?:system|exec|spawn|popen(?:2e?|3)?|capture(?:2e?|3))$/,
    },
    { name: /^(?:Kernel\.|IO\.)?open$/, isPiped: true },
    { name: /^sh$/ },
    { name: /\.(?:write|puts|print|syswrite|write_nonblock)$/, feeds: true },
    { name: /^(?:load|require|require_relative)$/, isFile: true },
    { name: /^(?:eval|instance_eval|class_eval|Kernel\.eval)$/, isCode: true },
    { name: /^FileUtils\.(?:rm_rf|rm_r|rmtree|remove_dir|remove_entry(?:_secure)?)$/, as: removes },
    { name: /^(?:FileUtils\.(?:rm|rm_f|remove)|File\.(?:delete|unlink))$/, as: removesOne },
    { name: /^(?:File|IO)\.(?:read|open|new|sysopen|readlines|foreach|binread)$/, as: reads },
    { name: /^(?:File|IO)\.(?:binwrite|write|truncate)$/, as: writes },
    { name: /^(?:File\.(?:open|new)|IO\.sysopen|(?:Kernel\.)?open)$/, as: writes, by: writing },
    { name: /^Pathname(?:\.new)?$/, after: /^\.(?:bin)?write$/, as: writes },
    { name: /^Pathname(?:\.new)?$/, after: /^\.(?:bin)?read(?:lines)?$/, as: reads },
    {
      name: /^(?:FileUtils\.(?:cp|cp_r|mv|copy|copy_file|install|move|ln|ln_s)|IO\.copy_stream)$/,
      as: copies,
      takesAll: true,
    },
  ],
});

interface Known {
  readonly programs: RegExp;
  /** How names of its files end, without the dot. */
  readonly endings: RegExp;
  /** Made when it is met: its expressions are many, and most commands hold no code. */
  readonly language: () => CodeLanguage;
}

const languages: readonly Known[] = [
  { programs: /^(?:i?python|pypy|bpython|ptpython)[\d.]*$/, endings: /^py$/, language: lazy(python) },
  {
    programs: /^(?:node|nodejs|bun|deno|tsx|ts-node|zx)$/,
    endings: /^[cm]?[jt]s$/,
    language: lazy(javascript),
  },
  { programs: /^perl[\d.]*$/, endings: /^p[lm]$/, language: lazy(perl) },
  { programs: /^(?:j?ruby[\d.]*|irb|pry|rake)$/, endings: /^(?:rb|rake)$/, language: lazy(ruby) },
  { programs: /^php[\d.]*$/, endings: /^php$/, language: lazy(other.php) },
  { programs: /^lua(?:jit)?[\d.]*$/, endings: /^lua$/, language: lazy(other.lua) },
  { programs: /^(?:Rscript|R)$/, endings: /^[rR]$/, language: lazy(other.r) },
  { programs: /^julia$/, endings: /^jl$/, language: lazy(other.julia) },
  { programs: /^(?:elixir|iex)$/, endings: /^exs?$/, language: lazy(other.elixir) },
  { programs: /^(?:erl|escript)$/, endings: /^erl$/, language: lazy(other.erlang) },
  { programs: /^(?:groovy|groovysh|grails)$/, endings: /^(?:groovy|gradle)$/, language: lazy(other.groovy) },
  { programs: /^(?:scala|scala-cli|amm)$/, endings: /^(?:scala|sc)$/, language: lazy(other.scala) },
  { programs: /^(?:jshell|kotlin|kotlinc)$/, endings: /^(?:java|kts?|jsh)$/, language: lazy(other.java) },
  {
    programs:
      /^(?:clojure|clj|bb|lein|guile|racket|sbcl|clisp|ecl|scheme|chibi-scheme|csi|emacs|emacsclient)$/,
    endings: /^(?:clj|cljs|bb|scm|rkt|lisp|cl|el)$/,
    language: lazy(other.lisp),
  },
  { programs: /^(?:ghc|ghci|runghc|runhaskell|stack)$/, endings: /^hs$/, language: lazy(other.haskell) },
  { programs: /^(?:ocaml|utop)$/, endings: /^ml$/, language: lazy(other.ocaml) },
  { programs: /^nim$/, endings: /^nims?$/, language: lazy(other.nim) },
  { programs: /^crystal$/, endings: /^cr$/, language: lazy(other.crystal) },
  { programs: /^(?:raku|rakudo|perl6)$/, endings: /^(?:raku|rakumod|p6)$/, language: lazy(other.raku) },
  { programs: /^go$/, endings: /^go$/, language: lazy(other.go) },
  { programs: /^(?:tcc|cling)$/, endings: /^(?:c|cc|cpp|cxx)$/, language: lazy(other.c) },
  { programs: /^rust-script$/, endings: /^rs$/, language: lazy(other.rust) },
];

/** Which language a file holds, by how its name ends or by its first line; null for a script of a shell and what is not known. */
export function languageOfFile(path: string, text: string): CodeLanguage | null {
  const program = /^#!(?:.*[^\w.\r\n-])?([\w.-]+)[ \t]*(?:\n|$)/.exec(text)?.[1] ?? '';
  const ending = /\.(\w+)$/.exec(path)?.[1] ?? '';
  const named = /(^|\/)Rakefile$/.test(path)
    ? 'rb'
    : /(^|\/)SCons(?:truct|cript)$/.test(path)
      ? 'py'
      : ending;
  const known = languages.find(({ endings, programs }) => endings.test(named) || programs.test(program));
  return known?.language() ?? null;
}

/** The language whose code a program runs, by the words that start it; null for programs that run none. */
export function languageOf(program: Candidate): CodeLanguage | null {
  if (program === null) return null;
  const base = baseName(program);
  return languages.find(({ programs }) => programs.test(base))?.language() ?? null;
}
