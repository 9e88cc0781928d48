import { lazyFor } from '../../core/async/lazy.ts';
import type { Words } from '../rules/pattern.ts';
import { type FindExpression, readFindExpression } from './find-tree.ts';

/** The words of a `find`, read. */
export interface FindLine extends FindExpression {
  /** The options before all else. */
  readonly options: readonly string[];
  /** Where the words stand that it begins in. */
  readonly starts: readonly number[];
  /** Where its expression begins. */
  readonly begin: number;
}

/** Options before all else, of GNU and of BSD, and those of them with a word behind. */
const option = /^-(?:[EHLPXdsx]+|O.*|D.*|f)$/;
const valued = /^-[Df]$/;

/** Reads the words of a `find`, its name first; the same ones are read once. */
export const readFindLine = lazyFor((words: Words): FindLine => {
  const options: string[] = [];
  const starts: number[] = [];
  let begin = 1;
  for (let word = words[begin] ?? ''; option.test(word); word = words[begin] ?? '') {
    options.push(word);
    if (word === '-f') starts.push(begin + 1);
    begin += valued.test(word) ? 2 : 1;
  }
  if (words[begin] === '--') begin += 1;
  for (; begin < words.length && !/^(?:-.+|[!(])$/s.test(words[begin] ?? ''); begin += 1) starts.push(begin);
  return { options, starts, begin, ...readFindExpression(words, begin) };
});
