import { isAbsolute, join, normalize, relative } from 'node:path';
import { projectFileName } from '../../config/project.ts';
import { lazyFor } from '../../core/async/lazy.ts';
import type { Workspace } from '../../core/context.ts';
import { isSensitiveName } from '../../core/paths/sensitive.ts';
import type { PathFact } from '../../core/ports.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { anyName, type FactBook } from '../fact-book.ts';
import { allowedByFull, askedAlways, asksNobody, type Mode } from '../mode.ts';
import type { PathAccess, PathRule } from '../rules/rule.ts';
import { allow, ask, builtIn, deny, miss, type Ruling } from '../ruling.ts';
import { openedAs, type StreamUse } from '../shell/streams.ts';
import { isControlFile } from './control-files.ts';
import { isKeptOutput, protectedReason } from './kept-output.ts';
import { foldPath, isWithin, isWithinAny } from './within.ts';

/** A path about to be touched. */
export interface Touch {
  /** `tree` reads everything below. */
  readonly access: PathAccess | 'tree';
  /** As written. */
  readonly given: string;
  /** The folder it is relative to. */
  readonly cwd: string;
  /** Already resolved, or null to look it up. */
  readonly fact: PathFact | null;
}

/** What paths are judged against. */
export interface Scope {
  readonly workspace: Workspace;
  readonly protectedPaths: readonly string[];
  readonly rules: Readonly<Record<PathAccess, readonly PathRule[]>>;
  readonly mode: Mode;
  readonly book: FactBook;
  /** What redirects do to the descriptors of the commands that are judged; unknown if missing. */
  readonly streams?: readonly StreamUse[];
  /** Whether the commands that are judged read characters as the policy does; not if missing. */
  readonly isPlainLocale?: boolean;
}

/** A scope and the absolute folder from which relative paths are read. */
export interface ScopedFolder {
  readonly scope: Scope;
  readonly cwd: string;
}

interface Kept {
  readonly path: string;
  readonly lexical: string;
  readonly real: string;
}

/** Protected paths that exist, resolved once for a list: no tool may move them. */
const resolvedOf = lazyFor((_: readonly string[]) => new Map<string, Kept>());

function resolveKept(scope: Scope, path: string): Kept {
  const known = resolvedOf(scope.protectedPaths);
  const before = known.get(path);
  if (before !== undefined) return before;
  const fact = scope.book.path(path, '/');
  const kept = { path, lexical: foldPath(path), real: foldPath(fact.realPath) };
  if (fact.exists) known.set(path, kept);
  return kept;
}

/** The protected paths, resolved once for a scope. */
export const keptPaths = lazyFor((scope: Scope): readonly Kept[] =>
  scope.protectedPaths.map((path) => resolveKept(scope, path)),
);

/** Whether the file of this identity is protected, or lies directly in a protected folder. */
function hasName(scope: Scope, path: string, identity: string): boolean {
  const kept = scope.book.path(path, '/');
  if (kept.kind !== 'folder') return kept.identity === identity;
  const inside = scope.book.entries(kept.realPath, anyName);
  return inside?.some((match) => match.path.identity === identity) === true;
}

/** How the path of a project file ends, wherever it lies: a new one would apply to calls from its folder. */
const projectFile = `/${projectFileName}`;

/**
 * Whether a path is, or lies in, one that policy keeps for itself, by where it leads or by how it is written; other hard
 * names of such a file count.
 */
export function isProtected(scope: Scope, fact: PathFact, lexical: string): boolean {
  const written = foldPath(lexical);
  const folded = lexical === fact.realPath ? written : foldPath(fact.realPath);
  if (folded.endsWith(projectFile) || written.endsWith(projectFile)) return true;
  return keptPaths(scope).some((kept) => {
    if (isWithin(folded, kept.real) || isWithin(folded, kept.lexical) || isWithin(written, kept.lexical))
      return true;
    return fact.identity !== undefined && hasName(scope, kept.path, fact.identity);
  });
}

/** A path as written, absolute and normal, without resolving symbolic links. */
export function lexicalPath(path: string, cwd: string): string {
  return isAbsolute(path) ? normalize(path) : join(cwd, path);
}

/** Every folder that counts as a root of the workspace. */
export function rootsOf(workspace: Workspace): readonly string[] {
  return [workspace.cwd, ...workspace.roots];
}

/** The action that an access to a real path is judged as. */
export function actionOn({ workspace }: Scope, access: Touch['access'], path: string) {
  if (access !== 'write') return 'read';
  return isWithinAny(path, rootsOf(workspace)) ? 'edit' : 'edit_outside';
}

