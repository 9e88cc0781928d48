import { inQuotes } from '../../core/text/one-line.ts';
import { words } from '../programs/words.ts';
import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { type KeptPath, leavesOut, mayPick, picksSecrets } from './git-pathspecs.ts';
import { isGiven, type Operand, type Profile, type Reading } from './profile.ts';

/**
 * What a form of git shows of the files that its store keeps: `patches` only where an option asks for them, `commits` and
 * `changes` unless an option asks for less, `objects`, `lines`, `one` file, and `staged` changes only in detail.
 */
type Shown = 'patches' | 'commits' | 'changes' | 'objects' | 'lines' | 'one' | 'staged';

const patches = words(
  '-p -u -U -c -m -W -L --patch --patch-with-raw --patch-with-stat --cc --dd --diff-merges --combined-all-paths --binary --word-diff --word-diff-regex --color-words --check --function-context --submodule',
);
const summaries = words(
  '--stat --numstat --shortstat --name-only --name-status --raw --summary --compact-summary --dirstat -X --cumulative --no-patch -s --quiet',
);

/** A commit by a name that nothing but a commit can have. */
const plainCommit = /^(HEAD|@)([~^]\d*)*(\^\{(commit|tree)\})?$/;

const objectKinds = /^(blob|tree|commit|tag)$/;

