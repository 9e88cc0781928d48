import { judgePath, type Scope } from '../paths/scope.ts';
import { makesFolders, placedBy, placingOf, type Written } from '../programs/placing.ts';
import { writtenBy } from '../programs/written.ts';
import type { Words } from '../rules/pattern.ts';
import type { Ruling } from '../ruling.ts';
import { scriptFiles } from './script-files.ts';

/** Programs that create or fill every file that they are told to write. */
const fillers = /^(?:dd|g?sed|perl|touch|truncate|wget|curl|iconv|sort|shuf)$/;

/** Files that a command creates or fills, by the words behind its name; no folders, and none that it only removes. */
export function filledBy(base: string, words: Words): readonly Written[] {
  const named = [
    ...scriptFiles(base, words).flatMap(({ path, isWritten }) => (isWritten ? path : [])),
    ...(base === 'tee' ? words.flatMap((word) => (word?.startsWith('-') === false ? word : [])) : []),
  ];
  const placing = makesFolders(base, words) ? null : placingOf(base, words);
  return [
    ...named.map((path) => ({ path, isInside: false })),
    ...(placing === null ? [] : placedBy(placing)),
    ...(fillers.test(base) ? writtenBy(base, words) : []),
  ];
}

/** Refuses to create or fill files of secrets. */
export function filledRulings(paths: readonly string[], cwd: string, scope: Scope): readonly Ruling[] {
  if (scope.mode.security !== 'full') return [];
  return paths
    .map((path) => judgePath(scope, { access: 'write', given: path, cwd, fact: null }))
    .filter(({ decision, rule }) => decision === 'deny' && rule?.text === 'sensitive files');
}
