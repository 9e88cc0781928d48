import { isInside } from '../../core/paths/containment.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import type { PatternWord } from '../rules/pattern.ts';
import type { Step } from '../shell/arg.ts';
import { namesProgram, type Program } from './program.ts';
import { type Place, shimProblem } from './shims.ts';

/** The reason for a command whose program does not exist. */
export const noProgram = 'there is no such program';
const noPath = 'PATH names no folder, and a shell looks in folders of its own then (shell.env)';
const mayCome = `${noProgram}, and one may come into a folder of PATH that is not trusted`;

/**
 * Why a call of a program that is not there cannot be judged as if it were, or null. By the time it runs, the program may have been
 * installed: what its profile says then holds only where each folder that it could come into is a trusted one, and where nothing
 * would have it run another of the workspace's choice.
 */
function absentProblem(name: string, { cwds }: Step, { scope, cwd, searchPath }: Place): string | null {
  if (name.includes('/')) return noProgram;
  if (searchPath === '') return noPath;
  if (!scope.book.search(cwd, searchPath).trusted) return mayCome;
  const installed = `/shims/${name}`;
  const isChosen = shimProblem({ foundPath: installed, realPath: installed, trusted: true }, cwds, scope);
  return isChosen === null ? null : noProgram;
}

/** Why the program of a step may not be the one that is known by its name, or null. */
export function programProblem({ name, fact }: Program, step: Step, place: Place): string | null {
  if (fact === null) return absentProblem(name, step, place);
  if (fact.trusted) return null;
  const { roots } = place.scope.workspace;
  const holder = roots.find((root) => isInside(fact.realPath, root) || isInside(fact.foundPath, root));
  return holder === undefined
    ? `${inQuotes(fact.foundPath)} is not in a trusted folder (policy.trustedDirs)`
    : `${inQuotes(fact.foundPath)} is in the workspace (${inQuotes(holder)}), whose programs are not trusted`;
}

/** Why a rule whose first word names the program of a step does not apply to it; null if it applies or does not name it. */
export function unmetProblem(
  first: PatternWord,
  program: Program,
  { step, place }: { readonly step: Step; readonly place: Place },
): string | null {
  if (!namesProgram(first, program, place.scope.workspace)) return null;
  if (program.fact === null) return noProgram;
  return program.fact.isElsewhere === true ? null : programProblem(program, step, place);
}

/** Says what a step does, or would do if its program existed. */
export function whatItDoes(does: string, { builtin, fact }: Program): string {
  return builtin || fact !== null ? `it ${does}` : `${noProgram}; one of its name ${does}`;
}
