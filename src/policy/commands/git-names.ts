import { join, relative } from 'node:path';
import { isSensitiveName } from '../../core/paths/sensitive.ts';
import type { ScopedFolder } from '../paths/scope.ts';
import { isWithin } from '../paths/within.ts';
import { excludes, type KeptPath, leavesOut, mayPick } from '../profiles/git-pathspecs.ts';
import { folderOfGit } from '../programs/entered.ts';
import { withoutGlobals } from '../programs/git-globals.ts';
import { type Candidate, hasWord, type Words } from '../rules/pattern.ts';
import { isWild, reaches } from '../shell/reaches.ts';
import { keptBelow } from './kept-files.ts';

/** Options whose values are not paths. */
const takesWord =
  /^(?:-[xXefABCmO]|--(?:exclude|exclude-from|with-tree|format|max-depth|max-count|threads))$/;
const magic = /^:/;

interface GitList {
  readonly sub: 'ls-files' | 'ls-tree' | 'grep';
  readonly options: Words;
  readonly specs: Words;
}

/** The options and pathspecs of a git command that lists files; null for other commands. */
function listOf(words: Words): GitList | null {
  const own = withoutGlobals(words);
  // Unknown words may precede the sub-command.
  const [sub, ...rest] = own.slice(own.findIndex((word) => /^(?:ls-files|ls-tree|grep)$/.test(word ?? '')));
  if (sub !== 'ls-files' && sub !== 'ls-tree' && sub !== 'grep') return null;
  const end = rest.indexOf('--');
  const before = end === -1 ? rest : rest.slice(0, end);
  const isOperand = (word: Candidate, index: number) =>
    !(word?.startsWith('-') === true || takesWord.test(before[index - 1] ?? ''));
  const operands = before.filter(isOperand);
  const isNamed = sub === 'grep' && hasWord(before, /^-\w*[ef]$/);
  // The first operand is a pattern or a tree.
  const named = sub === 'ls-files' || isNamed ? operands : operands.slice(1);
  return {
    sub,
    options: before.filter((word) => word?.startsWith('-')),
    specs: [...named, ...(end === -1 ? [] : rest.slice(end + 1))],
  };
}

/** Whether a pathspec may match a path below the current folder. */
function picks(spec: string, { fromHere, fromTop }: KeptPath): boolean {
  if (magic.test(spec)) return mayPick(spec)({ fromHere, fromTop });
  const plain = relative('/', join('/', spec));
  if (plain === '' || spec.startsWith('..')) return true;
  return isWithin(fromHere, plain) || (isWild(spec) && reaches(plain, fromHere, true));
}

function isPicked(specs: Words, path: KeptPath): boolean {
  const known = specs.filter((spec) => spec !== null);
  if (known.some((spec) => excludes.test(spec) && leavesOut(spec)(path))) return false;
  const positive = known.filter((spec) => !excludes.test(spec));
  return positive.length === 0 || known.length < specs.length || positive.some((spec) => picks(spec, path));
}

/** The closed files whose names `git` may print: tracked ones or, with `--others`, untracked ones. */
export function gitNames(words: Words, { scope, cwd }: ScopedFolder): readonly string[] {
  const list = listOf(words);
  if (list === null) return [];
  const { book, mode } = scope;
  const folder = book.path(folderOfGit(words, { cwd, home: scope.workspace.home }), '/').realPath;
  const has = (option: RegExp) => hasWord(list.options, option);
  const isOthers = list.sub === 'ls-files' && has(/^(?:-\w*[oi]\w*|--(?:others|ignored))$/);
  const isAll = isOthers && (has(/^(?:-\w*i\w*|--ignored)$/) || !has(/^(?:-\w*[xX]|--exclude)/));
  const isUnkept = isOthers && !isAll;
  const secrets = mode.security === 'full' && !isUnkept ? book.secretsKept(folder, mode.sensitive) : [];
  const kept = keptBelow(scope, folder).map(({ inside, kind }) => ({ path: join(folder, inside), kind }));
  const isListed = ({ path, kind }: (typeof kept)[number]) =>
    kind === 'file' && (isAll || secrets.includes(path) || !isSensitiveName(path, mode.sensitive));
  const all = new Set([...kept.filter(isListed).map(({ path }) => path), ...secrets]);
  const top = book.repository(folder)?.top ?? folder;
  const isFlat = list.sub === 'ls-tree' && !has(/^-\w*r/);
  return [...all]
    .filter((path) => isWithin(path, folder) && path !== folder)
    .map((path): KeptPath => ({ fromHere: relative(folder, path), fromTop: relative(top, path) }))
    .filter((path) => isPicked(list.specs, path) && !(isFlat && path.fromHere.includes('/')))
    .map(({ fromHere }) => fromHere);
}
