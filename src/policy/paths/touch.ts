import { dirname, isAbsolute } from 'node:path';
import { longestPath } from '../../core/paths/longest-path.ts';
import { sensitiveNames, sensitiveSamples } from '../../core/paths/sensitive.ts';
import type { PathFact } from '../../core/ports.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { type Kind, takesPipe } from '../profiles/profile.ts';
import type { ProfileMatch } from '../profiles/table.ts';
import { allow, ask, type Ruling } from '../ruling.ts';
import { type Arg, isOneWord, isPipe, type Step, type Wildcard } from '../shell/arg.ts';
import { heldBelow, heldIn, withheldFrom } from './held-in.ts';
import { secretKeptIn } from './kept-secrets.ts';
import { accessOf, type Reach } from './reach.ts';
import { judgePath, rootsOf, type Scope, type Touch } from './scope.ts';
import { withholdingBelow } from './withholding.ts';
import { isWithin, isWithinAny } from './within.ts';

/** A judged path, to show to people. */
export interface JudgedTouch {
  readonly access: Touch['access'];
  readonly path: string;
  readonly ruling: Ruling;
}

/** Whether a wildcard could reach a secret by its last name alone. */
export function canReachSecret(wildcard: Wildcard): boolean {
  const last = wildcard.segments.at(-1);
  const { behind = '' } = wildcard;
  if (behind.includes('/') || (behind !== '' && last === ''))
    return sensitiveNames().test(behind.slice(behind.lastIndexOf('/') + 1));
  if (last instanceof RegExp && behind !== '')
    return sensitiveSamples.some((name) => name.endsWith(behind) && last.test(name.slice(0, -behind.length)));
  return last instanceof RegExp && sensitiveSamples.some((name) => last.test(name));
}

/** Whether an operand is a wildcard that is read and could match a secret, so that its matches are looked up. */
export function readsByLook({ kind, arg }: Pick<Reach, 'kind' | 'arg'>): boolean {
  const access = accessOf(kind);
  const wildcard = arg.kind === 'glob' ? arg : namedAmong({ kind, arg });
  return (access === 'read' || access === 'tree') && wildcard !== null && canReachSecret(wildcard);
}

const readKinds: ReadonlySet<Kind> = new Set<Kind>(['read', 'list', 'tree', 'names']);

/** The wildcard that reaches all that a path may lead to of which only the run tells a name; null for every other, and where git tells what need not be there. */
function namedAmong({ kind, arg, kept }: Pick<Reach, 'kind' | 'arg' | 'kept'>): Wildcard | null {
  if (arg.kind !== 'unknown' || arg.named === undefined || !arg.single) return null;
  return readKinds.has(kind) && kept !== true && arg.prefix === arg.named.prefix ? arg.named.among : null;
}

/** The reason for asking about a relative path in an unknown folder. */
export const inUnknownFolder = 'the folder it runs in cannot be told';

/** Whether the matches of a wildcard depend on the current folder. */
export function isRelativeWildcard({ segments }: Wildcard): boolean {
  return segments[0] !== '';
}

/** The leading folder of a wildcard, as written. */
function folderBefore({ segments }: Wildcard): string {
  const first = segments.findIndex((segment) => segment instanceof RegExp);
  const names = segments.slice(0, first);
  return names.join('/') || (names.length > 0 ? '/' : '.');
}

/**
 * Whether a look tells all that a wildcard reaches: it names a folder of the workspace, its last name is no hidden one, as `.` and `..`
 * are too, and nothing stands behind it. A bare `*` is everything where the command runs, and means more than who writes it thinks of.
 */
function isLookedAt({ book, workspace }: Scope, { cwds }: Reach, wildcard: Wildcard): boolean {
  const { segments, behind, literal } = wildcard;
  const isPlain = behind === undefined && segments.length > 1 && segments.at(-1) instanceof RegExp;
  if (!isPlain || /(?:^|\/)\.[^/]*$/.test(literal) || cwds === null) return false;
  const folder = folderBefore(wildcard);
  return cwds.every((cwd) => isWithinAny(book.path(folder, cwd).realPath, rootsOf(workspace)));
}

/** A wildcard in a text tells the names in folders, which may be closed, or withheld by a rule about listing. */
function toldNames(scope: Scope, { cwds }: Reach, wildcard: Wildcard): readonly JudgedTouch[] {
  if (!scope.mode.restrict && scope.rules.list.every(({ decision }) => decision === 'allow')) return [];
  const isRelative = isRelativeWildcard(wildcard);
  if (isRelative && cwds === null)
    return [{ access: 'list', path: wildcard.text, ruling: ask(inUnknownFolder) }];
  return (isRelative ? (cwds ?? []) : ['/']).flatMap((cwd) => {
    const found = scope.book.expand(wildcard, cwd);
    const folders = new Set([folderBefore(wildcard), ...(found ?? []).map(({ given }) => dirname(given))]);
    const told = [...folders].map((given): JudgedTouch => {
      const fact = scope.book.path(given, cwd);
      return {
        access: 'list',
        path: fact.realPath,
        ruling: judgePath(scope, { access: 'list', given, cwd, fact }),
      };
    });
    const unseen = { access: 'list', path: wildcard.text, ruling: tooMany(wildcard) } as const;
    return found === null ? [...told, unseen] : told.filter(({ ruling }) => ruling.decision !== 'allow');
  });
}

