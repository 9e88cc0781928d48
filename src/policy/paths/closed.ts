import { dirname } from 'node:path';
import type { ExecEffect } from '../../core/effect.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { changedBy } from '../commands/changed-files.ts';
import { copiedFiles } from '../commands/copied.ts';
import { filledBy } from '../commands/filled.ts';
import { classifyVariable } from '../commands/names.ts';
import { placingOf, placingProblem } from '../commands/placed.ts';
import { scriptFiles } from '../commands/script-files.ts';
import type { StepContext } from '../commands/step.ts';
import type { Suspect } from '../commands/suspect.ts';
import { TrailFolders } from '../commands/trail-folders.ts';
import { filesIn, wordProblem } from '../commands/words.ts';
import { asksNobody, type Mode } from '../mode.ts';
import { isPathKind } from '../profiles/profile.ts';
import { findProfile } from '../profiles/table.ts';
import { baseName } from '../programs/base-name.ts';
import { carriedBy, startsElsewhere } from '../programs/carriers.ts';
import { startsApart, wordsHere } from '../programs/elsewhere-words.ts';
import { scriptIndex } from '../programs/vetoes.ts';
import { ask, deny, type Ruling } from '../ruling.ts';
import { textArg } from '../shell/arg.ts';
import type { OpenedFile } from '../shell/sightings.ts';
import { filledRulings } from './filled-secrets.ts';
import { isWildcard } from './named-files.ts';
import { judgePath, type Scope } from './scope.ts';
import { withholdingBelow } from './withholding.ts';
import { expandTilde } from './within.ts';

/** A word that may be a path, and whether what it names is surely only read. */
export interface PathWord {
  readonly word: string;
  readonly isRead: boolean;
  /** Whether only the name, the size and the like are looked at. */
  readonly isListed?: boolean;
  /** Whether nothing tells what the program does with it. */
  readonly isUnknown?: boolean;
  /** Whether it is no path of this machine. */
  readonly isElsewhere?: boolean;
}

/** Programs that read nothing of the files they name, as no profile says. `git` is judged by what it shows. */
const readsNothing =
  /^(rm|rmdir|unlink|shred|touch|truncate|mkdir|chmod|chown|chgrp|chattr|find|git|cd|pushd)$/;
/** Programs that leave what they copy or pack as it is. */
const leavesSources = /^(cp|scp|rsync|tar|zip|dd)$/;
/** An option whose value is left out. */
const leavesOut = /^--?[\w-]*(exclude|ignore|skip|omit)[\w-]*(=|$)/i;

/** The words of a program whose operands are not known. What it starts is looked at by itself. */
function unknownWords(words: Suspect['words'], mode: Mode): readonly PathWord[] {
  const base = baseName(words[0] ?? '');
  const startsOther = !/^(\.|source)$/.test(base) && carriedBy(words).commands.length > 0;
  const isElsewhere = startsElsewhere(words);
  const isReader = !readsNothing.test(base) && !startsOther && !isElsewhere;
  // What an interpreter runs it reads, and tells in what it says of mistakes.
  const script = isElsewhere
    ? null
    : scriptIndex(
        base,
        words.slice(1).map((word) => word ?? ''),
      );
  const here = isElsewhere ? wordsHere(words) : null;
  const isThere = isNotHere({ isElsewhere, isApart: startsApart(words) }, mode);
  const copied = new Set(leavesSources.test(base) ? copiedFiles(base, words.slice(1)) : []);
  const shown = here?.shown.map((word): PathWord => ({ word, isRead: false })) ?? [];
  const own = words.slice(1).flatMap((word, index): readonly PathWord[] => {
    if (word === null) return [];
    const isLeftOut = [words[index], word].some((one) => leavesOut.test(one ?? ''));
    const isNone = isThere && here?.isElsewhere(index + 1) === true;
    const isValue = base === 'env' && isPlainVariable(word);
    const isUnknown = (isReader && !isLeftOut) || index === script;
    const isRead = copied.has(word.replace(/^if=/, ''));
    return [{ word, isRead, isUnknown, isElsewhere: isNone || isValue }];
  });
  return [...own, ...shown];
}

/** Whether a word gives a variable something that changes nothing of what runs: what a command does with that is its own. */
function isPlainVariable(word: string): boolean {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
  return name !== undefined && value !== undefined && classifyVariable(name, value) === 'plain';
}

/** What stands in place of words that only the run knows, where the others are read as a profile does. */
const unknownOperand = textArg('unknown');

/** The words that a profile of the program calls paths; null where it has none, or reads the words as something else. */
function profiledPaths({ words, args }: Suspect): readonly PathWord[] | null {
  const [name] = words;
  if (typeof name !== 'string') return null;
  const read = args ?? words.map((word) => (word === null ? unknownOperand : textArg(word)));
  const profiled = findProfile(baseName(name), read);
  // Behind `-C` its paths are elsewhere: where, is found out when the step is judged.
  if (profiled === null || typeof profiled.reading === 'string' || profiled.folders.length > 0) return null;
  return profiled.reading.operands.flatMap(({ kind, arg, top }) =>
    (isPathKind(kind) || kind === 'stored') && top !== true && arg.kind === 'text' && arg !== unknownOperand
      ? [
          {
            word: arg.text,
            isRead: kind === 'read' || kind === 'tree',
            isListed: kind === 'list' || kind === 'names',
          },
        ]
      : [],
  );
}

