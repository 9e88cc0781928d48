import { sensitiveNames, sensitiveSamples } from '../../core/paths/sensitive.ts';
import type { LeftOut } from '../../core/ports.ts';
import { textOf } from '../shell/arg.ts';
import { isGiven, type Reading, valuesGiven } from './profile.ts';
import { mayMatch, surelyMatches } from './search-globs.ts';

/** A glob that says which files are searched, or which are not; null where its text cannot be told. */
interface FileGlob {
  readonly includes: boolean;
  readonly glob: string | null;
}

/** Whether the last of the globs that match a name surely leaves it out; `byDefault` is what becomes of it where none does. */
function isLeftOut(name: string, globs: readonly FileGlob[], byDefault: boolean): boolean {
  for (const { includes, glob } of [...globs].reverse()) {
    if (includes && (glob === null || mayMatch(name, glob))) return false;
    if (!includes && glob !== null && surelyMatches(name, glob)) return true;
  }
  return byDefault;
}

/**
 * `grep -r` reads hidden files too, but for what `--include` and `--exclude` say, and nothing below without `-r`. The last glob
 * that matches a file counts; where none does, the first option: files are left out if that is `--include`.
 */
export function grepSkips(reading: Reading): (name: string, isFolder?: boolean) => boolean {
  if (!isGiven(reading, '-r', '-R')) return () => true;
  const globs = grepGlobs(reading);
  const isIncluding = globs[0]?.includes === true;
  const isFolderExcluded = excludedFolders(reading);
  // What is excluded are files: folders are searched, but for what `--exclude-dir` says.
  return (name, isFolder = false) =>
    isFolder && !isIncluding ? isFolderExcluded(name) : isLeftOut(name, globs, isIncluding);
}

/** Which folders a `grep` surely leaves out by their names. */
export function excludedFolders(reading: Reading): (name: string) => boolean {
  const globs = valuesGiven(reading, '--exclude-dir');
  return (name) => globs.some((glob) => glob !== null && surelyMatches(name, glob));
}

/** Folders that `grep -r` does not enter, wherever they lie. */
export function grepLeavesFolders(reading: Reading): LeftOut {
  const names = valuesGiven(reading, '--exclude-dir').filter((name) => name !== null);
  return { names: names.filter((name) => /^[\w.@+,%=~-]+$/.test(name)), paths: [], isHidden: false };
}

function grepGlobs({ given = [] }: Reading): readonly FileGlob[] {
  return given
    .filter(({ name }) => /^--(include|exclude|exclude-from)$/.test(name))
    .map(({ name, value }) => ({
      includes: name === '--include',
      glob: name === '--exclude-from' ? null : textOf(value),
    }));
}

/** Characters before its first wildcard by which a glob means a secret that begins with them. */
const tellingCharacters = 3;

/** Why a glob that says which files are searched names those that usually hold secrets, however deep they lie; or null. */
function namesSecrets(globs: readonly FileGlob[]): string | null {
  const isMeant = ({ includes, glob }: FileGlob) => {
    const name = glob?.slice(glob.lastIndexOf('/') + 1) ?? '';
    const head = name.replace(/[*?[{].*$/s, '');
    const isWild = head !== name && head.length >= tellingCharacters;
    return (
      includes &&
      (sensitiveNames().test(name) || (isWild && sensitiveSamples.some((sample) => sample.startsWith(head))))
    );
  };
  return globs.some(isMeant) ? 'its glob names files that usually hold secrets' : null;
}

/** What a search with `grep` could show by the globs that say which files are read, or null. */
export function grepNamesSecrets(reading: Reading): string | null {
  return namesSecrets(grepGlobs(reading));
}

/** What a search with `rg` could show by the globs that say which files are read, or null. */
export function rgNamesSecrets(reading: Reading): string | null {
  return reading.options.has('--files') ? null : namesSecrets(rgGlobs(reading));
}

/** `grep -d recurse` is another way to say `-r`. */
export function namesDirectories(reading: Reading): string | null {
  return valuesGiven(reading, '-d').every((action) => action === 'skip' || action === 'read')
    ? null
    : 'it could read a folder with everything below';
}

/** Types of `rg` that hold no file whose name could be one of a secret; of others even hidden files are read. */
const sourceTypes =
  /^(asm|bazel|c|clojure|cmake|coffeescript|cpp|crystal|cs|csharp|css|cuda|cython|d|dart|diff|docker|elisp|elixir|elm|erlang|fish|fortran|fsharp|go|gradle|graphql|groovy|h|haskell|hs|html|java|jl|js|julia|jupyter|kotlin|less|lisp|lua|make|man|markdown|md|meson|mk|ml|nim|nix|objc|objcpp|ocaml|perl|php|protobuf|ps|puppet|py|python|r|racket|rst|ruby|rust|sass|scala|solidity|sql|svelte|swift|tcl|tex|ts|typescript|verilog|vim|vue|zig)$/;

function readsSourceOnly(reading: Reading): boolean {
  const types = valuesGiven(reading, '-t');
  if (isGiven(reading, '--type-add', '--type-clear')) return false;
  return types.length > 0 && types.every((type) => sourceTypes.test(type ?? ''));
}

/** The globs of `rg` in the order in which they count: those that fold case come last. */
function rgGlobs({ given = [] }: Reading): readonly FileGlob[] {
  return ['-g', '--iglob'].flatMap((option) =>
    given
      .filter(({ name }) => name === option)
      .map(({ value }) => {
        const glob = textOf(value);
        const includes = glob?.startsWith('!') !== true;
        return { includes, glob: includes ? glob : (glob?.slice(1) ?? null) };
      }),
  );
}

/** Whether `rg` reads hidden files, or some of them. */
function readsHidden(reading: Reading, globs: readonly FileGlob[]): boolean {
  const isTold = isGiven(reading, '-.', '--hidden', '-u', '--unrestricted', '-t', '--ignore-file');
  return isTold || globs.some(({ includes }) => includes);
}

/** Folders that `rg` does not enter, wherever they lie. */
export function rgLeavesFolders(reading: Reading): LeftOut {
  return { names: [], paths: [], isHidden: !readsHidden(reading, rgGlobs(reading)) };
}

/** Which files `rg` leaves out of what it searches, or of the names that it prints: hidden ones unless told otherwise, and everything but the types it is given; a glob that matches goes before both. */
export function rgLeavesOut(reading: Reading): (name: string) => boolean {
  const globs = rgGlobs(reading);
  const isIncluding = globs.some(({ includes }) => includes);
  const isHiddenRead = readsHidden(reading, globs);
  const isSourceOnly = readsSourceOnly(reading);
  return (name) => {
    const isHidden = name.startsWith('.') && !isHiddenRead;
    return isHidden || isLeftOut(name, globs, isIncluding || isSourceOnly);
  };
}

/** Which files `rg` does not read: all, where it prints names or what it knows. */
export function rgSkips(reading: Reading): (name: string) => boolean {
  const namesOnly = isGiven(reading, '--files', '--type-list', '--version', '-V', '--help');
  return namesOnly ? () => true : rgLeavesOut(reading);
}
