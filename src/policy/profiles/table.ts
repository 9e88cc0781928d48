import { type Arg, textOf } from '../shell/arg.ts';
import { archives } from './archives.ts';
import { builtins } from './builtins.ts';
import { coreutils } from './coreutils.ts';
import { files } from './files.ts';
import { git } from './git.ts';
import { gitReferences } from './git-refs.ts';
import { packages } from './packages.ts';
import type { Profile, Reading } from './profile.ts';
import { readArguments } from './read-arguments.ts';
import { search } from './search.ts';
import { stream } from './stream.ts';
import { system } from './system.ts';

/** Every family. */
export const families: readonly (readonly Profile[])[] = [
  builtins,
  coreutils,
  files,
  search,
  stream,
  system,
  git,
  gitReferences,
  archives,
  packages,
];

interface Entry {
  plain: Profile | null;
  readonly subs: Map<string, Profile>;
}

/** Options before a sub-command that change nothing that matters. */
const leadingFlags: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(
    '-P --no-pager --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks'.split(
      ' ',
    ),
  ),
};

function build(): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name) ?? { plain: null, subs: new Map() };
    entries.set(name, entry);
    return entry;
  };
  for (const profile of families.flat()) {
    if (!profile.names.includes(':') || profile.names.startsWith(': ')) {
      for (const name of profile.names.split(' ')) {
        if (entryOf(name).plain !== null) throw new Error(`two profiles are called ${name}`);
        entryOf(name).plain = profile;
      }
      continue;
    }
    const [programs = '', subs = ''] = profile.names.split(':');
    for (const program of programs.split(' ')) {
      for (const sub of subs.split('|')) entryOf(program).subs.set(sub.trim(), profile);
    }
  }
  return entries;
}

const entries = build();

/** A profile found for a command, and how it reads it; a text is the reason why it is none of its harmless forms. */
export interface ProfileMatch {
  readonly profile: Profile;
  readonly reading: Reading | string;
}

function findSub(entry: Entry, args: readonly Arg[]): ProfileMatch | null {
  const [first, second] = [textOf(args[1]), textOf(args[2])];
  const pair = second === null ? undefined : entry.subs.get(`${first} ${second}`);
  if (pair !== undefined) return { profile: pair, reading: readArguments(pair, args.slice(2)) };
  const single = first === null ? undefined : entry.subs.get(first);
  return single === undefined ? null : { profile: single, reading: readArguments(single, args.slice(1)) };
}

const known = new WeakMap<readonly Arg[], ProfileMatch | null>();

/** The profile of a command by the name of its program, or null. The same list of words is read once. */
export function findProfile(base: string, args: readonly Arg[]): ProfileMatch | null {
  const before = known.get(args);
  if (before !== undefined) return before;
  const match = matchProfile(base, args);
  known.set(args, match);
  return match;
}

function matchProfile(base: string, args: readonly Arg[]): ProfileMatch | null {
  const entry = entries.get(base);
  if (entry === undefined) return null;
  if (entry.subs.size > 0) {
    const flags = leadingFlags[base];
    let start = 1;
    while (flags?.has(textOf(args[start]) ?? '') === true) start += 1;
    const program = args[0];
    const found = program === undefined ? null : findSub(entry, [program, ...args.slice(start)]);
    if (found !== null) return found;
  }
  return entry.plain === null ? null : { profile: entry.plain, reading: readArguments(entry.plain, args) };
}

/** Whether a shell itself answers to a name that has a profile. */
export function isProfiledBuiltin(name: string): boolean {
  return entries.get(name)?.plain?.builtin === true;
}
