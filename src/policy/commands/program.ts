import { isAbsolute, join, normalize } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import { climbs } from '../../core/paths/containment.ts';
import type { ProgramFact } from '../../core/ports.ts';
import type { FactBook } from '../fact-book.ts';
import { baseName } from '../programs/base-name.ts';
import { isBuiltin } from '../programs/builtin-names.ts';
import type { PatternWord } from '../rules/pattern.ts';
import { matchesWord } from '../rules/pattern.ts';
import { type Step, textOf } from '../shell/arg.ts';
import { namedPaths, pathRegex } from './forbid.ts';

/** The program of a step, by its first word. */
export interface Program {
  readonly name: string;
  readonly base: string;
  /** Whether it is a shell builtin. */
  readonly builtin: boolean;
  readonly fact: ProgramFact | null;
  /** Its absolute path as written, for a name with a slash and without `..`; null otherwise. */
  readonly lexical: string | null;
}

/** Whether all folders of a PATH are absolute, so that the cwd does not matter. */
export function isFixed(searchPath: string): boolean {
  return searchPath.startsWith('/') && !/:(?!\/)/.test(searchPath);
}

/** Resolves the program of a step; null if it differs between the folders the step may run in. */
export function programOf(
  step: Step,
  at: { readonly cwd: string; readonly searchPath: string; readonly book: FactBook },
): Program | null {
  const name = textOf(step.args[0]);
  if (name === null) return null;
  const base = baseName(name);
  if (step.shell && isBuiltin(name)) return { name, base, builtin: true, fact: null, lexical: null };
  const sure = !name.includes('/') && isFixed(at.searchPath);
  const cwds = isAbsolute(name) || sure ? [at.cwd] : step.cwds;
  if (cwds === null) return null;
  const facts = cwds.map((cwd) => at.book.program(name, cwd, at.searchPath));
  const first = facts[0] ?? null;
  if (facts.some((fact) => fact?.realPath !== first?.realPath || fact?.trusted !== first?.trusted))
    return null;
  // After a symlink, `..` leads elsewhere than written; only the path that was found is right.
  const isPlain = name.includes('/') && !climbs(name);
  const lexical = isPlain ? normalize(isAbsolute(name) ? name : join(cwds[0] ?? at.cwd, name)) : null;
  return { name, base, builtin: false, fact: first, lexical };
}

/** Whether the first word of an allow rule names this program, or the path of one that is missing, whether trusted or not. */
export function namesProgram(word: PatternWord, program: Program, workspace: Workspace): boolean {
  const { name, fact, lexical } = program;
  if (!word.text.includes('/')) return !name.includes('/') && matchesWord(word, name);
  return fact === null && namedPaths(word.text, workspace).some((named) => lexical === normalize(named));
}

/**
 * Whether the first word of an allow rule means this program. A bare name means the trusted program of that name, a path that
 * file; a path with wildcards matches trusted programs only.
 */
export function allowsProgram(word: PatternWord, program: Program, workspace: Workspace): boolean {
  const { fact } = program;
  if (!word.text.includes('/')) {
    if (!namesProgram(word, program, workspace)) return false;
    return program.builtin || fact?.trusted === true;
  }
  if (fact === null || (!word.literal && !fact.trusted)) return false;
  const paths = [program.lexical, fact.foundPath, fact.realPath];
  return namedPaths(word.text, workspace).some((named) =>
    paths.some(
      (path) => path !== null && (word.literal ? path === normalize(named) : pathRegex(named).test(path)),
    ),
  );
}
