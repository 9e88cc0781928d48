import { isAbsolute, join, normalize } from 'node:path';
import type { FactBook } from '../fact-book.ts';
import { type Arg, type Step, textArg } from '../shell/arg.ts';
import type { Located } from '../shell/located.ts';
import { isFixed } from './program.ts';

/** The context in which programs are looked up. */
interface Place {
  readonly cwd: string;
  readonly searchPath: string;
  readonly book: FactBook;
}

/** Matches a path that is one word even without quotes. */
const plainPath = /^\/[\w./+@,:-]+$/;

/** The real path of an existing path without symbolic links; null for any other. */
function followed({ path, cwd }: Extract<Located, { path: string }>, book: FactBook): string | null {
  const { exists, realPath, isUndecodable } = book.path(path, cwd);
  const written = normalize(isAbsolute(path) ? path : join(cwd, path)).replace(/(?<=.)\/$/, '');
  return exists && isUndecodable !== true && realPath === written ? realPath : null;
}

function resolved(arg: Arg, { cwd, searchPath, book }: Place): Arg {
  if (arg.kind !== 'unknown' || arg.located === undefined) return arg;
  if ('path' in arg.located) {
    // Without any word, the command would act on its current folder.
    const path = arg.single ? followed(arg.located, book) : null;
    return path !== null && plainPath.test(path) ? textArg(path) : arg;
  }
  if (!isFixed(searchPath)) return arg;
  const { name, isReal } = arg.located;
  const fact = book.program(name, cwd, searchPath);
  // For a missing program, bash may print a file that is not executable.
  if (fact === null || fact.isElsewhere === true) return arg;
  const path = isReal ? fact.realPath : fact.foundPath;
  return plainPath.test(path) ? textArg(path) : arg;
}

/** A step with the paths of programs in place of the substitutions that look them up: `ls -l $(which node)`. */
export function withLocated(step: Step, place: Place): Step {
  const isAny = step.args.some((arg) => arg.kind === 'unknown' && arg.located !== undefined);
  return isAny ? { ...step, args: step.args.map((arg) => resolved(arg, place)) } : step;
}
