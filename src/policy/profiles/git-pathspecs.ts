import { compileGlob } from '../../core/paths/path-glob.ts';
import { isSensitiveName, sensitiveSamples } from '../../core/paths/sensitive.ts';
import { words } from '../programs/words.ts';

/** Names that a pathspec must not pick out: those of a telling extension too, as what is shown need not lie there to be looked at. */
const samples: readonly string[] = [
  ...sensitiveSamples,
  ...words('prod.env .pypirc .htpasswd x.pem x.key x.p12 x.pfx x.jks x.keystore x.kdbx x.ppk'),
];

const longest = 200;

/** Whether a name with wildcards, one that is no mere star, means a name that usually holds secrets. */
function picks(name: string): boolean {
  if (/^\**$/.test(name)) return false;
  if (!/[*?]/.test(name)) return isSensitiveName(name, []);
  const matches = compileGlob(name.toLowerCase().replace(/[{}]/g, '?'));
  return samples.some(matches);
}

/**
 * Whether a pathspec of git picks files that usually hold secrets out by a wildcard. All wildcards reach over slashes, so the
 * name may begin at or behind any of them; one that only says what lies below a folder is as good as the folder.
 */
export function picksSecrets(pathspec: string): boolean {
  const path = pathspec.replace(/^:(?:\([^)]*\)|[/!^]*)/, '');
  if (!/[*?[\\]/.test(path)) return false;
  // No bracket ends behind the last one, so each that begins before that ends.
  const end = path.lastIndexOf(']') + 1;
  const sets = path.slice(0, end).replace(/\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]/g, '?');
  const simple = (sets + path.slice(end)).replace(/\\/g, '').replace(/\*+/g, '*');
  if (simple.length > longest || simple.includes('[')) return true;
  const last = simple.slice(simple.lastIndexOf('/') + 1);
  const starts = [...last].flatMap((char, at) => (char === '*' ? [at] : char === '?' ? [at + 1] : []));
  return [0, ...starts].some((at) => picks(last.slice(at)));
}

/** A path that git keeps: relative to the folder that git runs in, and to the top of the work tree. */
export interface KeptPath {
  readonly fromHere: string;
  readonly fromTop: string;
}

/** A test of paths that a pathspec may pick: one of their names must end as the pathspec does behind its last wildcard. */
export function mayPick(pathspec: string): (path: KeptPath) => boolean {
  const last = pathspec.slice(pathspec.lastIndexOf('/') + 1);
  const end = last.slice(Math.max(...[...'*?[]\\'].map((char) => last.lastIndexOf(char))) + 1).toLowerCase();
  if (end === '' || /^\.+$/.test(end) || !/[*?[\]\\]/.test(pathspec)) return () => true;
  return ({ fromTop }) =>
    fromTop
      .toLowerCase()
      .split('/')
      .some((name) => name.endsWith(end));
}

/** What begins a pathspec that leaves paths out. */
export const excludes = /^:(?:[!^]|\(exclude\))/;

/** A test of paths that a pathspec surely leaves out: a path below the current folder, or a name with one star in it. */
export function leavesOut(pathspec: string): (path: KeptPath) => boolean {
  const text = pathspec.replace(excludes, '');
  const [start = '', end, more] = text.split(/\*+/);
  const isPlain =
    /^[\w.*][\w.@/+*-]*$/.test(text) && !/(^|\/)\.{0,2}\//.test(text) && !/(^|\/)\.{1,2}$/.test(text);
  if (text === pathspec || !isPlain || more !== undefined) return () => false;
  if (end === undefined) {
    const folder = text.endsWith('/') ? text : `${text}/`;
    return ({ fromHere }) => fromHere === text || fromHere.startsWith(folder);
  }
  return ({ fromHere }) =>
    !fromHere.startsWith('../') &&
    fromHere.length >= start.length + end.length &&
    fromHere.startsWith(start) &&
    fromHere.endsWith(end);
}
