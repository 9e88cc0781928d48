import { isAbsolute, join, normalize } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import type { ProgramFact } from '../../core/ports.ts';
import type { Decision } from '../../core/verdict.ts';
import { homesOf, rootsOf } from '../paths/scope.ts';
import { baseName, withoutEnding } from '../programs/base-name.ts';
import { isPassed, placesFrom } from '../programs/leading-options.ts';
import {
  type Candidate,
  matchArguments,
  matchesWord,
  type Pattern,
  type PatternWord,
  type Words,
} from '../rules/pattern.ts';
import type { CommandRule } from '../rules/rule.ts';
import { ask, deny, type Ruling } from '../ruling.ts';

/** Whether a word of a rule is a sub-command. */
function isCommandWord({ text, literal }: PatternWord): boolean {
  return literal && /^\w[\w.:@/-]*$/.test(text);
}

/** Short options as one word: `-rf`. */
const cluster = /^-[A-Za-z]+$/;

/** Whether a word is short options. */
const isCluster = (word: Candidate | undefined) => typeof word === 'string' && cluster.test(word);

/** How many words from `start` on are short options that together hold all of a cluster's letters; 0 if they never do. */
function spreadOver({ text }: PatternWord, words: Words, start: number): number {
  const missing = new Set(text.slice(1));
  for (let at = start; isCluster(words[at]); at += 1) {
    for (const letter of words[at] ?? '') missing.delete(letter);
    if (missing.size === 0) return at + 1 - start;
  }
  return 0;
}

/**
 * The words of a command with short options as a rule that denies or asks has them: in another order, with others, or apart.
 * Clusters of two letters or more are meant: a word with one letter in it may be another option.
 */
function withClusters({ words: [, ...pattern] }: Pattern, given: Words): Words {
  const words = [...given];
  for (const [index, word] of pattern.entries()) {
    if (!word.literal || word.text.length < 3 || !isCluster(word.text)) continue;
    const count = spreadOver(word, words, index);
    if (count > 0) words.splice(index, count, word.text);
  }
  return words;
}

/** Whether a rule that denies or asks matches the words behind a program. */
function matchesForbidden(pattern: Pattern, given: Words): boolean {
  return matchArguments(pattern, withClusters(pattern, given)) !== null;
}

/**
 * Whether a rule that denies or asks matches a command with options before its sub-commands; `words` follow the program. `npm
 * publish *` matches `npm --prefix x publish` too. If a word may be an option's value, both readings are tried.
 */
function matchesBehindOptions(pattern: Pattern, base: string, words: Words): boolean {
  const end = pattern.words.findIndex((word, index) => index > 0 && !isCommandWord(word));
  const commands = pattern.words.slice(1, end === -1 ? undefined : end);
  if (commands.length === 0 || !words.some((word) => isPassed(base, word))) return false;
  let places: readonly number[] = [0];
  const named: Candidate[] = [];
  for (const command of commands) {
    const next = placesFrom(base, words, places).filter((at) => matchesWord(command, words[at] ?? ''));
    if (next.length === 0) return false;
    named.push(command.text);
    places = next.map((at) => at + 1);
  }
  return places.some((at) => matchesForbidden(pattern, [...named, ...words.slice(at)]));
}

/** A test of paths by a pattern, in which a single star matches within one name. */
export function pathRegex(text: string): RegExp {
  const source = text.replace(/\*\*|\*|[\\^$.+?()[\]{}|/-]/g, (found) => {
    if (found === '**') return '.*';
    return found === '*' ? '[^/]*' : `\\${found}`;
  });
  return new RegExp(`^${source}$`, 's');
}

/** The paths that the program of a rule means if it has a slash; a relative one is below each root of the workspace. */
export function namedPaths(text: string, workspace: Workspace): readonly string[] {
  if (isAbsolute(text) || text.startsWith('**')) return [text];
  if (text.startsWith('~/')) return homesOf(workspace).map((home) => join(home, text.slice(2)));
  return rootsOf(workspace).map((root) => join(root, text));
}

/** A folder in which a program may have been called, and the program found there, or null. */
export interface CallPlace {
  readonly cwd: string;
  readonly fact: ProgramFact | null;
}

/** Every name a deny or ask rule may mean a program by: as it is called, and by where it lies. */
export function namesOfProgram(name: string, places: readonly CallPlace[]): readonly string[] {
  const found = places.flatMap(({ fact }) => (fact === null ? [] : [fact.foundPath, fact.realPath]));
  const bases = [name, ...found].map(baseName);
  const names = [name, ...found, ...bases, ...bases.map(withoutEnding)];
  if (isAbsolute(name)) names.push(normalize(name));
  else if (name.includes('/'))
    names.push(`./${normalize(name)}`, ...places.map(({ cwd }) => join(cwd, name)));
  return [...new Set(names)];
}

/** Whether a deny or ask rule's first word means a program by one of its names. */
function namesProgram(word: PatternWord, names: readonly string[], workspace: Workspace): boolean {
  if (names.some((known) => matchesWord(word, known))) return true;
  const { text } = word;
  if (!text.includes('/')) return false;
  const paths = namedPaths(text, workspace).map((path) => normalize(path));
  if (!isAbsolute(text)) paths.push(`./${normalize(text)}`);
  if (text.startsWith('./')) paths.push(text.replace(/^\.\//, '**/'));
  return paths.some((path) => names.some((known) => pathRegex(path).test(known)));
}

/** The words of a command without unknown ones that others follow: those may be options, or nothing. */
function withoutUnknown([program = null, ...words]: Words): Words {
  const last = words.findLastIndex((word) => word !== null);
  return [program, ...words.filter((word, index) => word !== null || index > last)];
}

/** How a command is matched against rules. */
interface Forbidding {
  readonly rules: readonly CommandRule[];
  /** Names by which a rule may mean the program, as `namesOfProgram` has them. */
  readonly names: readonly string[];
  readonly workspace: Workspace;
}

/** The first deny or ask rule that names a command, by any name of its program, wherever it was found. */
export function findForbidding(
  words: Words,
  at: Forbidding & { readonly decision: Exclude<Decision, 'allow'> },
): CommandRule | null {
  const name = words[0];
  if (typeof name !== 'string') return null;
  const known = words.includes(null) ? [words, withoutUnknown(words)] : [words];
  const base = withoutEnding(baseName(name));
  const found = at.rules.find((rule) => {
    const first = rule.pattern.words[0];
    if (rule.decision !== at.decision || first === undefined) return false;
    if (!namesProgram(first, at.names, at.workspace)) return false;
    return known.some(
      ([, ...given]) =>
        matchesForbidden(rule.pattern, given) || matchesBehindOptions(rule.pattern, base, given),
    );
  });
  return found ?? null;
}

/** The ruling of deny rules on a command, or of ask rules if those count; empty if none names it. */
export function forbiddenRulings(
  words: Words,
  at: Forbidding & { readonly asks: boolean },
): readonly Ruling[] {
  const denied = findForbidding(words, { ...at, decision: 'deny' });
  if (denied !== null) return [deny(denied.reason ?? `a rule denies "${denied.ref.text}"`, denied.ref)];
  const asked = at.asks ? findForbidding(words, { ...at, decision: 'ask' }) : null;
  return asked === null ? [] : [ask(asked.reason ?? `a rule asks about "${asked.ref.text}"`, asked.ref)];
}
