import type { LeftOut } from '../../core/ports.ts';
import { pathTest, surelyHolds } from '../programs/find-names.ts';
import { hasOne, mayReach, type Sure, surenessOf } from '../programs/find-sureness.ts';
import type { FindTree, Primary } from '../programs/find-tree.ts';

/** A folder that tests of an expression name: by its name, or by its path as it is printed. */
interface Named {
  readonly text: string;
  readonly isPath: boolean;
}

const literal = /^[\w.@+,%=~-]+$/;
/** What changes when a folder is left, or from where on tests count. */
const movesPruning = /^-(d|depth|delete|mindepth)$/;

/** The folder that a glob of paths is about, or about all that lies in it. */
function namedBy(glob: string): readonly Named[] {
  const folder = glob.replace(/\/\*+$/, '');
  const name = folder.replace(/^\*\/?/, '');
  if (literal.test(name) && name !== folder) return [{ text: name, isPath: false }];
  return folder.split('/').every((part) => literal.test(part)) ? [{ text: folder, isPath: true }] : [];
}

function isAbout({ text, isPath }: Named, glob: string): boolean {
  return isPath ? glob === text : glob === `*/${text}` || glob === `*${text}`;
}

/** How a test comes out for all that lies in a folder, however deep. */
function inside(folder: Named, { name, given }: Primary): Sure {
  const [, above] = /^(.*)\/\*+$/s.exec(given[0] ?? '') ?? [];
  if (pathTest.test(name ?? '')) return above !== undefined && isAbout(folder, above) ? 2 : 1;
  return surelyHolds.test(name ?? '') ? 2 : 1;
}

/** How a test comes out for the folder itself. */
function itself(folder: Named, { name, given }: Primary): Sure {
  const value = given[0] ?? '';
  if (pathTest.test(name ?? '')) return isAbout(folder, value) ? 2 : 1;
  if (name === '-name') return !folder.isPath && value === folder.text ? 2 : 1;
  if (name === '-type') return value === 'd' ? 2 : 1;
  return surelyHolds.test(name ?? '') ? 2 : 1;
}

/** Whether nothing that lies in a folder is handed on by an action, or printed where there is none. */
function handsOnNothing(tree: FindTree, action: Primary | null, folder: Named): boolean {
  return !mayReach(tree, action, (test) => inside(folder, test));
}

function isPruned(tree: FindTree, folder: Named): boolean {
  let isLeft = false;
  surenessOf(tree, (one, reached) => {
    isLeft ||= one.name === '-prune' && reached === 2;
    return itself(folder, one);
  });
  return isLeft && !hasOne(tree, ({ name }) => movesPruning.test(name ?? ''));
}

/**
 * The folders of which a `find` surely hands on nothing that lies in them: `-path ./node_modules -prune`, `-not -path './build/*'`.
 * A path is one as it is printed, with the start before it.
 */
export function foldersLeftOut(tree: FindTree, action: Primary | null): LeftOut {
  const named: Named[] = [];
  hasOne(tree, ({ name, given: [value = null] }) => {
    if (value !== null && name === '-name' && literal.test(value)) named.push({ text: value, isPath: false });
    if (value !== null && pathTest.test(name ?? '')) named.push(...namedBy(value));
    return false;
  });
  const left = named.filter((one) => handsOnNothing(tree, action, one) || isPruned(tree, one));
  const texts = (isPath: boolean) => left.filter((one) => one.isPath === isPath).map(({ text }) => text);
  return { names: texts(false), paths: texts(true), isHidden: false };
}
