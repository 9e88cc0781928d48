import { baseName } from '../programs/base-name.ts';
import { interpreterOf } from '../programs/interpreters.ts';
import { optionValue } from '../programs/option-value.ts';
import { vetoesOf } from '../programs/vetoes.ts';
import type { Candidate } from '../rules/pattern.ts';
import { type CodeCalls, callsOf, none } from './calls.ts';
import type { CodeLanguage } from './language.ts';
import { languageOf } from './languages.ts';

/** Options of interpreters whose value, the next word, is no code. */
const takesValue = /^(-[rWXIMC]|--(require|import|loader|input-type|disable|enable))$/;

/** A cluster whose first letter takes the rest of the word. */
const takesRest = /^-[rWXIMC]./;

/** The code in the words behind an interpreter, null where there is none: what follows a file or the code is its own business. */
function codeIn({ options, sub }: CodeLanguage, words: readonly Candidate[]): Candidate {
  const isSub = sub !== undefined && words[0] !== null && sub.test(words[0] ?? '');
  for (const [index, word] of words.entries()) {
    if (word === null || takesRest.test(word) || (index === 0 && isSub)) continue;
    const isValue = index > 0 && takesValue.test(words[index - 1] ?? '');
    if (!word.startsWith('-') && isValue) continue;
    if (!word.startsWith('-')) return isSub ? word : null;
    const code = optionValue(word, words[index + 1], options);
    if (code !== null) return code;
  }
  return null;
}

/** What the code does that a command is given in its words; nothing for other programs. */
export function callsIn(words: readonly Candidate[]): CodeCalls {
  const language = languageOf(words[0] ?? null);
  const code = language === null ? null : codeIn(language, words.slice(1));
  return language === null || code === null ? none : callsOf(code, language);
}

/** The language of the code that a command reads from its input, or null. */
export function languageRead([program = null, ...words]: readonly Candidate[]): CodeLanguage | null {
  const language = languageOf(program);
  if (language === null || program === null) return null;
  const args = words.map((word) => word ?? '…');
  const file = args.find((word) => !word.startsWith('-'));
  const isKnown = interpreterOf(baseName(program)) !== null;
  const reads = isKnown ? vetoesOf(program, args, true).never !== null : file === undefined;
  const isDash = /^(deno|bun)$/.test(baseName(program)) && args.includes('-');
  return reads || isDash || file?.startsWith('<(') === true ? language : null;
}
