import { dirname } from 'node:path';
import { lazyFor } from '../../core/async/lazy.ts';
import type { ExecEffect } from '../../core/effect.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { changedBy } from '../commands/changed-files.ts';
import { filledBy, filledRulings } from '../commands/filled.ts';
import { placingProblem } from '../commands/placed.ts';
import type { StepContext } from '../commands/step.ts';
import type { Suspect } from '../commands/suspect.ts';
import { TrailFolders } from '../commands/trail-folders.ts';
import { filesIn, wordProblem } from '../commands/word-problems.ts';
import { asksNobody } from '../mode.ts';
import { findProfile } from '../profiles/table.ts';
import { copiedFiles } from '../programs/copied.ts';
import { foldersWithin } from '../programs/entered.ts';
import { placingOf } from '../programs/placing.ts';
import { ask, deny, type Ruling } from '../ruling.ts';
import { argsOf } from '../shell/arg.ts';
import type { OpenedFile } from '../shell/sightings.ts';
import { isWildcard } from './named-files.ts';
import { isNotHere, type PathWord } from './path-words.ts';
import { judgePath, type Scope } from './scope.ts';
import { operandTouches } from './touch.ts';
import { withholdingBelow } from './withholding.ts';
import { expandTilde } from './within.ts';

/** Where a command that might run would run, and the base name of its program. */
export interface Place {
  readonly context: StepContext;
  readonly effect: ExecEffect;
  readonly base: string;
}

/** Computed once per scope. */
const trailsOf = lazyFor((_: Scope) => new Map<string, TrailFolders>());

/** The folders that trails lead to from a folder, by every `cd` that may have worked or failed. */
export function trailsFrom(cwd: string, scope: Scope): TrailFolders {
  const ofScope = trailsOf(scope);
  const exists = (path: string) => scope.book.path(path, cwd).kind === 'folder';
  const known = ofScope.get(cwd) ?? new TrailFolders({ cwd, home: scope.workspace.home, exists });
  ofScope.set(cwd, known);
  return known;
}

/** The folders a command may run in, up to a limit. */
export function foldersOf(
  { trail }: Pick<Suspect, 'trail'>,
  { context: { scope }, effect }: Omit<Place, 'base'>,
): readonly string[] {
  return trailsFrom(effect.cwd, scope).of(trail).cwds;
}

/** The rulings of closed paths on words that may be paths. */
export function closedRulings(
  placed: Pick<Suspect, 'trail' | 'isElsewhere' | 'isApart'> & Partial<Pick<Suspect, 'words'>>,
  words: readonly PathWord[],
  at: Place,
): readonly Ruling[] {
  if (words.length === 0) return [];
  const { base, context } = at;
  const outer = foldersOf(placed, at);
  const { home } = context.scope.workspace;
  const entered = outer.flatMap((cwd) => foldersWithin(placed.words ?? [], { cwd, home }));
  const cwds = [...outer, ...entered];
  const called = { base, words: placed.words?.slice(1) ?? [] };
  // A word may stand there very often.
  const distinct = new Map(
    words.map((one) => [
      `${one.isRead} ${one.isListed} ${one.isUnknown} ${one.isElsewhere} ${one.word}`,
      one,
    ]),
  );
  const isHere = placed.isElsewhere !== true;
  return [...distinct.values()].flatMap(
    ({ word, isRead, isListed = false, isUnknown = false, isElsewhere = false }) =>
      cwds.flatMap(
        (cwd) =>
          wordProblem(context.scope, word, {
            cwd,
            leavesIt: isRead || isListed,
            called,
            isElsewhere: isElsewhere || isNotHere(placed, context.mode),
          }) ??
          (isRead && isHere ? readProblem(context.scope, word, cwd) : null) ??
          (isUnknown && isHere ? unknownProblem(context.scope, word, cwd) : null) ??
          [],
      ),
  );
}

/** The ruling of a rule on an existing file that an unknown program may read; null for none. */
function unknownProblem(scope: Scope, word: string, cwd: string): Ruling | null {
  if (scope.mode.security !== 'full' || scope.rules.read.length === 0) return null;
  for (const path of filesIn(word)) {
    if (!scope.book.path(expandTilde(path, scope.workspace.home), cwd).exists) continue;
    const ruling = readProblem(scope, path, cwd);
    if (ruling !== null && ruling.rule !== null && ruling.rule.source !== 'built-in') return ruling;
  }
  return null;
}

/**
 * What is said of a file that is surely read, also where the command around it is not understood: under `security: full`
 * nothing asks about that one.
 */
function readProblem(scope: Scope, word: string, cwd: string): Ruling | null {
  const given = expandTilde(word, scope.workspace.home);
  if (scope.mode.security !== 'full' || isWildcard(given, cwd, scope)) return null;
  const ruling = judgePath(scope, { access: 'read', given, cwd, fact: null });
  return isFirm(ruling) ? ruling : null;
}

