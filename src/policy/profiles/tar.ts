import { isOnOtherMachine } from '../programs/placing.ts';
import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { literalWords, type Operand, operandsOf, plainReading, type Reading } from './profile.ts';

/** The flags in one word; what follows an f in it would be the archive's name. */
const listingFlags = /^-?(?=.)[tvzjJaxO]*f?$/;
const tarOptions =
  /^--(list|extract|get|to-stdout|verbose|gzip|bzip2|xz|zstd|auto-compress|wildcards|full-time|numeric-owner|(exclude|file)=.*)$/s;
const longLetters: Readonly<Record<string, string>> = {
  '--list': 't',
  '--extract': 'x',
  '--get': 'x',
  '--to-stdout': 'O',
  '--wildcards': '*',
};

/** What the words of `tar` say, as far as they only list or print. */
interface TarWords {
  /** Letters of what it does, those of long options too. */
  readonly letters: string;
  /** Those before its members: behind one, some versions take an option for a member. */
  readonly leading: string;
  readonly file: string | undefined;
  readonly members: readonly string[];
}

/** What an option does, by its letter, or '' for what only changes how; null for a word that is none of those known. */
function tarLetters(word: string, isFirst: boolean): string | null {
  if ((isFirst || word.startsWith('-')) && listingFlags.test(word)) return word;
  return tarOptions.test(word) ? (longLetters[word] ?? '') : null;
}

function tarWords(words: readonly string[]): TarWords | string {
  const members: string[] = [];
  let [letters, leading] = ['', ''];
  let file: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const found = tarLetters(word, index === 0);
    if (found === null && /^-./.test(word)) return `${word} is not among the options known to be harmless`;
    if (found === null) members.push(word);
    letters += found ?? '';
    if (members.length === 0) leading = letters;
    if (found?.endsWith('f') === true) file = words[++index];
    else if (word.startsWith('--file=')) file = word.slice(7);
  }
  return { letters, leading, file, members };
}

/** A member of an archive by its name, which no pattern is. */
export const plainMember = /^[^-*?[\]\\][^*?[\]\\]*$/;

/** The name of one file for sure: of a folder `tar` prints all that it holds, and names of folders have dots too (`conf.d`, `next.js`). */
const oneFile =
  /(^|\/)(LICEN[CS]E|README|CHANGELOG|COPYING|NOTICE|AUTHORS|Makefile|Dockerfile|Gemfile|Rakefile|PKG-INFO|METADATA|(index|main|lib)\.([cm]?js|rs)|[^/]+\.(c|cc|cpp|h|hpp|css|csv|go|html|java|json|lock|log|md|mjs|py|rb|rst|sql|svg|toml|tsx?|txt|xml|ya?ml))$/;

/** `tar -t`, and `tar -xO` of members by their names; the archive's name holds no colon, which would start `rsh`. */
export function readTar(args: readonly Arg[]): Reading | string {
  const words = literalWords(args);
  if (words === null) return 'an operand is computed or a wildcard';
  const told = tarWords(words);
  if (typeof told === 'string') return told;
  const { letters, leading, file, members } = told;
  const prints = /x.*O|O.*x/.test(leading) && !/[t*]/.test(letters) && members.length > 0;
  const isNamed = members.every((name) => plainMember.test(name));
  if (prints && isNamed && !members.every((name) => oneFile.test(name)))
    return 'a member may be a folder, of which it prints everything';
  const isLook = prints ? isNamed : /^[^x]*t[^x]*$/.test(letters);
  if (!isLook || file === undefined || isOnOtherMachine(file))
    return 'it does more than list or print what is in an archive';
  const kind = prints ? 'read' : 'text';
  const shown = members.map((member): Operand => ({ kind, arg: textArg(member), exposed: true }));
  const named = args.find((arg) => textOf(arg) === file) ?? textArg(file);
  return plainReading([...operandsOf('read', [named]), ...shown]);
}

/** Words of `tar` that make an archive and nothing else, up to the one that is its name; what they make is printed. */
const packing = /^(?:-?(?:c|[vzjJ]+c)[vzjJ]*f|-[vzjJ]*c[vzjJ]* -f|--create (?:-f|--file)) -$/;

/** `tar cf - src`, which prints what lies below what it is given; null where it does another thing. */
export function readPacking(args: readonly Arg[]): Reading | null {
  const words = literalWords(args) ?? [];
  const at = words.indexOf('-');
  const members = words.slice(at + 1);
  // Of some versions a word with an at sign is an archive.
  const isPlain = members.length > 0 && members.every((word) => /^[^-@]/.test(word));
  if (at === -1 || !isPlain || !packing.test(words.slice(0, at + 1).join(' '))) return null;
  return plainReading(members.map((word): Operand => ({ kind: 'tree', arg: textArg(word), exposed: true })));
}
