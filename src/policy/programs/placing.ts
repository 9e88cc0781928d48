import { ownValue } from '../../core/record.ts';
import { withoutTrailing } from '../../core/text/trailing.ts';
import { type Candidate, hasWord, type Words } from '../rules/pattern.ts';
import { isLongOption, takesNext } from './option-value.ts';
import { setOf, words } from './words.ts';

/** Programs that put files into a folder under their own names. */
const placers = setOf('cp mv ln install rsync scp');
const takesTarget = /^(cp|mv|ln|install)$/;

/** Options whose value may be the next word, which is no operand then. */
const valued: Readonly<Record<string, readonly string[]>> = {
  scp: words('-c -D -F -i -J -l -o -P -S -X'),
  rsync: words(
    '-e -f -B -M -T --rsh --filter --exclude --include --exclude-from --include-from --files-from --temp-dir --log-file ' +
      '--rsync-path --remote-option --backup-dir --suffix --compare-dest --copy-dest --link-dest --partial-dir --block-size ' +
      '--max-size --min-size --max-delete --max-alloc --modify-window --timeout --contimeout --port --bwlimit --address ' +
      '--sockopts --password-file --early-input --out-format --log-file-format --chmod --chown --usermap --groupmap ' +
      '--copy-as --info --debug --outbuf --skip-compress --compress-level --compress-choice --checksum-choice ' +
      '--checksum-seed --iconv --protocol --stop-after --stop-at --write-batch --only-write-batch --read-batch',
  ),
};

/** Whether a word names a place on another machine, as `rsync`, `scp` and `tar` take it: `host:path`, `rsync://host/path`. */
export function isOnOtherMachine(word: string): boolean {
  return /^[^/]*:/.test(word);
}

/** Whether a program puts files into a folder of this machine by its operands. */
export function placesHere(base: string): boolean {
  return takesTarget.test(base);
}

/** A path that is written. */
export interface Written {
  readonly path: string;
  /** Whether it is written only if its parent is a folder. */
  readonly isInside: boolean;
}

/** What a command copies or moves where. */
export interface Placing {
  readonly sources: readonly string[];
  readonly into: string;
  /** The result is named `into`, even if that is a folder. */
  readonly isExact: boolean;
  /** A source with a slash at its end stands for its content. */
  readonly isUnpacked: boolean;
  /** The folders in the path of a source are kept below `into`. */
  readonly keepsPath: boolean;
}

/** Letters of flags before the one that is looked for; -S, -g, -m, -o and -t take a value. */
const before = '(?:(?![Sgmot])[a-zA-Z])*';
const shortTarget = new RegExp(`^-${before}t(.*)$`, 's');
const shortExact = new RegExp(`^-${before}T`);

/** Whether an option keeps the folders in the paths of sources (`cp --parents`, `rsync -R`). */
function keepsFolders(base: string, word: string): boolean {
  if (base === 'cp') return isLongOption(word, '--parents', 4);
  return base === 'rsync' && (word === '--relative' || /^-[a-zA-Z]*R/.test(word));
}

/** The target folder in an option; '' if it is the next word; null for another option. */
function targetIn(word: string): string | null {
  const [name = '', ...value] = word.split('=');
  if (isLongOption(name, '--target-directory')) return value.join('=');
  return shortTarget.exec(word)?.[1] ?? null;
}

/** The options of such a program, as they are read. */
class PlacerOptions {
  target: Candidate | undefined;
  isExact = false;
  keepsPath = false;
  isListed = false;
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** Reads an option; returns whether the next word is its value. */
  take(option: string, next: Candidate): boolean {
    if (keepsFolders(this.#base, option)) this.keepsPath = true;
    else if (this.#base === 'rsync' && option.startsWith('--files-from')) this.isListed = true;
    if (takesTarget.test(this.#base)) return this.#takeTarget(option, next);
    return takesNext(option, ownValue(valued, this.#base) ?? []);
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

/** The operands of such a program: its sources as far as they are known, its target, and how it is told to treat them. */
function readOperands(base: string, words: Words) {
  const operands: Candidate[] = [];
  const options = new PlacerOptions(base);
  let areOptionsOver = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? null;
    if (areOptionsOver || word === null || !word.startsWith('-') || word === '-') operands.push(word);
    else if (word === '--') areOptionsOver = true;
    else if (options.take(word, words[index + 1] ?? null)) index += 1;
  }
  const into =
    options.target !== undefined
      ? options.target
      : base === 'ln' && operands.length === 1
        ? '.'
        : (operands.pop() ?? null);
  const given = operands.filter((word) => word !== null).filter((word) => word !== '');
  const sources = given.map((word) => (options.isListed ? `${word}/` : word));
  return { sources, into, options };
}

/** The files that a program puts somewhere, by its arguments: those that are known, also where the target is not. */
export function placedFiles(base: string, words: Words): readonly string[] {
  return placers.has(base) ? readOperands(base, words).sources : [];
}

/** What a program puts where, by its arguments; null for other programs and if the target is unknown. */
export function placingOf(base: string, words: Words): Placing | null {
  if (!placers.has(base)) return null;
  const { sources, into, options } = readOperands(base, words);
  if (into === null) return null;
  const { isExact, keepsPath } = options;
  return { sources, into, isExact, isUnpacked: base === 'rsync', keepsPath };
}

/** Whether a command makes folders instead of copying files: `install -d`. */
export function makesFolders(base: string, words: Words): boolean {
  return base === 'install' && hasWord(words, /^(-\w*d|--directory$)/);
}

/** Whether a command removes or moves away a path that it names. */
export function takesAway(base: string, placing: Placing | null, path: string): boolean {
  return base === 'rm' || (base === 'mv' && placing !== null && placing.into !== path);
}

/** The name of a source below its target folder; empty if its content is copied. */
function nameOf(source: string, isUnpacked: boolean): string {
  if (isUnpacked && source.endsWith('/')) return '';
  const name = withoutTrailing(source, '/').replace(/^.*\//s, '');
  return name === '.' || name === '..' ? '' : name;
}

/** The names a source may get below its target folder; rsync drops what stands before `/./`. */
export function namesOf(source: string, { isUnpacked, keepsPath }: Placing): readonly string[] {
  const name = nameOf(source, isUnpacked);
  return keepsPath ? [name, source, source.replace(/^.*\/\.\//s, '')] : [name];
}

/** The paths that are written: the target, and each source below it. */
export function placedBy(placing: Placing): readonly Written[] {
  const { sources, into, isExact } = placing;
  // A source may stand there very often.
  const names = new Set(isExact ? [] : sources.flatMap((source) => namesOf(source, placing)));
  const inside = [...names].filter((name) => name !== '').map((name) => `${into}/${name}`);
  return [{ path: into, isInside: false }, ...inside.map((path) => ({ path, isInside: true }))];
}
