import { generated } from '../../core/generated.ts';
import { setOf } from '../programs/words.ts';
import { type Arg, textOf } from '../shell/arg.ts';
import { archives } from './archives.ts';
import { builtins } from './builtins.ts';
import { checks } from './checks.ts';
import { noSignatures, onlyTold } from './conditions.ts';
import { coreutils } from './coreutils.ts';
import { files } from './files.ts';
import { folderMoves } from './folder-moves.ts';
import { git } from './git.ts';
import { gitReferences } from './git-refs.ts';
import { gitTrials } from './git-trials.ts';
import { inputBuiltins } from './input-builtins.ts';
import { openssl } from './openssl.ts';
import { packages } from './packages.ts';
import { perl } from './perl.ts';
import { processes } from './processes.ts';
import { formsOnly, type Profile, type Reading, versionOnly } from './profile.ts';
import programsGenerated from './programs.generated.json' with { type: 'json' };
import { python } from './python.ts';
import { readArguments } from './read-arguments.ts';
import { search } from './search.ts';
import { services } from './services.ts';
import { sources } from './sources.ts';
import { stream } from './stream.ts';
import { structured } from './structured.ts';
import { system } from './system.ts';
import { systemd } from './systemd.ts';
import { toolchains } from './toolchains.ts';
import { versions } from './versions.ts';

/** Builtins of the shell. */
function ofShell(profiles: readonly Profile[]): readonly Profile[] {
  return profiles.map((profile) => ({ builtin: true, ...profile }));
}

/** Forms of git, of which versions know other options. */
function ofGit(profiles: readonly Profile[]): readonly Profile[] {
  return profiles.map((profile) => ({ style: 'wary', ...profile }));
}

/** Those of them that ask for no check of signatures, for no new merge and for no file without a path. */
function unsigned(profiles: readonly Profile[]): readonly Profile[] {
  return ofGit(profiles).map((profile) => ({
    ...profile,
    veto: (reading) => noSignatures(reading) ?? onlyTold(reading) ?? profile.veto?.(reading) ?? null,
  }));
}

type Family = () => readonly Profile[];

/** Every family, made when one of its programs is asked for: all of them take a millisecond of a start. */
const families: readonly Family[] = [
  () => ofShell(builtins()),
  () => ofShell(folderMoves()),
  () => ofShell(inputBuiltins()),
  coreutils,
  files,
  search,
  stream,
  system,
  services,
  () => unsigned(git()),
  () => unsigned(gitReferences()),
  () => ofGit(gitTrials()),
  archives,
  packages,
  versions,
  checks,
  sources,
  systemd,
  structured,
  toolchains,
  processes,
  openssl,
  perl,
  python,
];

interface Entry {
  plain: Profile | null;
  readonly subs: Map<string, Profile>;
}

/** Options before a sub-command that change nothing that matters. */
const leadingFlags: Readonly<Record<string, ReadonlySet<string>>> = {
  git: setOf(
    '-P --no-pager --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks',
  ),
  systemctl: setOf('--user --system --no-pager --no-legend --full --all --quiet --plain -l -a -q'),
};

/** Settings of a command line that only change how git shows what it reads. */
const shownSettings =
  /^(color\.[\w.-]+=(never|always|auto|false|true)|core\.(quotepath=(on|off|true|false)|pager=cat|abbrev=\d+|fsmonitor=false)|pager\.\w+=false|log\.(showsignature=false|decorate=\w+|date=\w+|follow=\w+)|advice\.\w+=(true|false)|column\.ui=\w+|diff\.(noprefix|mnemonicprefix|renames|context|algorithm|colormoved)=\w+|status\.(?!submodulesummary)\w+=\w+)$/i;

/** Options by which the pathspecs behind them mean something else. */
const pathspecFlag = /^--\w+-pathspecs$/;

/** Whether a word may be a pathspec with magic of its own. */
function hasMagic(args: readonly Arg[]): boolean {
  return args.some((arg) => textOf(arg)?.startsWith(':') === true);
}

/** The option before a sub-command that enters a folder. */
const folderOptions: Readonly<Record<string, string>> = { git: '-C' };

