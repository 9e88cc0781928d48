import { type Arg, textOf } from './arg.ts';

/** Whether a text names a variable otherwise than to expand it, as whatever sets it must; that it is spelled as it is, others check. */
export function isNamedBare(name: string, text: string): boolean {
  return new RegExp(`(?<![\\w$-]|\\$\\{)${name}(?!\\w)`).test(text);
}

/** Whether a builtin may set the variable that one of its words names: of `printf` the one behind `-v`. */
export function isSetBy(name: string, words: readonly Arg[], word: Arg): boolean {
  return name !== 'printf' || (textOf(words[0]) === '-v' && words[1] === word);
}
