import { resolve } from 'node:path';
import { expandTilde } from '../paths/within.ts';
import type { Words } from '../rules/pattern.ts';
import { baseName } from './base-name.ts';
import { subCommandAt } from './git-globals.ts';
import { withoutInner } from './inner-command.ts';
import { dashed } from './old-options.ts';
import { optionValue, optionValues } from './option-value.ts';
import { filesOfProgram } from './program-files.ts';
import { startsOf } from './program-starts.ts';

/** The folders that a program enters before it starts a command, in order; null for an unknown one. */
export function enteredBy(all: Words): Words {
  const [program = null] = all;
  const base = program === null ? '' : baseName(program);
  const { command, enters: options } = startsOf(base);
  if (options === undefined) return [];
  const own = (command === undefined ? all : withoutInner(command, all)).slice(1);
  return own.flatMap((word, index): Words => {
    if (word === null) return [];
    if (options.includes(word)) return [own[index + 1] ?? null];
    const folder = optionValue(word, own[index + 1], options);
    return folder === null ? [] : [folder];
  });
}

/** The absolute folders in which the words of a command may be paths too, by the options that it has of its own. */
export function foldersWithin(
  all: Words,
  at: { readonly cwd: string; readonly home: string },
): readonly string[] {
  const base = baseName(all[0] ?? '');
  if (base === 'git') return [folderOfGit(all, at)].filter((folder) => folder !== at.cwd);
  const { enters: options } = filesOfProgram(base);
  if (options === undefined) return [];
  const told = dashed(base, all.slice(1));
  return optionValues(told, options).map((folder) => resolve(at.cwd, expandTilde(folder, at.home)));
}

/** The absolute folder in which a git command works, by its `-C` options. */
export function folderOfGit(words: Words, at: { readonly cwd: string; readonly home: string }): string {
  const sub = subCommandAt(words.slice(1));
  const entered = enteredBy(sub === -1 ? words : words.slice(0, sub + 1));
  return entered.reduce<string>((folder, next) => resolve(folder, expandTilde(next ?? '', at.home)), at.cwd);
}
