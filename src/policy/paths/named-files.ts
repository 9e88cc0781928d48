import { deny } from '../ruling.ts';
import { wildcardIn } from '../shell/wildcard-in.ts';
import type { Scope } from './scope.ts';

/** Wildcards of one judgement that are looked at: each may take milliseconds. */
const mostWildcards = 1024;
const wildcardsSeen = new WeakMap<Scope, Set<string>>();

/** Whether a wildcard is one more than is looked at. */
function isOneTooMany(path: string, cwd: string, scope: Scope): boolean {
  const seen = wildcardsSeen.get(scope) ?? new Set();
  wildcardsSeen.set(scope, seen.add(`${cwd}\0${path}`));
  return seen.size > mostWildcards;
}

/**
 * The files that a path names: itself, or what it reaches as a wildcard, unless a file is there under that very name; null where
 * that is not looked at any more.
 */
export function filesNamed(path: string, cwd: string, scope: Scope): readonly string[] | null {
  const { book } = scope;
  const wildcard = book.path(path, cwd).exists ? null : wildcardIn(path);
  if (wildcard === null) return [path];
  if (isOneTooMany(path, cwd, scope)) return null;
  return (book.expand(wildcard, cwd) ?? []).map(({ given }) => given);
}

/** What is said of a command with more of them. */
export const tooManyWildcards = deny(
  'It holds more wildcards than are looked at for what is closed: split it, or put it in a file',
);