/** Whether a ruling on reading counts even if all else is allowed: a denial, or a question by a rule of the user. */
function isFirm({ decision, rule }: Ruling): boolean {
  return decision === 'deny' || (decision === 'ask' && rule !== null && rule.source !== 'built-in');
}

/** The rulings on files that a command copies, packs or sends, as on files that are read. */
export function copyingRulings(suspect: Suspect, at: Place): readonly Ruling[] {
  if (suspect.isElsewhere === true) return [];
  const { scope } = at.context;
  const files = copiedFiles(at.base, suspect.words.slice(1)).map((file) =>
    expandTilde(file, scope.workspace.home),
  );
  if (files.length === 0) return [];
  return foldersOf(suspect, at).flatMap((cwd) =>
    files
      .filter((given) => !isWildcard(given, cwd, scope))
      .map((given) => judgePath(scope, { access: 'tree', given, cwd, fact: null }))
      .filter(isFirm),
  );
}

/** The rulings on what git shows of a repository, as on files that are read: its words name them in ways of its own. */
export function storedRulings(suspect: Suspect, at: Place): readonly Ruling[] {
  const { scope } = at.context;
  if (at.base !== 'git' || suspect.isElsewhere === true || scope.mode.security !== 'full') return [];
  const match = findProfile(at.base, argsOf(suspect.words));
  if (match === null) return [];
  return operandTouches(match, { cwds: foldersOf(suspect, at) }, scope)
    .map(({ ruling }) => ruling)
    .filter(isFirm);
}

/** Whether any rule limits writing. */
function limitsWriting(scope: Scope): boolean {
  return scope.rules.write.some(({ decision }) => decision !== 'allow');
}

/** The rulings of rules alone on files that would be written. */
function ruledWrites(paths: readonly string[], cwd: string, scope: Scope): readonly Ruling[] {
  return paths
    .map((given) => judgePath(scope, { access: 'write', given, cwd, fact: null }))
    .filter(({ decision, rule }) => decision !== 'allow' && rule !== null && rule.source !== 'built-in');
}

/** The rulings of rules that begin within folders that would be removed or moved away. */
function ruledRemovals(paths: readonly string[], cwd: string, scope: Scope): readonly Ruling[] {
  return paths.flatMap((given) => {
    const folder = scope.book.path(given, cwd).realPath;
    const rule = withholdingBelow(scope, folder, { access: 'write', isRemoved: true });
    if (rule === null || (rule.decision === 'ask' && asksNobody(scope.mode))) return [];
    const reason = rule.reason ?? `${inQuotes(given)} holds what the rule "${rule.ref.text}" is about`;
    return rule.decision === 'deny' ? deny(reason, rule.ref) : ask(reason, rule.ref);
  });
}

/** The rulings of rules about writing on files that a command changes, even if the script around it is not understood. */
export function changingRulings(suspect: Suspect, at: Place): readonly Ruling[] {
  const { scope } = at.context;
  if (suspect.isElsewhere === true || !limitsWriting(scope)) return [];
  return foldersOf(suspect, at).flatMap((cwd) => {
    const { files, whole } = changedBy(suspect, { base: at.base, scope, cwd });
    return [...ruledWrites([...files, ...whole], cwd, scope), ...ruledRemovals(whole, cwd, scope)];
  });
}

/** The rulings of rules about writing on a file that is opened for writing. */
export function openingRulings(file: OpenedFile, at: Place): readonly Ruling[] {
  const { scope } = at.context;
  if (!file.isWritten || !limitsWriting(scope)) return [];
  const given = expandTilde(file.path, scope.workspace.home);
  return foldersOf(file, at).flatMap((cwd) => ruledWrites([given], cwd, scope));
}

/** The denials for files of secrets that a command makes or fills. */
export function fillingRulings(suspect: Suspect, at: Place): readonly Ruling[] {
  const { scope } = at.context;
  if (suspect.isElsewhere === true || scope.mode.security !== 'full') return [];
  const filled = filledBy(at.base, suspect.words.slice(1));
  if (filled.length === 0) return [];
  return foldersOf(suspect, at).flatMap((cwd) => {
    const isFolder = (path: string) => scope.book.path(path, cwd).kind === 'folder';
    const paths = filled
      .map((one) => ({ ...one, path: expandTilde(one.path, scope.workspace.home) }))
      .filter(({ path, isInside }) => !isFolder(path) && (!isInside || isFolder(dirname(path))))
      .map(({ path }) => path);
    return filledRulings(paths, cwd, scope);
  });
}

/** The rulings of closed paths on what a command puts elsewhere under its own name. */
export function placingRulings(suspect: Suspect, at: Place): readonly Ruling[] {
  const placing = placingOf(at.base, suspect.words.slice(1));
  if (placing === null) return [];
  return foldersOf(suspect, at).flatMap((cwd) => placingProblem(at.context.scope, placing, cwd) ?? []);
}