/** Lists profiles by their programs, among those that are listed already. Throws for two of one name. */
function list(profiles: readonly Profile[], entries: Map<string, Entry>): ReadonlyMap<string, Entry> {
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name) ?? { plain: null, subs: new Map() };
    entries.set(name, entry);
    return entry;
  };
  for (const profile of profiles) {
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

/** The profiles of every family. */
export function allProfiles(): readonly Profile[] {
  return families.flatMap((family) => family());
}

/** Each program that has a profile, with the families that hold one: what is generated. Throws for two of one name. */
export function familiesByProgram(): Readonly<Record<string, readonly number[]>> {
  list(allProfiles(), new Map());
  const found = new Map<string, number[]>();
  for (const [index, family] of families.entries())
    for (const name of list(family(), new Map()).keys()) found.set(name, [...(found.get(name) ?? []), index]);
  return Object.fromEntries(found);
}

const programs = generated<Readonly<Record<string, readonly number[]>>>(programsGenerated);
const entries = new Map<string, Entry>();
const listed = new Set<number>();

/** What is known of a program; undefined for one without a profile. */
function entryFor(name: string): Entry | undefined {
  if (!isProfiled(name)) return undefined;
  for (const index of programs[name] ?? []) {
    if (listed.has(index)) continue;
    listed.add(index);
    list(families[index]?.() ?? [], entries);
  }
  return entries.get(name);
}

/** Whether there is a profile of a program. */
export function isProfiled(name: string): boolean {
  return Object.hasOwn(programs, name);
}

/** A profile found for a command, and how it reads it; a text is the reason why it is none of its harmless forms. */
export interface ProfileMatch {
  readonly profile: Profile;
  readonly reading: Reading | string;
  /** Folders that it enters one after the other before all else: git's `-C`. */
  readonly folders: readonly Arg[];
}

/** What stands before the sub-command, as far as it changes nothing but the folder, and the words from there on. */
function skipLeading(base: string, args: readonly Arg[]) {
  const flags = leadingFlags[base];
  const folders: Arg[] = [];
  let start = 1;
  for (;;) {
    const word = textOf(args[start]) ?? '';
    const folder = args[start + 1];
    if (flags?.has(word) === true && !(pathspecFlag.test(word) && hasMagic(args))) start += 1;
    else if (base === 'git' && word === '-c' && shownSettings.test(textOf(folder) ?? '')) start += 2;
    else if (word !== '' && word === folderOptions[base] && folder !== undefined) {
      folders.push(folder);
      start += 2;
    } else return { folders, rest: args.slice(start) };
  }
}

function findSub(entry: Entry, base: string, args: readonly Arg[]): ProfileMatch | null {
  const { folders, rest } = skipLeading(base, args);
  const [first, second] = [textOf(rest[0]), textOf(rest[1])];
  const pair = second === null ? undefined : entry.subs.get(`${first} ${second}`);
  if (pair !== undefined) return { profile: pair, reading: readArguments(pair, rest.slice(1)), folders };
  const single = first === null ? undefined : entry.subs.get(first);
  return single === undefined ? null : { profile: single, reading: readArguments(single, rest), folders };
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

/** How a program reads its words, itself the first of them; null where that is not understood. */
export function readingOf(base: string, args: readonly Arg[]): Reading | null {
  const reading = findProfile(base, args)?.reading;
  return reading === undefined || typeof reading === 'string' ? null : reading;
}

function matchProfile(base: string, args: readonly Arg[]): ProfileMatch | null {
  const entry = entryFor(base);
  if (entry === undefined) return null;
  const found = entry.subs.size === 0 ? null : findSub(entry, base, args);
  if (found !== null) return found;
  const { plain } = entry;
  if (plain === null) return null;
  const reading = readArguments(plain, args);
  // A profile that reads its arguments itself has a reason of its own.
  const isGeneral = plain.read === undefined || reading === versionOnly;
  const isOtherSub = entry.subs.size > 0 && isGeneral && startsSub(base, args);
  return {
    profile: plain,
    // What would be said of its operands and options is about the program alone: no other ones make it harmless.
    reading: isOtherSub && typeof reading === 'string' ? formsOnly : reading,
    folders: [],
  };
}

/** Whether a sub-command is named. */
function startsSub(base: string, args: readonly Arg[]): boolean {
  return /^[a-z]/.test(textOf(skipLeading(base, args).rest[0]) ?? '');
}

/** Whether a shell itself answers to a name that has a profile. */
export function isProfiledBuiltin(name: string): boolean {
  return entryFor(name)?.plain?.builtin === true;
}