/** The home folder as named, and its real path. */
export function homesOf({ home, realHome }: Workspace): readonly string[] {
  return home === realHome ? [home] : [home, realHome];
}

/** Whether a rule about paths means this one, absolute and real. */
export function ruleMatches(rule: PathRule, path: string, workspace: Workspace): boolean {
  switch (rule.anchor) {
    case 'root':
      return rule.matches(path);
    case 'home':
      return homesOf(workspace).some(
        (home) => isWithin(path, home) && rule.matches(`~/${relative(home, path)}`),
      );
    case 'workspace':
      return rootsOf(workspace).some(
        (root) => isWithin(path, root) && rule.matches(relative(root, path) || '.'),
      );
  }
}

/** A recursive read that would pass through a home folder or a folder of secrets. */
function readsSecrets(scope: Scope, fact: PathFact): boolean {
  return isWithin(scope.workspace.realHome, fact.realPath) || isSensitiveName(`${fact.realPath}/x`, []);
}

interface Looked extends Touch {
  readonly fact: PathFact;
  readonly stream: ReturnType<typeof streamAt>;
  readonly lexical: string;
}

function findRule(scope: Scope, touch: Looked, decision: PathRule['decision']): PathRule | null {
  const access = touch.access === 'tree' ? 'read' : touch.access;
  const paths = decision === 'allow' ? [touch.fact.realPath] : [touch.fact.realPath, touch.lexical];
  const found = scope.rules[access].find(
    (rule) => rule.decision === decision && paths.some((path) => ruleMatches(rule, path, scope.workspace)),
  );
  return found ?? null;
}

/** Asks about a file of secrets, by its path as given. */
export function secretAsked(given: string): Ruling {
  return ask(`${inQuotes(given)} usually holds secrets and no rule names it`, builtIn('sensitive files'));
}

function sensitiveRuling(scope: Scope, touch: Looked, named: PathRule | null): Ruling | null {
  if (touch.access === 'list') return null;
  const { mode } = scope;
  const isSecret =
    touch.fact.holdsToken === true ||
    isSensitiveName(touch.fact.realPath, mode.sensitive, touch.fact.isHarmless) ||
    isSensitiveName(touch.lexical, mode.sensitive, touch.fact.isHarmless);
  if (!isSecret && !(touch.access === 'tree' && readsSecrets(scope, touch.fact))) return null;
  const asked = isSecret
    ? secretAsked(touch.given)
    : ask(`${inQuotes(touch.given)} holds folders of secrets`, builtIn('sensitive files'));
  if (mode.always) return asked;
  if (named?.naming === true) return null;
  if (mode.security !== 'full') return asked;
  return isSecret ? deny(asked.reason, asked.rule) : null;
}

/** A path as given, with its folder if that is not the one in which the call began. */
function shownPath({ workspace }: Scope, { given, cwd }: Touch): string {
  const isPlain = cwd === workspace.cwd || isAbsolute(given) || given.startsWith('~');
  return isPlain ? inQuotes(given) : `${inQuotes(given)} in ${inQuotes(cwd)}`;
}

function writeRuling(scope: Scope, touch: Looked, allowing: PathRule | null): Ruling {
  const { mode, workspace } = scope;
  if (mode.always) return askedAlways(`Writing ${inQuotes(touch.given)}`);
  if (mode.security === 'full') return allowedByFull;
  if (!isWithinAny(touch.fact.realPath, rootsOf(workspace))) {
    return ask(`${shownPath(scope, touch)} lies outside the workspace, where every edit is asked`);
  }
  if ([touch.fact.realPath, touch.lexical].some((path) => isControlFile(foldPath(path)))) {
    return ask(
      `${inQuotes(touch.given)} can decide what runs later, so editing it is always asked`,
      builtIn('control files'),
    );
  }
  if (allowing !== null) return allow(`a rule allows writing ${inQuotes(touch.given)}`, allowing.ref);
  return miss(`No rule allows writing ${shownPath(scope, touch)}`);
}

/** Devices that anybody reads; of others reading shows a whole disk, takes what somebody types, or starts a watchdog. */
const plainDevice = /^\/dev(\/?$|\/(null|zero|full|u?random|tty|std(in|out|err)|(fd|shm)(\/.*)?|pts\/?)$)/;

function readsDevice({ access, given, fact, lexical }: Looked): Ruling | null {
  if (access === 'list') return null;
  const isTerminal = /^\/dev\/pts\/\d+$/.test(fact.realPath) && !/^\/dev\/pts\//.test(lexical);
  if (!fact.realPath.startsWith('/dev/') || isTerminal || plainDevice.test(fact.realPath)) return null;
  return ask(`${inQuotes(given)} is a device`);
}

