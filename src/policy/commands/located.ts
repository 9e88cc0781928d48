import type { FactBook } from '../fact-book.ts';
import { type Arg, type Step, textArg } from '../shell/arg.ts';
import { isFixed } from './program.ts';

/** Where programs are looked up. */
interface Place {
  readonly cwd: string;
  readonly searchPath: string;
  readonly book: FactBook;
}

/** Characters of a path that is one word, itself, also where no quotes are around it. */
const plainPath = /^\/[\w./+@,:-]+$/;

function resolved(arg: Arg, { cwd, searchPath, book }: Place): Arg {
  if (arg.kind !== 'unknown' || arg.located === undefined || !isFixed(searchPath)) return arg;
  const { name, isReal } = arg.located;
  const fact = book.program(name, cwd, searchPath);
  // Of one that is not there bash may tell a file that nobody can run.
  if (fact === null || fact.isElsewhere === true) return arg;
  const path = isReal ? fact.realPath : fact.foundPath;
  return plainPath.test(path) ? textArg(path) : arg;
}

/** A step with the paths of programs in the place of what looks them up: `ls -l $(which node)`. */
export function withLocated(step: Step, place: Place): Step {
  const isAny = step.args.some((arg) => arg.kind === 'unknown' && arg.located !== undefined);
  return isAny ? { ...step, args: step.args.map((arg) => resolved(arg, place)) } : step;
}