function tooMany({ text }: Wildcard): Ruling {
  return ask(`${inQuotes(text)} reaches too many files to look at`);
}

function wildcardTouches(scope: Scope, reach: Reach, wildcard: Wildcard): readonly JudgedTouch[] {
  const access = accessOf(reach.kind);
  const problem = (reason: string): JudgedTouch => ({
    access: access ?? 'list',
    path: wildcard.text,
    ruling: ask(reason),
  });
  const told = access === null ? toldNames(scope, reach, wildcard) : [];
  if (access === null && !reach.exposed) return told;
  // Where all else is allowed, what it reaches now is held against rules and secrets.
  const isAsked = scope.mode.security !== 'full';
  if (
    isAsked &&
    access !== null &&
    access !== 'list' &&
    canReachSecret(wildcard) &&
    !isLookedAt(scope, reach, wildcard)
  ) {
    return [problem(`${inQuotes(wildcard.text)} could reach a file of secrets`)];
  }
  if (isAsked && access === 'write')
    return [problem(`what ${inQuotes(wildcard.text)} writes cannot be told`)];
  const relative = isRelativeWildcard(wildcard);
  if (reach.cwds === null && relative) return [problem(inUnknownFolder)];
  const reached = (relative ? (reach.cwds ?? []) : ['/']).flatMap((cwd) => {
    const found = scope.book.expand(wildcard, cwd);
    if (found === null) return [{ access: access ?? 'list', path: wildcard.text, ruling: tooMany(wildcard) }];
    if (found.length === 0) return keptTouches(scope, reach, { fact: null, cwd });
    return found.flatMap(({ given, path }): readonly JudgedTouch[] => {
      if (reach.exposed && given.startsWith('-'))
        return [problem(`the file ${inQuotes(given)} would be taken for an option`)];
      if (wildcard.split && /[\s*?[\]\\]/.test(given))
        return [problem(`the name ${inQuotes(given)} would be split`)];
      if (access === null) return [{ access: 'list', path: given, ruling: allow('text') }];
      const ruling = judgePath(scope, { access, given, cwd, fact: path });
      const held = heldIn(scope, reach, { fact: path, ruling }) ?? ruling;
      return [
        { access, path: path.realPath, ruling: held },
        ...keptTouches(scope, reach, { fact: path, cwd }),
      ];
    });
  });
  return [...told, ...reached];
}

/** What keeps git from showing all that it keeps of a folder: a rule about reading, or a file of secrets. */
function heldOfStore(
  scope: Scope,
  shown: Parameters<typeof secretKeptIn>[1],
  picks: Reach['picks'],
): readonly JudgedTouch[] {
  const path = shown.folder;
  const withheld = withheldFrom(scope, path);
  if (withheld !== null) return [{ access: 'read', path, ruling: withheld }];
  const secret = secretKeptIn(scope, shown, picks);
  // As for a search of a folder, a rule that allows the command is enough.
  return secret === null ? [] : [{ access: 'tree', path, ruling: secret }];
}

/** What keeps git from showing what it keeps of a folder that a wildcard reaches; one that reaches nothing is left to git, which knows files that are not there. */
function keptTouches(
  scope: Scope,
  { kind, picks }: Reach,
  { fact, cwd }: { readonly fact: PathFact | null; readonly cwd: string },
): readonly JudgedTouch[] {
  const isFolder = fact === null || fact.kind === 'folder';
  if (kind !== 'stored' || !isFolder || scope.mode.security === 'full') return [];
  const top = scope.book.repository(cwd)?.top ?? null;
  return heldOfStore(scope, { folder: fact?.realPath ?? top ?? cwd, cwd, top }, picks);
}

/** Judges all content of a repository, unless a path of `within` limits it. */
function storeTouches(scope: Scope, { cwds, top, picks, within = [] }: Reach): readonly JudgedTouch[] {
  if (scope.mode.security === 'full') return [];
  return (cwds ?? []).flatMap((cwd) => {
    if (within.some((word) => scope.book.path(word, cwd).exists)) return [];
    const tree = scope.book.repository(cwd)?.top ?? null;
    const folder = (top === true ? tree : null) ?? scope.book.path('.', cwd).realPath;
    return heldOfStore(scope, { folder, cwd, top: tree }, picks);
  });
}

