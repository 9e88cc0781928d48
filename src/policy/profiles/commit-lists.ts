import { type Arg, textOf } from '../shell/arg.ts';
import { keepsLines } from './name-lists.ts';

const hashAlone = /^--(?:format|pretty)=(?:t?format:)?%[Hh]$/;
/** Options that choose commits and their order, and nothing of what is told of each. */
const choosing =
  /^(?:-\d+|-n\d*|--(?:max-count|skip)=\d+|--(?:since|until|after|before|author|grep)=.*|--(?:reverse|all|(?:no-)?merges|first-parent|date-order|topo-order)|--)$/s;
/** A revision, a range or a path: what is no option, and of which nothing is told but its commits. */
const chosen = /^\^?[\w@][\w@/.~^-]*$/;

/** Whether commands print hashes of commits, one in each line, and nothing else. */
export function printsCommitLines(commands: readonly (readonly Arg[])[]): boolean {
  const [first = [], ...others] = commands;
  const [program, sub, ...words] = first.map(textOf);
  if (program !== 'git' || (sub !== 'log' && sub !== 'rev-list')) return false;
  const isFormat = (word: string | null) => hashAlone.test(word ?? '');
  const isTold = sub === 'log' ? words.some(isFormat) : !words.some(isFormat);
  const isChoice = (word: string | null) => word !== null && (choosing.test(word) || chosen.test(word));
  return isTold && words.every((word) => isFormat(word) || isChoice(word)) && others.every(keepsLines);
}
