import { basename, dirname, isAbsolute } from 'node:path';
import { longestPath } from '../../core/paths/longest-path.ts';
import { compileNameGlob } from '../../core/paths/name-glob.ts';
import { isSensitiveName } from '../../core/paths/sensitive.ts';
import type { PathFact } from '../../core/ports.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { holdsProtected, holdsSettings, isLinkAlone, protectedBelow } from '../paths/holding.ts';
import { isKeptOutput, protectedReason } from '../paths/kept-output.ts';
import { isProtected, lexicalPath, rootsOf, ruleMatches, type Scope, streamAt } from '../paths/scope.ts';
import { expandTilde, isWithinAny } from '../paths/within.ts';
import { placingOf, takesAway } from '../programs/placing.ts';
import { type Candidate, hasWord } from '../rules/pattern.ts';
import type { PathRule } from '../rules/rule.ts';
import { ask, builtIn, deny, type Ruling } from '../ruling.ts';

/** The paths a word of an unknown program may hold: itself, the value behind `=`, behind short options (`-qO./x`), behind `@`. */
function pathsIn(word: string): readonly string[] {
  const found: string[] = [];
  const equals = word.indexOf('=');
  if (!word.startsWith('-')) found.push(word);
  else if (equals === -1) found.push(...(/^-\w+?([@./~].*)$/s.exec(word)?.slice(1) ?? []));
  if (equals !== -1) found.push(word.slice(equals + 1));
  const plain = found.map((path) => path.replace(/^[@<]/, '').replace(/^file:\/\//, ''));
  return plain.filter((path) => path !== '' && path.length <= longestPath && !path.includes('\0'));
}

/** The paths of `pathsIn`, and what stands right behind a short option, which may be a value or more options: `-fdrafts/plan.txt`. */
export function filesIn(word: string): readonly string[] {
  const glued = /^-\w([^-=./~].*)$/s.exec(word)?.[1];
  return glued === undefined || glued.length > longestPath ? pathsIn(word) : [...pathsIn(word), glued];
}

const movers = /^(rm|mv|rmdir|chmod|chown|chgrp|chattr|ln)$/;
/** Programs that take a name away or give it to another file, instead of opening what it leads to. */
const renaming =
  /^(rm|mv|rmdir|unlink|shred|ln|link|install|rsync|sed|perl|ruby|chmod|chown|chgrp|chattr|setfacl|mount)$/;
/** Options by which `rm` removes folders. */
const removesFolders = /^-(?:[a-zA-Z]*[rRd]|-r|-d)/;
/** Options by which `ln` takes the place of a link to a folder instead of going into it. */
const replacesLink = /^(-[a-zA-Z]*[nh]|--no-d)/;
/** A path that nothing makes another name of. */
const plainName = /^[\w./~+@,:-]+$/;
/** A name of a wildcard, in which stars and letters are all there is. */
const simpleGlob = /^[\w.*-]*[\w.-][\w.*-]*$/;
/** Programs that say what a link names and look no further. */
const saysLinks = /^(ls|readlink|stat)$/;

/** A command by its name, with its words. */
export interface Called {
  readonly base: string;
  /** Those behind the name; null is one that only the run knows. */
  readonly words: readonly Candidate[];
}

/** Whether a command puts something in place of all that a folder holds: a file system, a mirror of another. */
function coversFolder({ base, words }: Called, path: string): boolean {
  if (base === 'mount') return words.length > 1 && words.at(-1) === path;
  return base === 'rsync' && hasWord(words, /^--del/) && words.at(-1) === path;
}

/** Whether a command moves or removes a folder with what belongs to the policy in it. */
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
  // What is put into a folder is judged by the place that it takes there.
  const placing = placingOf(base, words);
  if (takesAway(base, placing, path) && isLinkAlone(scope, path, { cwd, fact: folder })) return false;
  const isReplaced = base === 'ln' && hasWord(words, replacesLink);
  if (placing === null || placing.isExact || isReplaced || placing.into !== path) return true;
  const isNamed = areKnown(placing.sources, { scope, cwd, words, names: namesBelow(scope, folder) });
  return !isNamed && holdsSettings(scope, folder);
}

/** What lies right in a folder, or would, and is or holds what belongs to the policy. */
function namesBelow(scope: Scope, { realPath }: PathFact): readonly string[] {
  return protectedBelow(scope, realPath).map((path) => path.split('/')[0] ?? '');
}

/** Whether all that a command puts somewhere is known by its names, or by wildcards to have none of some names. */
function areKnown(
  sources: readonly string[],
  at: {
    readonly scope: Scope;
    readonly cwd: string;
    readonly words: readonly Candidate[];
    readonly names: readonly string[];
  },
): boolean {
  const { scope, cwd, words, names } = at;
  const isOther = (source: string) => {
    const name = basename(source);
    return simpleGlob.test(name) && plainName.test(dirname(source)) && !names.some(compileNameGlob(name));
  };
  const isThere = (source: string) => scope.book.path(expandTilde(source, scope.workspace.home), cwd).exists;
  // What is not there yet, as what the command makes first, has the name that it is told by.
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
  // A relative word leads out of an open folder only by ".." or a link, so it is a path.
  return isAbsolute(named)
    ? book.path(dirname(named), cwd).exists
    : isWithinAny(cwd, roots) || /^\.\.(\/|$)/.test(named);
}

/** Whether a program opens the files that it is given, so that what a descriptor leads to is what it reads or writes. */
export function opensFiles(base: string): boolean {
  return !renaming.test(base);
}

/** Whether a word is a stream of the command, to be read or to be written. */
function isStream(scope: Scope, fact: PathFact): boolean {
  return streamAt(scope, fact, 'read') === 'own' || streamAt(scope, fact, 'write') === 'own';
}

/** What is wrong with a word of a program whose operands are not known, whatever allows the program; null for nothing. */
export function wordProblem(
  scope: Scope,
  word: string,
  at: {
    readonly cwd: string;
    /** Whether it is surely only looked at. */
    readonly leavesIt: boolean;
    readonly called: Called;
    /** Whether it is read on another machine: then it leads nowhere out of the workspace of this one. */
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

/** The rules about reading that hold for what a word leads to. */
function readRules({ rules, workspace }: Scope, paths: readonly string[]): readonly PathRule[] {
  return rules.read.filter((rule) => paths.some((path) => ruleMatches(rule, path, workspace)));
}

/** Whether a word of an allowed program is a file of secrets that nothing names, or one that a rule withholds. */
export function secretWord(scope: Scope, word: string, cwd: string): Ruling | null {
  const { workspace, mode } = scope;
  for (const path of filesIn(word)) {
    const named = expandTilde(path, workspace.home);
    const fact = scope.book.path(named, cwd);
    if (!fact.exists) continue;
    const rules = readRules(scope, [fact.realPath, lexicalPath(named, cwd)]);
    const isNamed = rules.some(({ decision, naming }) => decision === 'allow' && naming);
    if (
      !isNamed &&
      [named, fact.realPath].some((one) => isSensitiveName(one, mode.sensitive, fact.isHarmless))
    )
      return ask(`${inQuotes(path)} usually holds secrets and no rule names it`, builtIn('sensitive files'));
    const rule = rules.find(({ decision }) => decision !== 'allow');
    if (rule !== undefined)
      return ask(`${inQuotes(path)} is withheld by the rule "${rule.ref.text}"`, rule.ref);
  }
  return null;
}
