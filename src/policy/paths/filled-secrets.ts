import type { Ruling } from '../ruling.ts';
import { judgePath, type Scope } from './scope.ts';

/** What is refused of files of secrets that are made or filled. */
export function filledRulings(paths: readonly string[], cwd: string, scope: Scope): readonly Ruling[] {
  if (scope.mode.security !== 'full') return [];
  return paths
    .map((path) => judgePath(scope, { access: 'write', given: path, cwd, fact: null }))
    .filter(({ decision, rule }) => decision === 'deny' && rule?.text === 'sensitive files');
}
