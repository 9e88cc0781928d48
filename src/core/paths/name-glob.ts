import { ToolFailure } from '../failure.ts';
import { withoutEmptyNames } from './glob-base.ts';
import { compileGlob } from './path-glob.ts';

/** The glob with each run of stars that has something beside it in its name as one that passes slashes too. A first star behind a backslash is none. */
function withWideStars(glob: string): string {
  return glob.replace(/\*{2,}/g, (run, at: number) => {
    const [before, behind] = [glob[at - 1] ?? '/', glob[at + run.length] ?? '/'];
    const isEscaped = before === '\\';
    const isWithin = (!isEscaped && !'/{,'.includes(before)) || !'/},'.includes(behind);
    if (!isWithin || (isEscaped && run.length === 2)) return run;
    return '*{*,*/**/*}';
  });
}

/**
 * A case-insensitive test of whole slash-separated paths: a glob without a slash is about the last name, a relative one about
 * any tail of the path, an absolute one about all of it. Two stars within a name also pass slashes: what `private**` names are
 * the files below such folders too. A glob whose braces stand for more than 1,000 patterns is literal.
 */
export function compileNameGlob(glob: string): (path: string) => boolean {
  const folded = withoutEmptyNames(glob).toLowerCase();
  // Of an absolute one the empty name before the first slash stands only at the beginning of a path.
  const compile = (rest: string) => compileGlob(`**/${rest}`);
  try {
    const test = compile(withWideStars(folded));
    return (path) => test(path.toLowerCase());
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const test = compile(folded.replace(/[\\*?[{]/g, '\\$&'));
    return (path) => test(path.toLowerCase());
  }
}
