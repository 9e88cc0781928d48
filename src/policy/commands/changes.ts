import { basename, dirname, join } from 'node:path';
import type { PathFact } from '../../core/ports.ts';
import { ownValue } from '../../core/record.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { isControlFile } from '../paths/control-files.ts';
import { judgePath, rootsOf, type Scope, type ScopedFolder } from '../paths/scope.ts';
import { type JudgedTouch, judgeReach, operandTouches } from '../paths/touch.ts';
import { withholdingBelow } from '../paths/withholding.ts';
import { foldPath } from '../paths/within.ts';
import { findEditing } from '../profiles/editing.ts';
import { placingOf } from '../programs/placing.ts';
import { allow, ask, type Ruling } from '../ruling.ts';
import { type Arg, type Folders, type Step, textArg, textOf } from '../shell/arg.ts';
import type { Program } from './program.ts';

/** Options of `cp` and `mv` that do not change what is written where; links, backups and target directories are not among them. */
const options: Readonly<Record<string, RegExp>> = {
  cp: /^(-[rRafvpnuiTt]+|--recursive|--archive|--force|--verbose|--no-clobber|--update|--no-target-directory|--preserve(=[\w,]+)?)$/,
  mv: /^(-[fvnuiTt]+|--force|--verbose|--no-clobber|--update|--no-target-directory)$/,
};

/** Paths below a folder at which a file may decide what runs, depending on the folder's name. */
const insides = ['', 'x', 'config', 'hooks/x'];

/** What a command would move or copy. */
interface Relocation {
  readonly touches: readonly JudgedTouch[];
  /** Real paths of sources that are not files: links in them could lead later commands elsewhere. */
  readonly brought: readonly string[];
}

function problem(path: string, reason: string): JudgedTouch {
  return { access: 'write', path, ruling: ask(reason) };
}

function written({ scope, cwd }: ScopedFolder, given: string, inside: string): JudgedTouch {
  const path = inside === '' ? given : `${given}/${inside}`;
  const fact = scope.book.path(path, cwd);
  return {
    access: 'write',
    path: fact.realPath,
    ruling: judgePath(scope, { access: 'write', given: path, cwd, fact }),
  };
}

/** The writes where something is placed or taken from; for a folder, also to what it may contain. */
function writes(place: ScopedFolder, given: string, isFolder: boolean): readonly JudgedTouch[] {
  const touches = (isFolder ? insides : ['']).map((inside) => written(place, given, inside));
  const { realPath } = place.scope.book.path(given, place.cwd);
  const rule = isFolder ? withholdingBelow(place.scope, realPath, { access: 'write', isKept: true }) : null;
  if (rule !== null) touches.push(problem(realPath, `the rule "${rule.ref.text}" holds for something in it`));
  return touches;
}

/** Whether a path is a link, or contains a workspace root, or has no name of its own. */
function isUnclear(given: string, fact: PathFact, { scope, cwd }: ScopedFolder): boolean {
  const folder = scope.book.path(dirname(given), cwd).realPath;
  const roots = rootsOf(scope.workspace);
  return (
    (fact.exists && fact.realPath !== join(folder, basename(given))) ||
    roots.some((root) => root === fact.realPath || root.startsWith(`${fact.realPath}/`)) ||
    /^\.{0,2}$/.test(basename(given))
  );
}

/** Whether a folder contains names that would decide what runs at the target. */
function holdsControl(given: string, target: string, { scope, cwd }: ScopedFolder): boolean {
  const { realPath } = scope.book.path(given, cwd);
  const found = scope.book.entries(realPath, /^\./);
  if (found === null) return true;
  return found.some(({ given: path }) =>
    insides.some((inside) => isControlFile(foldPath(join('/', target, basename(path), inside)))),
  );
}

function moved(
  source: string,
  target: string,
  { base, ...place }: ScopedFolder & { readonly base: string },
): readonly JudgedTouch[] {
  const { scope, cwd } = place;
  const fact = scope.book.path(source, cwd);
  if (isUnclear(source, fact, place))
    return [problem(source, `${inQuotes(source)} may be a link or more than one thing`)];
  const isFile = fact.kind === 'file';
  const isHidden = basename(target).startsWith('.') || target.split('/').includes('.git');
  if (!isFile && (isHidden || holdsControl(source, target, place)))
    return [problem(source, `${inQuotes(source)} may hold what decides what runs`)];
  if (!isFile && scope.book.path(target, cwd).kind === 'folder')
    return [problem(target, `a link in ${inQuotes(target)} may lead what is put there elsewhere`)];
  const read = judgeReach(scope, { kind: 'tree', arg: textArg(source), exposed: false, cwds: [cwd] });
  const taken = base === 'mv' ? writes(place, source, !isFile) : [];
  return [...read, ...taken, ...writes(place, target, !isFile)];
}

/** The arguments of a command if all of its options are known; null otherwise. */
function knownWords(base: string, args: readonly Arg[]): readonly string[] | null {
  const allowed = ownValue(options, base);
  const words = args.slice(1).map(textOf);
  if (allowed === undefined || !words.every((word) => word !== null)) return null;
  const end = words.indexOf('--');
  const before = end === -1 ? words : words.slice(0, end);
  return before.every((word) => !word.startsWith('-') || allowed.test(word)) ? words : null;
}

/** What `cp` or `mv` would do; null for other programs and for forms that are not fully known. */
function relocationOf(base: string, args: readonly Arg[], cwds: Folders, scope: Scope): Relocation | null {
  const words = knownWords(base, args);
  const placing = words === null ? null : placingOf(base, words);
  if (placing === null || placing.keepsPath || placing.sources.length === 0 || cwds?.length !== 1)
    return null;
  const place = { scope, cwd: cwds[0] ?? '/', base };
  const { sources, into, isExact } = placing;
  if ([into, ...sources].some((path) => path === '' || path.startsWith('~'))) return null;
  const folder = scope.book.path(into, place.cwd);
  const names = new Set(sources.map((source) => foldPath(basename(source))));
  if (names.size < sources.length) return null;
  const touches = sources.flatMap((source) => {
    const inside = isExact ? into : `${into}/${basename(source)}`;
    const targets = folder.kind === 'folder' ? [inside] : folder.exists ? [into] : [into, inside];
    return targets.flatMap((target) => moved(source, target, place));
  });
  const facts = sources.map((source) => scope.book.path(source, place.cwd));
  const brought = facts.filter(({ kind }) => kind !== 'file').map(({ realPath }) => realPath);
  return { touches, brought };
}

/** The changes of a command that does nothing but change files, all of which it may write. */
export interface Change extends Relocation {
  readonly ruling: Ruling;
}

/**
 * Rules on a command that does nothing but change files: the change if all writes are allowed, else the reason for asking.
 * Null for any other command, and if no rule allows writing.
 */
export function changeOf(step: Step, { base, fact, builtin }: Program, given: Scope): Change | string | null {
  // The command may replace the file that a stream's name stands for instead of opening it.
  const { streams: _, ...scope } = given;
  if (fact?.trusted !== true || fact.isElsewhere === true || builtin) return null;
  // Without a rule that allows writing, every write asks.
  if (!scope.rules.write.some(({ decision }) => decision === 'allow')) return null;
  const match = findEditing(base, step.args);
  const found =
    match === null
      ? relocationOf(base, step.args, step.cwds, scope)
      : { touches: operandTouches(match, step, scope), brought: [] };
  if (found === null) return null;
  const refused = found.touches.find(({ ruling }) => ruling.decision !== 'allow');
  if (refused !== undefined) return refused.ruling.reason;
  return { ...found, ruling: allow('it only changes files that may be written') };
}
