import { compileNameGlob } from '../../core/name-glob.ts';
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

/** `rg` leaves hidden files out unless told otherwise, and everything but the types it is given. */
export function rgSkips({ options }: Reading): (name: string) => boolean {
  const globs = [...globsOf(options, '-g'), ...globsOf(options, '--iglob')];
  const included = globs.filter((glob) => !glob.startsWith('!'));
  const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const isHiddenRead = ['-.', '--hidden', '-u', '--unrestricted'].some((name) => options.has(name));
  const namesOnly = ['--files', '--type-list', '--version', '-V', '--help'].some((name) => options.has(name));
  return (name) => {
    if (namesOnly || options.has('-t')) return true;
    if (name.startsWith('.') && !isHiddenRead && included.length === 0) return true;
    return (included.length > 0 && !matchesAny(name, included)) || matchesAny(name, excluded);
  };
}
