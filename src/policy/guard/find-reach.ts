import { basename } from 'node:path';
import { compileNameGlob } from '../../core/paths/name-glob.ts';
import type { PathFact } from '../../core/ports.ts';
import { lineTest } from '../profiles/line-test.ts';
import { readFindLine } from '../programs/find-line.ts';
import { type Sure, surenessOf } from '../programs/find-sureness.ts';
import type { FindExpression, Primary } from '../programs/find-tree.ts';
import type { Words } from '../rules/pattern.ts';
import { reaches } from '../shell/reaches.ts';

/** A file that a `find` may reach: its path as `find` prints it, its depth below the start, and its type. */
export interface Found {
  readonly path: string;
  readonly depth: number;
  readonly kind: PathFact['kind'];
}

/** What a `find` does with a file: the words behind `-exec`, `-delete`, or printing, which is the default. */
export type FoundAction = Words | 'delete' | 'print';

const sure = (is: boolean): Sure => (is ? 2 : 0);

/** Tests without a value whose outcome is not known. */
const uncertain = /^-(?:executable|readable|writable|nouser|nogroup)$/;
/** Primaries that are always true. */
const alwaysSo = /^-(?:printf|regextype)$/;
const printing = /^-(?:print0?|printf)$/;
/** Actions that suppress the default printing. */
const acting = /^-f?(?:ls|print0?|printf)$/;
/** Regular expression syntaxes in which parentheses group. */
const extended = /^(?:posix-)?(?:extended|egrep|awk)$/;

/** Longest pattern for whole paths that is compared, in characters. */
const longestPattern = 4096;
/** Most actions that are collected for one file. */
const mostActions = 32;

const kinds: Readonly<Record<string, PathFact['kind']>> = { f: 'file', d: 'folder', b: 'block' };

/** How surely a `-path` pattern matches a path; its stars and question marks match slashes too (POSIX find). Case is ignored. */
function ofPath(pattern: string, path: string): Sure {
  if (pattern.length > longestPattern || /[[\\]/.test(pattern)) return 1;
  return sure(reaches(pattern.toLowerCase(), path.toLowerCase(), true));
}

/** How surely a regular expression matches a whole path; the syntax is that of Emacs unless another is set. */
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

/** How surely a file passes a test or another primary; `isExtended` tells the syntax of regular expressions. */
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

/** The actions for one file, and whether `find` surely does not descend into it. For finding dangers, never for allowing. */
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

/** Options by which `find` visits a folder after its content, so that nothing is pruned (POSIX find, "-depth"). */
const depthFirst = /^-(?:[EHLPXsx]*d|depth|delete)$/;

/** What a `find` may do with a file; empty if a folder above it is pruned. */
export function actionsOn(words: Words, found: Found, above: readonly Found[]): readonly FoundAction[] {
  const line = readFindLine(words);
  const { options, primaries } = line;
  const isDepthFirst = [...options, ...primaries.map(({ name }) => name ?? '')].some((word) =>
    depthFirst.test(word),
  );
  const isSpared = !isDepthFirst && above.some((folder) => computedFor(folder, line).isPruned);
  return isSpared ? [] : computedFor(found, line).actions;
}
