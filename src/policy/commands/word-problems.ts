import { basename, dirname, isAbsolute } from 'node:path';
import { longestPath } from '../../core/paths/longest-path.ts';
import { compileNameGlob } from '../../core/paths/name-glob.ts';
import { isSensitiveName } from '../../core/paths/sensitive.ts';
import type { PathFact } from '../../core/ports.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { holdsProtected, holdsSettings, isLinkAlone, protectedBelow } from '../paths/holding.ts';
import { isKeptOutput, protectedReason } from '../paths/kept-output.ts';
import {
  isProtected,
  lexicalPath,
  rootsOf,
  ruleMatches,
  type Scope,
  secretAsked,
  streamAt,
} from '../paths/scope.ts';
import { expandTilde, isWithinAny } from '../paths/within.ts';
import { placingOf, takesAway } from '../programs/placing.ts';
import { partsOf } from '../programs/word-parts.ts';
import { hasWord, type Words } from '../rules/pattern.ts';
import type { PathRule } from '../rules/rule.ts';
import { ask, builtIn, deny, type Ruling } from '../ruling.ts';

/** The paths that a word of an unknown program may contain: itself, the value behind `=`, behind short options (`-qO./x`), behind `@`. */
function pathsIn(word: string): readonly string[] {
  const found: string[] = [];
  const equals = word.indexOf('=');
  if (!word.startsWith('-')) found.push(word);
  else if (equals === -1) found.push(...(/^-\w+?([@./~].*)$/s.exec(word)?.slice(1) ?? []));
  if (equals !== -1) found.push(word.slice(equals + 1));
  const plain = found.map((path) => path.replace(/^[@<]/, '').replace(/^file:\/\//, ''));
  return plain.filter((path) => path !== '' && path.length <= longestPath && !path.includes('\0'));
}

/** Like `pathsIn`, with what follows a short option, which may be a value or more options: `-fdrafts/plan.txt`. */
export function filesIn(word: string): readonly string[] {
  const glued = /^-\w([^-=./~].*)$/s.exec(word)?.[1];
  return glued === undefined || glued.length > longestPath ? pathsIn(word) : [...pathsIn(word), glued];
}

const movers = /^(rm|mv|rmdir|chmod|chown|chgrp|chattr|ln)$/;
/** Programs that remove a name or give it to another file, instead of opening its target. */
const renaming =
  /^(rm|mv|rmdir|unlink|shred|ln|link|install|rsync|sed|perl|ruby|chmod|chown|chgrp|chattr|setfacl|mount)$/;
/** Options by which `rm` removes folders. */
const removesFolders = /^-(?:[a-zA-Z]*[rRd]|-r|-d)/;
/** Options by which `ln` replaces a link to a folder instead of placing the new link inside it. */
const replacesLink = /^(-[a-zA-Z]*[nh]|--no-d)/;
/** A path without anything that a shell expands. */
const plainName = /^[\w./~+@,:-]+$/;
/** A wildcard of stars and plain characters only. */
const simpleGlob = /^[\w.*-]*[\w.-][\w.*-]*$/;
/** Programs that print the target of a link and do not follow it. */
const saysLinks = /^(ls|readlink|stat)$/;

/** A command by its base name, with its arguments. */
export interface Called {
  readonly base: string;
  /** The arguments; null for one that is known only when it runs. */
  readonly words: Words;
}

/** Whether a command replaces everything in a folder: by mounting on it or mirroring into it. */
function coversFolder({ base, words }: Called, path: string): boolean {
  if (base === 'mount') return words.length > 1 && words.at(-1) === path;
  return base === 'rsync' && hasWord(words, /^--del/) && placingOf(base, words)?.into === path;
}

/** Whether a command moves or removes a folder that contains files of the policy. */
function movesPolicy(
  scope: Scope,
  folder: PathFact,
  { path, cwd, called }: { readonly path: string; readonly cwd: string; readonly called: Called },
): boolean {
  const { base, words } = called;
  if (folder.kind !== 'folder') return false;
  if (coversFolder(called, path)) return holdsSettings(scope, folder);
  if (!movers.test(base) || !holdsProtected(scope, folder)) return false;
  if (base === 'rm' && !words.some((word) => word === null || removesFolders.test(word))) return false;
  // What is put into a folder is judged by the place it takes there.
  const placing = placingOf(base, words);
  if (takesAway(base, placing, path) && isLinkAlone(scope, path, { cwd, fact: folder })) return false;
  const isReplaced = base === 'ln' && hasWord(words, replacesLink);
  if (placing === null || placing.isExact || isReplaced || placing.into !== path) return true;
  const isNamed = areKnown(placing.sources, { scope, cwd, words, names: namesBelow(scope, folder) });
  return !isNamed && holdsSettings(scope, folder);
}

/** The direct children of a folder, existing or not, that are or contain files of the policy. */
function namesBelow(scope: Scope, { realPath }: PathFact): readonly string[] {
  return protectedBelow(scope, realPath).map((path) => path.split('/')[0] ?? '');
}

/** Whether all sources of a command are known by name, or are wildcards that match none of `names`. */
function areKnown(
  sources: readonly string[],
  at: {
    readonly scope: Scope;
    readonly cwd: string;
    readonly words: Words;
    readonly names: readonly string[];
  },
): boolean {
  const { scope, cwd, words, names } = at;
  const isOther = (source: string) => {
    const name = basename(source);
    return simpleGlob.test(name) && plainName.test(dirname(source)) && !names.some(compileNameGlob(name));
  };
  const isThere = (source: string) => scope.book.path(expandTilde(source, scope.workspace.home), cwd).exists;
  // A missing source, such as one that the command creates first, has the name as written.
  const isKnown = (source: string) =>
    !source.includes('{}') && (plainName.test(source) || isThere(source) || isOther(source));
  return sources.length > 0 && !words.includes(null) && sources.every(isKnown);
}

/** Whether a word is a path that leads out of the workspace. */
function leadsOut(
  { book, workspace }: Scope,
  named: string,
  { cwd, fact }: { readonly cwd: string; readonly fact: PathFact },
): boolean {
  const roots = rootsOf(workspace);
  if (fact.realPath === '/dev/null' || isWithinAny(fact.realPath, roots)) return false;
  if (fact.exists) return true;
  // From an open folder, a relative word leads out only by ".." or a link, so it is a path.
  return isAbsolute(named)
    ? book.path(dirname(named), cwd).exists
    : isWithinAny(cwd, roots) || /^\.\.(\/|$)/.test(named);
}

/** Whether a program opens its operands, so that it reads or writes what a descriptor path leads to. */
export function opensFiles(base: string): boolean {
  return !renaming.test(base);
}

/** Whether a word is a stream of the command, for reading or for writing. */
function isStream(scope: Scope, fact: PathFact): boolean {
  return streamAt(scope, fact, 'read') === 'own' || streamAt(scope, fact, 'write') === 'own';
}

/** Refuses a word of a program whose operands are not known, whatever allows the program; null for no problem. */
export function wordProblem(
  scope: Scope,
  word: string,
  at: {
    readonly cwd: string;
    /** Whether the word is surely only looked at. */
    readonly leavesIt: boolean;
    readonly called: Called;
    /** Whether it is read on another machine, so that it cannot leave the workspace of this one. */
    readonly isElsewhere: boolean;
  },
): Ruling | null {
  for (const path of pathsIn(word)) {
    const named = expandTilde(path, scope.workspace.home);
    const fact = scope.book.path(named, at.cwd);
    if (at.leavesIt && isKeptOutput(fact, scope)) continue;
    if (opensFiles(at.called.base) && isStream(scope, fact)) continue;
    if (fact.isProcess === true && saysLinks.test(at.called.base)) continue;
    if (fact.isProcess === true && scope.mode.security === 'full')
      return deny(`${inQuotes(path)} leads to what the process that opens it has open, which cannot be told`);
    if (movesPolicy(scope, fact, { path, cwd: at.cwd, called: at.called })) {
      return deny(
        `${inQuotes(path)} holds files that belong to the policy itself and are closed to every tool`,
        builtIn('protected paths'),
      );
    }
    if (isProtected(scope, fact, lexicalPath(named, at.cwd))) {
      return deny(protectedReason(path, fact, scope), builtIn('protected paths'));
    }
    if (scope.mode.restrict && !at.isElsewhere && leadsOut(scope, named, { cwd: at.cwd, fact }))
      return deny(`${inQuotes(path)} lies outside the workspace, which is closed (workspace.restrict)`);
  }
  return null;
}

/** The rules on reading that match any of the paths. */
function readRules({ rules, workspace }: Scope, paths: readonly string[]): readonly PathRule[] {
  return rules.read.filter((rule) => paths.some((path) => ruleMatches(rule, path, workspace)));
}

/** Asks about a word of an allowed program if it is a file of secrets that no rule names, or withheld by a rule; null if neither. */
export function secretWord(scope: Scope, word: string, cwd: string): Ruling | null {
  const { workspace, mode } = scope;
  for (const path of new Set([...filesIn(word), ...partsOf(word)])) {
    const named = expandTilde(path, workspace.home);
    const fact = scope.book.path(named, cwd);
    if (!fact.exists) continue;
    const rules = readRules(scope, [fact.realPath, lexicalPath(named, cwd)]);
    const isNamed = rules.some(({ decision, naming }) => decision === 'allow' && naming);
    if (
      !isNamed &&
      (fact.holdsToken === true ||
        [named, fact.realPath].some((one) => isSensitiveName(one, mode.sensitive, fact.isHarmless)))
    )
      return secretAsked(path);
    const rule = rules.find(({ decision }) => decision !== 'allow');
    if (rule !== undefined)
      return ask(`${inQuotes(path)} is withheld by the rule "${rule.ref.text}"`, rule.ref);
  }
  return null;
}
