import { baseName, baseOf } from '../programs/base-name.ts';
import { hasWord, type Words } from '../rules/pattern.ts';
import { isHanded } from './handed-names.ts';

/** A program that prints file names, with its words, starting with the program. */
export interface Lister {
  readonly base: 'find' | 'ls' | 'git' | 'grep' | 'rg';
  readonly words: Words;
}

const programs = /^(?:g?find|g?ls|git|[ef]?grep|rg)$/;
/** Most words of wrappers before such a program, which do not change its output. */
const mostBefore = 8;
const wrapper = /^(?:command|builtin|env|sudo|doas|nice|time|timeout|nohup)$/;
const given = /^(?:-.*|\d+[smh]?|[A-Za-z_]\w*=.*)$/s;

/** Whether a `git` command prints names of tracked or untracked files. */
function listsKept([, ...words]: Words): boolean {
  if (words.includes('ls-files')) return true;
  if (words.includes('ls-tree')) return hasWord(words, /^--name-only$|^--name-status$/);
  return words.includes('grep') && hasWord(words, /^-\w*[lL]|^--(?:files-with|name-only)/);
}

/** Whether a search prints file names. */
function listsMatches([, ...words]: Words, base: 'grep' | 'rg'): boolean {
  if (hasWord(words, /^--files(?:-with.*)?$/)) return true;
  return hasWord(words, base === 'rg' ? /^-[a-zA-Z]*l/ : /^-[a-zA-Z]*[lL]/);
}

/** The program that prints file names, also behind a wrapper; null for other commands. */
export function listerOf(words: Words): Lister | null {
  const before = words.slice(0, mostBefore);
  const at = before.findIndex((word) => programs.test(baseName(word ?? '')));
  if (at === -1) return null;
  const isWrapped =
    at === 0 ||
    (wrapper.test(baseOf(before)) &&
      before.slice(1, at).every((word) => wrapper.test(word ?? '') || given.test(word ?? '')));
  const own = words.slice(at);
  const name = baseOf(own);
  const base = name.endsWith('find')
    ? 'find'
    : name.endsWith('ls')
      ? 'ls'
      : name === 'git' || name === 'rg'
        ? name
        : 'grep';
  if (!isWrapped || (base === 'git' && !listsKept(own))) return null;
  if ((base === 'grep' || base === 'rg') && !listsMatches(own, base)) return null;
  return { base, words: own };
}

/** Whether any of the commands prints file names, or names that it is handed. */
export function listsNames(commands: readonly Words[]): boolean {
  return commands.some((words) => listerOf(words) !== null || words.some(isHanded));
}
