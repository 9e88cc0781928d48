import { ToolFailure } from '../failure.ts';
import { withoutEmptyNames } from './glob-base.ts';
import { compileGlob } from './path-glob.ts';

/** The glob with each `**` inside a name changed to match slashes too. An escaped star does not count. */
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
 * A case-insensitive test of whole slash-separated paths: a glob without a slash matches the last name, a relative one any tail of the
 * path, an absolute one the whole path. `**` inside a name also matches slashes, so `private**` includes the files below such folders.
 * A glob whose braces expand to too many patterns is literal.
 */
export function compileNameGlob(glob: string): (path: string) => boolean {
  const folded = withoutEmptyNames(glob).toLowerCase();
  // The empty segment before the leading slash of an absolute glob matches only at the start of a path.
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
