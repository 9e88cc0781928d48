import { withoutTrailing } from '../../core/text/trailing.ts';
import { type Candidate, hasWord } from '../rules/pattern.ts';
import { isLongOption } from './option-value.ts';

/** Programs that put what they are given into a folder, under the name it had. */
const placers: ReadonlySet<string> = new Set('cp mv ln install rsync scp'.split(' '));
const takesTarget = /^(cp|mv|ln|install)$/;

/** A path that is written. */
export interface Written {
  readonly path: string;
  /** Whether that holds only where the path before its last name is a folder. */
  readonly isInside: boolean;
}

/** What a command puts where. */
export interface Placing {
  readonly sources: readonly string[];
  readonly into: string;
  /** What is there takes the very name of `into`, also where that is a folder. */
  readonly isExact: boolean;
  /** A source with a slash at its end stands for all that it holds. */
  readonly isUnpacked: boolean;
  /** A source may keep the folders it is named with. */
  readonly keepsPath: boolean;
}

/** Letters of options without a value, up to the one that is looked for; -S, -g, -m and -o take what follows as theirs. */
const before = '(?:(?![Sgmot])[a-zA-Z])*';
const shortTarget = new RegExp(`^-${before}t(.*)$`, 's');
const shortExact = new RegExp(`^-${before}T`);

/** Whether an option has sources keep the folders they are named with (`cp --parents`, `rsync -R`). */
function keepsFolders(base: string, word: string): boolean {
  if (base === 'cp') return isLongOption(word, '--parents', 4);
  return base === 'rsync' && (word === '--relative' || /^-[a-zA-Z]*R/.test(word));
}

/** The folder that an option names: behind it in its word, '' for the word that follows; null for another option. */
function targetIn(word: string): string | null {
  const [name = '', ...value] = word.split('=');
  if (isLongOption(name, '--target-directory')) return value.join('=');
  return shortTarget.exec(word)?.[1] ?? null;
}

/** What the options of a program say that puts things into folders. */
class PlacerOptions {
  target: Candidate | undefined;
  isExact = false;
  keepsPath = false;
  isListed = false;
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** Takes an option; whether the word that follows is its value. */
  take(option: string, next: Candidate): boolean {
    if (keepsFolders(this.#base, option)) this.keepsPath = true;
    else if (this.#base === 'rsync' && option.startsWith('--files-from')) this.isListed = true;
    else if (takesTarget.test(this.#base)) return this.#takeTarget(option, next);
    return false;
  }

  #takeTarget(option: string, next: Candidate): boolean {
    const named = targetIn(option);
    if (named === null) {
      this.isExact ||= isLongOption(option, '--no-target-directory', 6) || shortExact.test(option);
      return false;
    }
    this.target = named === '' ? next : named;
    return named === '';
  }
}

/** What a program puts where, by the words behind its name; null where they do not tell. */
export function placingOf(base: string, words: readonly Candidate[]): Placing | null {
  if (!placers.has(base)) return null;
  const operands: Candidate[] = [];
  const options = new PlacerOptions(base);
  let areOptionsOver = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? null;
    if (areOptionsOver || word === null || !word.startsWith('-') || word === '-') operands.push(word);
    else if (word === '--') areOptionsOver = true;
    else if (options.take(word, words[index + 1] ?? null)) index += 1;
  }
  const { isExact, keepsPath, isListed } = options;
  const into =
    options.target !== undefined
      ? options.target
      : base === 'ln' && operands.length === 1
        ? '.'
        : (operands.pop() ?? null);
  if (into === null) return null;
  const given = operands.filter((word) => word !== null).filter((word) => word !== '');
  const sources = given.map((word) => (isListed ? `${word}/` : word));
  return { sources, into, isExact, isUnpacked: base === 'rsync', keepsPath };
}

/** Whether a command makes folders of what it is given, where it would put that into one without an option. */
export function makesFolders(base: string, words: readonly Candidate[]): boolean {
  return base === 'install' && hasWord(words, /^(-\w*d|--directory$)/);
}

/** Whether a command takes away what a path names, and by that name: not what it is put over. */
export function takesAway(base: string, placing: Placing | null, path: string): boolean {
  return base === 'rm' || (base === 'mv' && placing !== null && placing.into !== path);
}

/** The name a source has in a folder it is put into; empty for what stands for all that it holds. */
function nameOf(source: string, isUnpacked: boolean): string {
  if (isUnpacked && source.endsWith('/')) return '';
  const name = withoutTrailing(source, '/').replace(/^.*\//s, '');
  return name === '.' || name === '..' ? '' : name;
}

/** The names a source may have in a folder it is put into; rsync leaves out what stands before `/./`. */
export function namesOf(source: string, { isUnpacked, keepsPath }: Placing): readonly string[] {
  const name = nameOf(source, isUnpacked);
  return keepsPath ? [name, source, source.replace(/^.*\/\.\//s, '')] : [name];
}

/** Where things are put; a name that they get in a folder counts as well. */
export function placedBy(placing: Placing): readonly Written[] {
  const { sources, into, isExact } = placing;
  // A source may stand there very often.
  const names = new Set(isExact ? [] : sources.flatMap((source) => namesOf(source, placing)));
  const inside = [...names].filter((name) => name !== '').map((name) => `${into}/${name}`);
  return [{ path: into, isInside: false }, ...inside.map((path) => ({ path, isInside: true }))];
}
