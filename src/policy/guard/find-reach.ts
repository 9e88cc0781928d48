import { basename } from 'node:path';
import { compileNameGlob } from '../../core/paths/name-glob.ts';
import type { PathFact } from '../../core/ports.ts';
import { lineTest } from '../profiles/line-test.ts';
import { readFindLine } from '../programs/find-line.ts';
import { type Sure, surenessOf } from '../programs/find-sureness.ts';
import type { FindExpression, Primary } from '../programs/find-tree.ts';
import type { Candidate } from '../rules/pattern.ts';
import { reaches } from '../shell/reaches.ts';

/** Something that a `find` may come to: its path as `find` prints it, how far below where that began, and what it is. */
export interface Found {
  readonly path: string;
  readonly depth: number;
  readonly kind: PathFact['kind'];
}

/** What a `find` does with what it found: the words behind `-exec`, `-delete`, or what prints it, as without any action. */
export type FoundAction = readonly Candidate[] | 'delete' | 'print';

const sure = (is: boolean): Sure => (is ? 2 : 0);

/** Tests without a value that a file may pass or not. */
const uncertain = /^-(?:executable|readable|writable|nouser|nogroup)$/;
/** What holds whatever its value is. */
const alwaysSo = /^-(?:printf|regextype)$/;
const printing = /^-(?:print0?|printf)$/;
/** Actions where one of which stands nothing is printed by itself. */
const acting = /^-f?(?:ls|print0?|printf)$/;
/** Syntaxes in which parentheses group. */
const extended = /^(?:posix-)?(?:extended|egrep|awk)$/;

/** Longer patterns of whole paths are not compared. */
const longestPattern = 4096;
/** Actions that are told apart. */
const mostActions = 32;

const kinds: Readonly<Record<string, PathFact['kind']>> = { f: 'file', d: 'folder', b: 'block' };

/** How sure a pattern of whole paths matches one, in which stars and question marks match slashes too (POSIX find, "-path"); either case counts. */
function ofPath(pattern: string, path: string): Sure {
  if (pattern.length > longestPattern || /[[\\]/.test(pattern)) return 1;
  return sure(reaches(pattern.toLowerCase(), path.toLowerCase(), true));
}

/** How sure an expression matches all of a path; it is read as Emacs does unless told otherwise. */
function ofExpression(
  expression: string,
  path: string,
  how: { isExtended: boolean; isFolded: boolean },
): Sure {
  const { isExtended, isFolded } = how;
  const [open, close] = isExtended ? ['(', ')'] : ['\\(', '\\)'];
  const syntax = isExtended ? 'extended' : 'emacs';
  const is = lineTest(`^${open}${expression}${close}$`, { syntax, isFolded })(path);
  return is === null ? 1 : sure(is);
}

/** How sure a file passes a test, or what else stands there; `isExtended` is how expressions are read there. */
function ofTest({ sort, name, given }: Primary, { path, depth, kind }: Found, isExtended: boolean): Sure {
  if (name === null || uncertain.test(name)) return 1;
  if (/^-(?:false|empty|i?lname)$/.test(name)) return 0;
  if (sort === 'bare' || sort === 'outer' || alwaysSo.test(name)) return 2;
  const [value = null] = given;
  if (value === null) return 1;
  if (/^-i?name$/.test(name)) return value.includes('/') ? 0 : sure(compileNameGlob(value)(basename(path)));
  if (/^-i?(?:path|wholename)$/.test(name)) return ofPath(value, path);
  if (/^-i?regex$/.test(name)) return ofExpression(value, path, { isExtended, isFolded: name === '-iregex' });
  if (name === '-maxdepth') return sure(depth <= Number(value));
  if (name === '-mindepth') return sure(depth >= Number(value));
  return name === '-type' ? sure(value.split(',').some((letter) => kinds[letter] === kind)) : 1;
}

/** What is done with one file, and whether it surely goes no deeper there: for finding dangers, never for allowing. */
function computedFor(found: Found, { tree, primaries }: FindExpression) {
  const actions: FoundAction[] = [];
  let isPruned = false;
  let isExtended = false;
  const act = (action: FoundAction, reached: Sure): void => {
    if (reached > 0 && actions.length < mostActions) actions.push(action);
  };
  const value = surenessOf(tree, (one, reached) => {
    const { sort, name, given, isBatch } = one;
    if (name === '-prune' && reached === 2) isPruned = true;
    if (name === '-regextype') isExtended = extended.test(given[0] ?? '');
    if (printing.test(name ?? '')) act('print', reached);
    if (sort !== 'command' && sort !== 'delete') return ofTest(one, found, isExtended);
    act(sort === 'delete' ? sort : given, reached);
    return sort === 'delete' || isBatch ? 2 : 1;
  });
  const isActing = primaries.some(
    ({ sort, name }) => sort === 'command' || sort === 'delete' || acting.test(name ?? ''),
  );
  if (!isActing) act('print', value);
  return { actions, isPruned };
}

/** What goes through a folder before it comes to that: nothing is pruned then (POSIX find, "-depth"). */
const depthFirst = /^-(?:[EHLPXsx]*d|depth|delete)$/;

/** What a `find` may do with a file, unless it goes no deeper in a folder on the way. */
export function actionsOn(
  words: readonly Candidate[],
  found: Found,
  above: readonly Found[],
): readonly FoundAction[] {
  const line = readFindLine(words);
  const { options, primaries } = line;
  const isDepthFirst = [...options, ...primaries.map(({ name }) => name ?? '')].some((word) =>
    depthFirst.test(word),
  );
  const isSpared = !isDepthFirst && above.some((folder) => computedFor(folder, line).isPruned);
  return isSpared ? [] : computedFor(found, line).actions;
}
