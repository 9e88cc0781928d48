import { compileNameGlob } from '../../core/paths/name-glob.ts';
import { textOf } from '../shell/arg.ts';
import type { Reading } from './profile.ts';

function globsOf(options: Reading['options'], name: string): readonly string[] {
  return (options.get(name) ?? []).flatMap((arg) => textOf(arg ?? undefined) ?? []);
}

function matchesAny(name: string, globs: readonly string[]): boolean {
  return globs.some((glob) => compileNameGlob(glob)(`/${name}`));
}

/** `grep -r` reads hidden files too, but for what `--include` and `--exclude` say, and nothing below without `-r`. */
export function grepSkips({ options }: Reading): (name: string) => boolean {
  if (!options.has('-r') && !options.has('-R')) return () => true;
  const included = globsOf(options, '--include');
  const excluded = globsOf(options, '--exclude');
  return (name) => (included.length > 0 && !matchesAny(name, included)) || matchesAny(name, excluded);
}

/** `grep -d recurse` is another way to say `-r`. */
export function namesDirectories({ options }: Reading): string | null {
  return (options.get('-d') ?? []).every((arg) => /^(skip|read)$/.test(textOf(arg ?? undefined) ?? ''))
    ? null
    : 'it could read a folder with everything below';
}

/** Types of `rg` that hold no file whose name could be one of a secret; of others even hidden files are read. */
const sourceTypes =
  /^(asm|bazel|c|clojure|cmake|coffeescript|cpp|crystal|cs|csharp|css|cuda|cython|d|dart|diff|docker|elisp|elixir|elm|erlang|fish|fortran|fsharp|go|gradle|graphql|groovy|h|haskell|hs|html|java|jl|js|julia|jupyter|kotlin|less|lisp|lua|make|man|markdown|md|meson|mk|ml|nim|nix|objc|objcpp|ocaml|perl|php|protobuf|ps|puppet|py|python|r|racket|rst|ruby|rust|sass|scala|solidity|sql|svelte|swift|tcl|tex|ts|typescript|verilog|vim|vue|zig)$/;

function readsSourceOnly(options: Reading['options']): boolean {
  const types = options.get('-t') ?? [];
  if (options.has('--type-add') || options.has('--type-clear')) return false;
  return types.length > 0 && types.every((arg) => sourceTypes.test(textOf(arg ?? undefined) ?? ''));
}

/** `rg` leaves hidden files out unless told otherwise, and everything but the types it is given. */
export function rgSkips({ options }: Reading): (name: string) => boolean {
  const globs = [...globsOf(options, '-g'), ...globsOf(options, '--iglob')];
  const included = globs.filter((glob) => !glob.startsWith('!'));
  const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const isHiddenRead = ['-.', '--hidden', '-u', '--unrestricted'].some((name) => options.has(name));
  const namesOnly = ['--files', '--type-list', '--version', '-V', '--help'].some((name) => options.has(name));
  const isSourceOnly = readsSourceOnly(options);
  return (name) => {
    if (namesOnly || isSourceOnly) return true;
    if (name.startsWith('.') && !isHiddenRead && included.length === 0 && !options.has('-t')) return true;
    return (included.length > 0 && !matchesAny(name, included)) || matchesAny(name, excluded);
  };
}
