import { compileGlob } from '../../core/paths/path-glob.ts';

// Programs read classes, braces, backslashes, slashes, blanks and names beyond ASCII each in its own way.
const text = String.raw`[\w.+@%=:~*?-]`;
const plain = new RegExp(`^${text}+$`);
const part = String.raw`(?:${text}|\[[!^]?(?:\w(?:-\w)?)+\])*`;
const list = String.raw`\{[\w.+*?-]*(?:,[\w.+*?-]*)+\}`;
const nearlyPlain = new RegExp(`^${part}(?:${list}${part})?$`);
const ascii = /^[\x20-\x7e]*$/;

function compile(glob: string): (name: string) => boolean {
  return compileGlob(glob.replace(/\*+/g, '*'));
}

/** Whether a glob of a search could match files of a name, whichever program reads it, wherever they lie. */
export function mayMatch(name: string, glob: string): boolean {
  const last = glob.slice(glob.lastIndexOf('/') + 1);
  if (last === '' || !nearlyPlain.test(last) || !ascii.test(name)) return true;
  return compile(last.replace(/\[[^\]]*\]/g, '?').toLowerCase())(name.toLowerCase());
}

/** Whether a glob of a search matches every file of a name, whichever program reads it, wherever they lie. */
export function surelyMatches(name: string, glob: string): boolean {
  return plain.test(glob) && ascii.test(name) && compile(glob)(name);
}