/** A file or folder of a commit, and nothing that could be the name of the commit itself. */
const insideCommit = /^(?!:\/)(?=[^:{]*:)[^{]*$/;

/** A word that can be a file by its hash, alone or in a range: it is shown whatever paths are given. */
const mayBeBlob = /^[0-9a-f]{4,64}(?![\w/:-])|\.\.[0-9a-f]{4,64}(?![\w/:-])|\^\{(blob)?\}/i;

/** A pathspec of what is left out. */
const excluding = /^:(\([^)]*exclude|\/*[!^])/;

/** How a file of the store is named: from the top of the work tree, and as a word that may mean something else. */
type Naming = Pick<Operand, 'top' | 'exposed'>;

function stored(path: string, { top = false, exposed = false }: Partial<Naming> = {}): Operand {
  return { kind: 'stored', arg: textArg(path === '' ? '.' : path), exposed, top };
}

/** A pathspec: below the folder before a wildcard, which git matches over several names. */
function spec(text: string, naming: Partial<Naming>): Operand {
  const wild = text.search(/[*?[\\]/);
  if (wild === -1) return stored(text, naming);
  const picks = mayPick(text);
  // What climbs behind a wildcard is read as a path before it is matched.
  if (/(^|\/)\.\.(\/|$)/.test(text.slice(wild))) return { ...stored('.', { ...naming, top: true }), picks };
  return { ...stored(text.slice(0, text.lastIndexOf('/', wild) + 1), naming), picks };
}

/** The files that a word with a colon means: behind a revision, in the index, or as a pathspec with its magic. */
function behindColon(text: string): readonly Operand[] {
  const magic = /^:\(([^)]*)\)(.*)$/s.exec(text) ?? /^:([/!^]+)(.*)$/s.exec(text);
  if (magic !== null) {
    const [, kinds = '', path = ''] = magic;
    return /!|\^|exclude/.test(kinds) ? [] : [spec(path, { top: /\/|top/.test(kinds) })];
  }
  const paths = [text.replace(/^[^:]*:/s, ''), text.replace(/^.*:/s, '')];
  const isIndex = /^:[0-3]:/.test(text);
  return [...new Set(isIndex ? paths.slice(1) : paths)].map((path) =>
    stored(path, { top: !/^\.{1,2}(\/|$)/.test(path) }),
  );
}

/** The files a word may mean; a word that may be a revision instead only counts where something has its name. */
function meant(operand: Operand): readonly Operand[] {
  const { arg } = operand;
  if (arg.kind === 'unknown') {
    const path = arg.prefix.replace(/^[^:]*:/s, '');
    return [{ ...operand, kind: 'stored', arg: { ...arg, prefix: path } }];
  }
  if (arg.kind === 'glob') {
    const file: Operand = { ...operand, kind: 'stored' };
    return arg.behind?.includes(':') === true ? [file, ...behindColon(`…${arg.behind}`)] : [file];
  }
  if (arg.text.includes(':')) return behindColon(arg.text);
  return [spec(arg.text, { exposed: operand.exposed })];
}

/** What a word may show that names an object: any, where only the run knows it or a file's name may be one, as `HEAD:.env`. */
function meantObject(operand: Operand): readonly Operand[] {
  const { arg } = operand;
  if (arg.kind !== 'glob') return meant(operand);
  const unknown: Arg = { kind: 'unknown', text: arg.text, prefix: '', single: false };
  return [{ ...operand, kind: 'stored', arg: unknown }];
}

function ofLines(arg: Arg | null): readonly Operand[] {
  const text = textOf(arg);
  // Numbers of lines alone name no file.
  if (arg?.kind === 'unknown' && arg.samples?.every((sample) => /^[\d,+\s-]*$/.test(sample)) === true)
    return [];
  if (text === null) return [{ kind: 'stored', arg: arg ?? textArg('.'), exposed: false }];
  return [/^:?[^:]*:/s, /^.*:/s].map((head) => stored(text.replace(head, '')));
}

function wordsOf(positionals: Reading['positionals']): readonly string[] {
  return positionals.map(({ arg }) => textOf(arg) ?? '');
}

function showsContent(shown: Shown, { options, positionals }: Reading): boolean {
  const [asked, less] = [isGiven({ options }, ...patches), isGiven({ options }, ...summaries)];
  // Behind `--` of what shows commits stand paths.
  const objects = shown === 'commits' ? positionals.filter(({ exposed }) => exposed) : positionals;
  const words = wordsOf(objects).filter((word) => !objectKinds.test(word));
  const isPlain = words.every((word) => plainCommit.test(word));
  switch (shown) {
    case 'patches':
      return asked;
    case 'changes':
      return asked || !less;
    case 'commits':
      return asked || !less || !isPlain;
    case 'objects':
      return !isGiven({ options }, '-t', '-s', '-e') && !isPlain;
    case 'staged':
      return isGiven({ options }, '-v', '--verbose');
    case 'lines':
    case 'one':
      return true;
  }
}

/** A word with a wildcard that no name of a commit has. */
const wildPath = /^[\w./-]*[*?][\w./*?-]*$/;

/** Words that hold what is shown to some files, where they name something; null where all of the store may be shown. */
function limits(shown: Shown, { options, positionals }: Reading): readonly string[] | null {
  // What is staged is shown whatever paths are given.
  if (shown === 'staged') return null;
  // A file that was renamed is followed to where it was, and some options show the whole of a commit.
  if (isGiven({ options }, '-L', '--follow', '--full-diff')) return null;
  const isHash = positionals.some(({ arg, exposed }) => exposed && mayBeBlob.test(textOf(arg) ?? ''));
  if (isHash && (shown === 'commits' || shown === 'changes' || shown === 'lines')) return null;
  const words = positionals.flatMap(({ arg, exposed }) => {
    const text = textOf(arg);
    return text === null || excluding.test(text) ? [] : [{ text, exposed }];
  });
  // To `cat-file` every word is an object, behind `--` too.
  const isPath =
    shown !== 'objects' &&
    words.some(({ text, exposed }) => !exposed || /^:\(/.test(text) || wildPath.test(text));
  const isInside = words.length > 0 && words.every(({ text }) => insideCommit.test(text));
  return shown === 'one' || isPath || isInside ? ['.'] : words.map(({ text }) => text);
}

/** Why files that a pathspec of what is shown picks out by a wildcard are not shown unasked, or null. */
function pickedSecrets(shown: Shown, reading: Reading): string | null {
  if (!showsContent(shown, reading)) return null;
  const words = reading.positionals.flatMap(({ kind, arg }) =>
    kind === 'pattern' ? [] : (textOf(arg) ?? []),
  );
  const found = words.find((word) => !excluding.test(word) && picksSecrets(word));
  return found === undefined ? null : `${inQuotes(found)} could reach a file of secrets`;
}

/** Adds to a profile what a form of git shows out of its store; a `veto` of its own comes first. */
export function showing(
  shown: Shown,
  veto: Profile['veto'] = () => null,
): Required<Pick<Profile, 'also' | 'veto'>> {
  return {
    also: shownBy(shown),
    veto: (reading) => veto(reading) ?? pickedSecrets(shown, reading),
  };
}

/** Pathspecs of what is left out that count. */
const mostLeftOut = 64;

/** A test of files that pathspecs behind `--` leave out, where nothing else names a part of what a commit holds. */
function leftOut(words: Reading['positionals']): (path: KeptPath) => boolean {
  const isWhole = words.every(({ arg, exposed }) => !exposed || textOf(arg)?.includes(':') === false);
  if (!isWhole) return () => false;
  const tests = words.flatMap(({ arg, exposed }) => (exposed ? [] : leavesOut(textOf(arg) ?? '')));
  return (path) => tests.slice(0, mostLeftOut).some((test) => test(path));
}

/** Options that tell whether something stands in a file. */
const probes = ['-S', '-G', '-I', '--ignore-matching-lines'];

/** A path that lies below the folder git runs in, so that what is there outside of a repository is not compared. */
const isBelow = (word: string): boolean => !/^[/~:]|(^|\/)\.\.(\/|$)/.test(word);

/** The operands of a form that shows no content: the files it names are told of, no more. */
function toldOf(shown: Shown, { operands, positionals, options }: Reading): readonly Operand[] {
  const isCompared = shown === 'changes' && !wordsOf(positionals).every(isBelow);
  if (isCompared || isGiven({ options }, ...probes)) return operands;
  const named = new Set(positionals);
  return operands.flatMap((operand): readonly Operand[] => {
    if (operand.kind !== 'read' || operand.arg.kind !== 'text' || !named.has(operand)) return [operand];
    return meant(operand).map((one) => ({ ...one, kind: 'names', kept: true }));
  });
}

function shownBy(shown: Shown): NonNullable<Profile['also']> {
  return (reading) => {
    const { operands, positionals, options } = reading;
    if (!showsContent(shown, reading)) return toldOf(shown, reading);
    const words = positionals.filter(
      ({ kind, arg }) => kind !== 'pattern' && !(shown === 'objects' && objectKinds.test(textOf(arg) ?? '')),
    );
    const files = words.filter(({ arg }) => shown !== 'objects' || textOf(arg)?.includes(':') !== false);
    const judged = new Set(words);
    const rest = operands.filter((operand) => !judged.has(operand));
    const lines = (options.get('-L') ?? []).flatMap(ofLines);
    const named = files.flatMap(shown === 'objects' ? meantObject : meant);
    const untracked = isGiven({ options }, '--untracked', '--no-exclude-standard');
    const trees = (named.length > 0 ? named : [stored('.', { exposed: true })]).map(
      (operand): Operand => ({ ...operand, kind: 'tree' }),
    );
    const within = limits(shown, { ...reading, positionals: words });
    const isLeft = within === null ? () => false : leftOut(words);
    const all: Operand = {
      kind: 'store',
      arg: textArg('.'),
      exposed: false,
      top: shown !== 'lines' || within === null,
      within: within ?? [],
      picks: (path) => !isLeft(path),
    };
    const given = named.map(
      (operand): Operand => ({
        ...operand,
        compares: shown === 'changes',
        picks: (path) => operand.picks?.(path) !== false && !isLeft(path),
      }),
    );
    return [...rest, ...lines, ...given, ...(untracked ? trees : []), all];
  };
}

/** Makes the files that git lists `names`; of a tree without `-r`, those right in the folders it is given. */
export function listingKept(of: 'index' | 'tree'): NonNullable<Profile['also']> {
  return ({ operands, positionals, options }) => {
    const rest = operands.filter((operand) => !positionals.includes(operand));
    const [revision, ...paths] = of === 'tree' ? positionals : [undefined, ...positionals];
    const folder =
      revision === undefined || textOf(revision.arg)?.includes(':') === false ? [] : meant(revision);
    const words = [...folder, ...paths.flatMap((path) => (path === undefined ? [] : meant(path)))];
    const isWhole = words.length === 0 && (of === 'index' || isGiven({ options }, '-r', '-t'));
    const isTop = isGiven({ options }, '--full-tree');
    const all = isWhole ? [stored('.', { top: isTop })] : words;
    return [...rest, ...all.map((operand): Operand => ({ ...operand, kind: 'names', kept: true }))];
  };
}
