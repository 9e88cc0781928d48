import { lazy } from '../../core/async/lazy.ts';
import type { Candidate, Words } from '../rules/pattern.ts';
import { baseOf } from './base-name.ts';
import { dashed } from './old-options.ts';
import { optionValue } from './option-value.ts';
import type { ListForm } from './program-file.ts';
import { filesOfProgram, filesRows } from './program-files.ts';

/** The programs that may read a list. */
export const listReaders = lazy((): readonly string[] =>
  filesRows().flatMap(({ names, files }) => (files.lists === undefined ? [] : names)),
);

/** The words of a command without its option for a list. */
function withoutList(words: Words, { options = [], word: mark }: ListForm): Words {
  const kept: Candidate[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? null;
    const value = word === null || index === 0 ? null : optionValue(word, words[index + 1], options);
    if (word !== null && value !== null) {
      // The letters of others may stand before it.
      if (/^-\w{2,}$/.test(word) && !options.some((option) => word.startsWith(option)))
        kept.push(word.slice(0, -1));
      if (value === words[index + 1] && !word.includes('=')) index += 1;
    } else if (index === 0 || word === null || mark?.test(word) !== true) kept.push(word);
  }
  return kept;
}

/**
 * What `xargs` would start to do with the files of a list what a program does that reads it, from standard input or a file:
 * `tar -cf x -T l`, `cpio -o < l`; null for a command that reads none.
 */
export function startedForList(words: Words): Words | null {
  const [program = null, ...given] = words;
  const { lists } = filesOfProgram(baseOf(words));
  if (lists === undefined) return null;
  const own = [program, ...dashed(baseOf(words), given)];
  const kept = withoutList(own, lists);
  if (kept.length === own.length) return null;
  return lists.isApart === true ? ['cat'] : kept;
}