function readRuling(scope: Scope, touch: Looked, allowing: PathRule | null): Ruling {
  const device = scope.mode.security === 'full' || allowing !== null ? null : readsDevice(touch);
  if (device !== null) return device;
  const inside = isWithinAny(touch.fact.realPath, rootsOf(scope.workspace));
  if (!inside && scope.mode.always && touch.access !== 'list')
    return askedAlways(`Reading outside the workspace`);
  return allow(inside ? 'reading inside the workspace' : 'reading', allowing?.ref ?? null);
}

/** The reason for asking about a path that is not valid UTF-8. */
export function undecodable(given: string): string {
  return `${inQuotes(given)} stands for a name that is no UTF-8, so what it leads to cannot be told`;
}

/** What it is to open a path that is a descriptor of whoever opens it; null for every other, and where nothing tells. */
export function streamAt(
  { streams }: Scope,
  { descriptor }: PathFact,
  access: Touch['access'],
): 'own' | 'other' | null {
  if (streams === undefined || descriptor === undefined || access === 'list') return null;
  return openedAs(descriptor, access === 'write' ? access : 'read', streams);
}

const ownProgram = /^\/proc\/(self|thread-self|\d+)\/(task\/\d+\/)?exe$/;

/** The ruling on a path whose file cannot be known; null if it is known. */
function unclearRuling({ mode }: Scope, { given, fact, access, stream }: Looked): Ruling | null {
  if (access === 'list') return null;
  if (fact.isProcess === true || stream === 'other') {
    const reason = `${inQuotes(given)} leads to what the process that opens it has open, which cannot be told`;
    return mode.security === 'full' ? deny(reason) : ask(reason);
  }
  return fact.isUndecodable === true && mode.security !== 'full' ? ask(undecodable(given)) : null;
}

/** The ruling on a path that no rule can change; null for others. */
function firmRuling(scope: Scope, touch: Looked): Ruling | null {
  const { mode } = scope;
  const { fact, lexical } = touch;
  const isKeptNowhere = fact.realPath === '/dev/null' || touch.stream === 'own';
  const isOutput = touch.access !== 'write' && isKeptOutput(fact, scope);
  // Where such a path leads is another file for the process that says it.
  const isOwn = fact.isProcess === true && (touch.access === 'list' || ownProgram.test(lexical));
  if (!isOutput && !isOwn && isProtected(scope, fact, lexical)) {
    return deny(protectedReason(touch.given, fact, scope), builtIn('protected paths'));
  }
  const denying = findRule(scope, touch, 'deny');
  if (denying !== null) return deny(denying.reason ?? `a rule denies ${inQuotes(touch.given)}`, denying.ref);
  if (isOutput) return allow('reading the whole of some output');
  if (mode.restrict && !isWithinAny(fact.realPath, rootsOf(scope.workspace)) && !isKeptNowhere) {
    return deny(
      `${shownPath(scope, touch)} lies outside the workspace, which is closed (workspace.restrict)`,
    );
  }
  const unclear = unclearRuling(scope, touch);
  if (unclear !== null) return unclear;
  if (mode.guard && touch.access === 'write' && fact.kind === 'block') {
    return deny(`${inQuotes(touch.given)} is a disk; writing it destroys what is on it`, builtIn('guard'));
  }
  return isKeptNowhere ? allow('nothing is kept there') : null;
}

/** A stream that a command has: where its path leads for the process that judges is nothing to it. */
function streamFact(path: string): PathFact {
  return { realPath: path, exists: true, kind: 'other' };
}

/** Judges one path by the table of SECURITY.md; an answer of `ask` is not settled yet. */
export function judgePath(scope: Scope, touch: Touch): Ruling {
  const { mode } = scope;
  const fact = touch.fact ?? scope.book.path(touch.given, touch.cwd);
  const lexical = lexicalPath(touch.given, touch.cwd);
  const stream = streamAt(scope, fact, touch.access);
  const looked: Looked = { ...touch, fact: stream === 'own' ? streamFact(lexical) : fact, lexical, stream };
  const firm = firmRuling(scope, looked);
  if (firm !== null) return firm;
  const allowing = findRule(scope, looked, 'allow');
  const secret = sensitiveRuling(scope, looked, allowing);
  if (secret !== null) return secret;
  const asking = findRule(scope, looked, 'ask');
  if (asking !== null && !asksNobody(mode)) {
    return ask(asking.reason ?? `a rule asks about ${inQuotes(touch.given)}`, asking.ref);
  }
  return touch.access === 'write'
    ? writeRuling(scope, looked, allowing)
    : readRuling(scope, looked, allowing);
}