/** Words of a command that may be paths: those its profile calls paths, or all when it has none. */
export function pathWords(suspect: Suspect, mode: Mode): readonly PathWord[] {
  const { words, args } = suspect;
  // Without a folder it goes home, as if that were named.
  if (words[0] === 'cd' && words.slice(1).every((word) => word !== null && /^-./.test(word)))
    return [{ word: '~', isRead: false }];
  const paths = profiledPaths(suspect);
  if (paths === null) return [...unknownWords(words, mode), ...scriptedPaths(words)];
  return args === null
    ? [...unknownWords(words, mode), ...paths.filter(({ isRead, isListed }) => isRead || isListed)]
    : paths;
}

/** Files that the script of `sed` or `awk` opens by itself. */
function scriptedPaths(words: Suspect['words']): readonly PathWord[] {
  return scriptFiles(baseName(words[0] ?? ''), words.slice(1)).map(({ path, isWritten }) => ({
    word: path,
    isRead: !isWritten,
  }));
}

/** Where a command that might run would run, and what it is called. */
export interface Place {
  readonly context: StepContext;
  readonly effect: ExecEffect;
  readonly base: string;
}

/** Found once for all that is judged within a scope. */
const folders = new WeakMap<Scope, Map<string, TrailFolders>>();

/** Where trails lead from a folder: where `cd` may have led, and may have failed to. */
export function trailsFrom(cwd: string, scope: Scope): TrailFolders {
  const ofScope = folders.get(scope) ?? new Map<string, TrailFolders>();
  folders.set(scope, ofScope);
  const exists = (path: string) => scope.book.path(path, cwd).kind === 'folder';
  const known = ofScope.get(cwd) ?? new TrailFolders({ cwd, home: scope.workspace.home, exists });
  ofScope.set(cwd, known);
  return known;
}

/** The folders a command may run in, as far as they are looked for. */
export function foldersOf(
  { trail }: Pick<Suspect, 'trail'>,
  { context: { scope }, effect }: Omit<Place, 'base'>,
): readonly string[] {
  return trailsFrom(effect.cwd, scope).of(trail).cwds;
}

/**
 * Whether paths are surely none of this machine: where all else is allowed, only what runs apart from it counts, since a host may be
 * this one, and a container that is there already may see the same folders.
 */
export function isNotHere(
  { isElsewhere = false, isApart = false }: Pick<Suspect, 'isElsewhere' | 'isApart'>,
  { security }: Mode,
): boolean {
  return isApart || (isElsewhere && security !== 'full');
}

/** What closed paths say of words that may be paths. */
export function closedRulings(
  placed: Pick<Suspect, 'trail' | 'isElsewhere' | 'isApart'> & Partial<Pick<Suspect, 'words'>>,
  words: readonly PathWord[],
  at: Place,
): readonly Ruling[] {
  if (words.length === 0) return [];
  const { base, context } = at;
  const cwds = foldersOf(placed, at);
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

/** What a rule refuses of a file that is there and may be read, as a word of a program of which nothing is known. */
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

/** Whether a ruling on what is read holds where all else is allowed: a refusal, and the question of a rule. */
function isFirm({ decision, rule }: Ruling): boolean {
  return decision === 'deny' || (decision === 'ask' && rule !== null && rule.source !== 'built-in');
}

/** What is refused of files that a command copies, packs or sends, which is to read them. */
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

/** Whether a rule may say something of what is written. */
function limitsWriting(scope: Scope): boolean {
  return scope.rules.write.some(({ decision }) => decision !== 'allow');
}

/** What rules, and nothing else, say of files that would be written. */
function ruledWrites(paths: readonly string[], cwd: string, scope: Scope): readonly Ruling[] {
  return paths
    .map((given) => judgePath(scope, { access: 'write', given, cwd, fact: null }))
    .filter(({ decision, rule }) => decision !== 'allow' && rule !== null && rule.source !== 'built-in');
}

/** What rules say of folders that would be removed or moved away, where they begin in them. */
function ruledRemovals(paths: readonly string[], cwd: string, scope: Scope): readonly Ruling[] {
  return paths.flatMap((given) => {
    const folder = scope.book.path(given, cwd).realPath;
    const rule = withholdingBelow(scope, folder, { access: 'write', isRemoved: true });
    if (rule === null || (rule.decision === 'ask' && asksNobody(scope.mode))) return [];
    const reason = rule.reason ?? `${inQuotes(given)} holds what the rule "${rule.ref.text}" is about`;
    return rule.decision === 'deny' ? deny(reason, rule.ref) : ask(reason, rule.ref);
  });
}

/** What rules about writing say of files that a command changes, also where the command around it is not understood. */
export function changingRulings(suspect: Suspect, at: Place): readonly Ruling[] {
  const { scope } = at.context;
  if (suspect.isElsewhere === true || !limitsWriting(scope)) return [];
  return foldersOf(suspect, at).flatMap((cwd) => {
    const { files, whole } = changedBy(suspect, { base: at.base, scope, cwd });
    return [...ruledWrites([...files, ...whole], cwd, scope), ...ruledRemovals(whole, cwd, scope)];
  });
}

/** What rules about writing say of a file that is opened to be written. */
export function openingRulings(file: OpenedFile, at: Place): readonly Ruling[] {
  const { scope } = at.context;
  if (!file.isWritten || !limitsWriting(scope)) return [];
  const given = expandTilde(file.path, scope.workspace.home);
  return foldersOf(file, at).flatMap((cwd) => ruledWrites([given], cwd, scope));
}

/** What is refused of files of secrets that a command makes or fills, as of those that a redirect opens. */
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

/** What closed paths say of what a command puts elsewhere under the name it had. */
export function placingRulings(suspect: Suspect, at: Place): readonly Ruling[] {
  const placing = placingOf(at.base, suspect.words.slice(1));
  if (placing === null) return [];
  return foldersOf(suspect, at).flatMap((cwd) => placingProblem(at.context.scope, placing, cwd) ?? []);
}
