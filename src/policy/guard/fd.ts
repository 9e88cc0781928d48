import { optionValue } from '../programs/option-value.ts';
import type { Candidate } from '../rules/pattern.ts';
import { isChange, isRemoval } from './finding.ts';
import { firstCritical, type RemovalContext } from './targets.ts';

const starting = /^(-x|-X|--exec|--exec-batch)$/;
/** Options that select some of the files. */
const picking = '-e --extension -S --size -o --owner --changed-within --changed-before --and'.split(' ');
/** Options with a value that do not select. */
const valued =
  '-t --type -d --max-depth --min-depth --exact-depth -E --exclude -c --color -j --threads --max-results --ignore-file --path-separator --batch-size --format'.split(
    ' ',
  );
const placing = ['--search-path', '-C', '--base-directory'];
/** Matches a pattern that every name matches. */
const anyName = /^[.^$*+?]*$/;

/** What a `fd` command searches for, and where. */
function lookedFor(words: readonly Candidate[]) {
  const operands: string[] = [];
  const folders: string[] = [];
  let isPicked = false;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? null;
    if (word === null || word === '--') continue;
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    const next = words[index + 1] ?? '';
    const held = (options: readonly string[]) => optionValue(word, next, options);
    const folder = held(placing);
    const picked = held(picking);
    if (folder !== null) folders.push(folder);
    isPicked ||= picked !== null;
    const value = folder ?? picked ?? held(valued);
    if (value === next && !word.includes('=')) index += 1;
  }
  const [pattern = '', ...paths] = operands;
  const starts = [...paths, ...folders];
  return { isPicked: isPicked || !anyName.test(pattern), starts: starts.length === 0 ? ['.'] : starts };
}

/** Why a `fd` would remove or change critical folders with the command it starts for each match; null if it would not. */
export function fdProblem(words: readonly Candidate[], context: RemovalContext): string | null {
  const at = words.findIndex((word) => word !== null && starting.test(word));
  if (at === -1) return null;
  const command = words.slice(at + 1);
  const isRemoved = isRemoval(command);
  if (!isRemoved && !isChange(command)) return null;
  const { isPicked, starts } = lookedFor(words.slice(0, at));
  const target = isPicked ? null : firstCritical(starts, context, isRemoved ? 'all' : 'system');
  return target === null ? null : `it ${isRemoved ? 'removes' : 'changes'} everything below "${target}"`;
}
