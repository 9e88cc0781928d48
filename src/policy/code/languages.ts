import { lazy } from '../../core/async/lazy.ts';
import { awkNames, baseName } from '../programs/base-name.ts';
import type { Candidate } from '../rules/pattern.ts';
import { awk } from './awk.ts';
import { javascript } from './javascript.ts';
import type { CodeLanguage } from './language.ts';
import * as other from './other-languages.ts';
import { perl } from './perl.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { vim } from './vim.ts';

interface Known {
  readonly programs: RegExp;
  /** Matches the extension of its files, without the dot. */
  readonly endings: RegExp;
  /** Created on first use: it has many regular expressions, and most commands contain no code. */
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
  { programs: /^(?:n|g|r)?vim(?:diff)?$|^(?:vi|ex|view|rview)$/, endings: /^vim$/, language: lazy(vim) },
  { programs: awkNames, endings: /^awk$/, language: lazy(awk) },
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

/** The language of a file, by its extension or first line; null for shell scripts and unknown ones. */
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

/** The language of the code that a program runs; null for programs that run none. */
export function languageOf(program: Candidate): CodeLanguage | null {
  if (program === null) return null;
  const base = baseName(program);
  return languages.find(({ programs }) => programs.test(base))?.language() ?? null;
}
