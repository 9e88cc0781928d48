import type { Step } from '../shell/arg.ts';
import type { Program } from './program.ts';
import { type Place, shimProblem } from './shims.ts';

/** The reason why a name runs nothing. */
export const noProgram = 'there is no such program';
const notTrusted = 'the program is not in a trusted folder';

/**
 * Why a call of a program that is not there cannot be judged as if it were, or null. By the time it runs, the program may have been
 * installed: what its profile says then holds only where each folder that it could come into is a trusted one, and where nothing
 * would have it run another of the workspace's choice.
 */
function absentProblem(name: string, { cwds }: Step, { scope, cwd, searchPath }: Place): string | null {
  if (name.includes('/') || !scope.book.search(cwd, searchPath).trusted) return noProgram;
  const installed = `/shims/${name}`;
  const isChosen = shimProblem({ foundPath: installed, realPath: installed, trusted: true }, cwds, scope);
  return isChosen === null ? null : noProgram;
}

/** Why what is known of programs of a name may not hold for the one that a step runs, or null. */
export function programProblem({ name, fact }: Program, step: Step, place: Place): string | null {
  if (fact === null) return absentProblem(name, step, place);
  return fact.trusted ? null : notTrusted;
}

/** What a step does, or would do were its program there. */
export function whatItDoes(does: string, { builtin, fact }: Program): string {
  return builtin || fact !== null ? `it ${does}` : `${noProgram}; one of its name ${does}`;
}
