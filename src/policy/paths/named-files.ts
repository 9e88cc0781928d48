import { lazyFor } from '../../core/async/lazy.ts';
import { deny } from '../ruling.ts';
import { hasWildcard, wildcardIn } from '../shell/wildcard-in.ts';
import type { Scope } from './scope.ts';

/** Most wildcards that are expanded for one judgement: each may take milliseconds. */
const mostWildcards = 1024;
const wildcardsSeen = lazyFor((_: Scope) => new Set<string>());

/** Whether a wildcard exceeds that limit. */
function isOneTooMany(path: string, cwd: string, scope: Scope): boolean {
  return wildcardsSeen(scope).add(`${cwd}\0${path}`).size > mostWildcards;
}

/** Whether a path is a wildcard, which is judged by the files it reaches; what is there under that very name is a file like others. */
export function isWildcard(path: string, cwd: string, { book }: Scope): boolean {
  return hasWildcard(path) && !book.path(path, cwd).exists;
}

/**
 * The files that a path names: itself, or what it reaches as a wildcard, unless a file is there under that very name; null where
 * that is not looked at any more.
 */
export function filesNamed(path: string, cwd: string, scope: Scope): readonly string[] | null {
  const wildcard = isWildcard(path, cwd, scope) ? wildcardIn(path) : null;
  if (wildcard === null) return [path];
  if (isOneTooMany(path, cwd, scope)) return null;
  return (scope.book.expand(wildcard, cwd) ?? []).map(({ given }) => given);
}

/** The reason for asking about a command with more. */
export const tooManyWildcards = deny(
  'It holds more wildcards than are looked at for what is closed: split it, or put it in a file',
);
