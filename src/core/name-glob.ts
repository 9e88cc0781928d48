import { ToolFailure } from './failure.ts';
import { compileGlob } from './path-glob.ts';

/** A run of stars that has something beside it in its name. */
const starsWithin = /(?<=[^/{,*\\])\*{2,}|(?<!\\)\*{2,}(?![/},*]|$)/g;

/**
 * A case-insensitive test of whole slash-separated paths: a glob without a slash is about the last name, a relative one about
 * any tail of the path, an absolute one about all of it. Two stars within a name also pass slashes: what `private**` names are
 * the files below such folders too. A glob whose braces stand for more than 1,000 patterns is literal.
 */
export function compileNameGlob(glob: string): (path: string) => boolean {
  const folded = glob.toLowerCase();
  const compile = (rest: string) => compileGlob(`${glob.startsWith('/') ? '' : '**/'}${rest}`);
  try {
    const test = compile(folded.replace(starsWithin, '{*,*/**/*}'));
    return (path) => test(path.toLowerCase());
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const test = compile(folded.replace(/[\\*?[{]/g, '\\$&'));
    return (path) => test(path.toLowerCase());
  }
}