/** A file that git shows as it keeps it; outside of its repository it compares what is there. */
function storedTouches(scope: Scope, reach: Reach, cwd: string): readonly JudgedTouch[] {
  const { arg, top, exposed } = reach;
  const tree = scope.book.repository(cwd)?.top ?? null;
  const base = top === true ? (tree ?? cwd) : cwd;
  const fact = scope.book.path(arg.text, base);
  const isKept = reach.compares !== true || (tree !== null && isWithin(fact.realPath, tree));
  const access = isKept ? 'read' : 'tree';
  const ruling = judgePath(scope, { access, given: arg.text, cwd: base, fact });
  const touch: JudgedTouch = { access, path: fact.realPath, ruling };
  if (ruling.decision !== 'allow' || scope.mode.security === 'full') return [touch];
  if (isKept) {
    const isFolder = fact.kind === 'folder' || (!exposed && !fact.exists);
    const held = isFolder ? heldOfStore(scope, { folder: fact.realPath, cwd, top: tree }, reach.picks) : [];
    return held.length > 0 ? held : [touch];
  }
  const held = heldBelow(scope, reach, fact);
  return [held === null ? touch : { ...touch, ruling: held }];
}

/** Whether a path may be any: a pipe of the call's own that is read, or one of which is only told whether something is there. */
function isFree(scope: Scope, kind: Kind, arg: Arg): boolean {
  if (isPipe(arg)) return takesPipe(kind);
  // That tells little; a closed workspace has an outside.
  const isTold = accessOf(kind) === 'list' && isOneWord(arg) && !scope.mode.restrict;
  return isTold && (kind !== 'names' || withholdingBelow(scope, '/', { access: 'list' }) === null);
}

/** Asks if a path exists that git would take instead of a revision. */
function presentTouches(scope: Scope, { arg: { text }, cwds }: Reach): readonly JudgedTouch[] {
  if (scope.mode.security === 'full') return [];
  const [name = '', rest] = text.split('*');
  const names = new RegExp(`^${name.replace(/\W/g, '\\$&')}${rest === undefined ? '$' : ''}`, 'i');
  const isThere = (cwd: string) =>
    scope.book.entries(scope.book.path('.', cwd).realPath, names)?.length !== 0;
  if (cwds !== null && !cwds.some(isThere)) return [];
  return [
    {
      access: 'list',
      path: text,
      ruling: ask(`${inQuotes(text)} could be there, and git read it instead of a revision`),
    },
  ];
}

/** Judges one operand in every folder it may be relative to. */
export function judgeReach(scope: Scope, reach: Reach): readonly JudgedTouch[] {
  const { arg, kind, cwds } = reach;
  if (reach.absent === true) return presentTouches(scope, reach);
  if (kind === 'store') return storeTouches(scope, reach);
  if (arg.kind === 'glob') return wildcardTouches(scope, reach, arg);
  const access = accessOf(kind);
  if (access === null) return [];
  const problem = (reason: string): JudgedTouch => ({ access, path: arg.text, ruling: ask(reason) });
  const among = namedAmong(reach);
  if (among !== null) return wildcardTouches(scope, reach, among);
  if (arg.kind === 'unknown')
    return isFree(scope, kind, arg)
      ? []
      : [problem(`which path ${arg.text} stands for is only known when it runs`)];
  if (arg.text === '-' && access === 'read') return [];
  const longestFolder = isAbsolute(arg.text) ? 0 : Math.max(0, ...(cwds ?? []).map(({ length }) => length));
  if (longestFolder + arg.text.length >= longestPath)
    return [{ ...problem('a path is longer than any there can be'), path: '…' }];
  if (cwds === null && !isAbsolute(arg.text)) return [problem(inUnknownFolder)];
  if (kind === 'stored') return (cwds ?? []).flatMap((cwd) => storedTouches(scope, reach, cwd));
  return (isAbsolute(arg.text) ? ['/'] : (cwds ?? [])).flatMap((folder): readonly JudgedTouch[] => {
    const cwd = reach.top === true ? (scope.book.repository(folder)?.top ?? folder) : folder;
    const fact = scope.book.path(arg.text, cwd);
    if (reach.tried === true && !fact.exists) return [];
    const ruling = judgePath(scope, { access, given: arg.text, cwd, fact });
    return [{ access, path: fact.realPath, ruling: heldIn(scope, reach, { fact, ruling }) ?? ruling }];
  });
}

/** Judges every operand that a profile reads, where a step runs. */
export function operandTouches(
  match: ProfileMatch,
  step: Pick<Step, 'cwds'>,
  scope: Scope,
): readonly JudgedTouch[] {
  if (typeof match.reading === 'string') return [];
  const plain = match.profile.plain === true;
  return match.reading.operands.flatMap((operand) =>
    judgeReach(scope, { ...operand, exposed: operand.exposed && !plain, cwds: step.cwds }),
  );
}
