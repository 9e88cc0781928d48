import { basename, join } from 'node:path';
import type { MatchFact } from '../../core/ports.ts';
import { anyName } from '../fact-book.ts';
import { judgePath, type Scope } from '../paths/scope.ts';
import { inUnknownFolder, type JudgedTouch } from '../paths/touch.ts';
import { expandTilde, foldersFrom } from '../paths/within.ts';
import type { Profile } from '../profiles/profile.ts';
import type { ProfileMatch } from '../profiles/table.ts';
import type { Folders } from '../shell/arg.ts';

function namesIn(text: string | undefined): readonly string[] {
  return text?.split(' ') ?? [];
}

/** Whether what is named like something that changes what a program runs is a folder without what would do so. */
function isEmptyHere({ emptyHere }: Profile, { given, path }: MatchFact, scope: Scope): boolean {
  if (emptyHere === undefined || path.kind !== 'folder' || !emptyHere.names.test(basename(given)))
    return false;
  const entries = scope.book.entries(path.realPath, anyName) ?? [];
  // A folder that cannot be listed seems to have no entries, but they may be opened by name.
  return entries.length > 0 && entries.every((entry) => !emptyHere.unless.test(basename(entry.given)));
}

/** Why something in the cwd would change what a program runs; null if nothing does. */
function choosingHere(profile: Profile, cwds: Folders, scope: Scope): string | null {
  const { unlessHere } = profile;
  if (unlessHere === undefined) return null;
  if (cwds === null) return inUnknownFolder;
  for (const folder of cwds) {
    const found = scope.book.entries(scope.book.path('.', folder).realPath, unlessHere);
    if (found === null) return `too much lies in "${folder}" to look at what could choose what it runs`;
    const first = found.find((match) => !isEmptyHere(profile, match, scope));
    if (first !== undefined) return `"${basename(first.given)}" in "${folder}" can choose what it runs`;
  }
  return null;
}

/** Why a file in the cwd or above would change what a program runs or shows; null if none does. */
export function choosingFile(profile: Profile, cwds: Folders, scope: Scope): string | null {
  const here = choosingHere(profile, cwds, scope);
  if (here !== null) return here;
  const { unlessFiles, looksFor, readsManifests } = profile;
  const [names, looked] = [namesIn(unlessFiles), namesIn(looksFor)];
  if (names.length + looked.length === 0) return null;
  for (const folder of (cwds ?? []).flatMap(foldersFrom)) {
    const found =
      names.find((name) => scope.book.path(name, folder).exists) ??
      looked.find((name) => scope.book.path(name, folder).runsCode === true);
    if (found !== undefined) return `"${found}" in "${folder}" can choose what it runs`;
    const bringing = looked.find((name) => scope.book.path(name, folder).bringsSecrets === true);
    if (bringing !== undefined) return `"${bringing}" in "${folder}" has it search files of secrets`;
  }
  if (cwds === null) return 'the folder it runs in cannot be told';
  const full = cwds
    .flatMap(foldersFrom)
    .find((folder) => readsManifests === true && scope.book.linkedManifests(folder) === null);
  return full === undefined ? null : `which packages lie in "${full}" cannot be told`;
}

function readAs(given: string, cwd: string, scope: Scope): JudgedTouch {
  return {
    access: 'read',
    path: given,
    ruling: judgePath(scope, { access: 'read', given, cwd, fact: null }),
  };
}

/** Links among the files that a program looks for in the cwd and above: in error messages it shows text of files it cannot parse. */
function linkedFiles({ looksFor }: Profile, cwd: string, scope: Scope): readonly string[] {
  const names = namesIn(looksFor);
  if (names.length === 0) return [];
  return foldersFrom(cwd).flatMap((folder) => {
    const here = scope.book.path('.', folder).realPath;
    const isLink = (name: string) => {
      const { exists, realPath } = scope.book.path(name, folder);
      return exists && realPath !== join(here, name);
    };
    return names.filter(isLink).map((name) => join(folder, name));
  });
}

/** Links among the manifests that a program reads in the cwd and above as a root, which it prints whole or where it cannot parse them. */
function linkedManifests({ readsManifests }: Profile, cwd: string, scope: Scope): readonly string[] {
  if (readsManifests !== true) return [];
  return foldersFrom(cwd).flatMap((folder) => scope.book.linkedManifests(folder) ?? []);
}

/** Where git keeps the settings of a user. */
const userSettings = ['~/.gitconfig', '~/.config/git/config'];

/** The files of git's settings, if a command shows what is in them; none under full security, where nobody could be asked. */
function shownSettings({ profile, reading }: ProfileMatch, cwd: string, scope: Scope): readonly string[] {
  if (scope.mode.security === 'full') return [];
  const shows = typeof reading !== 'string' && profile.showsSettings?.(reading) === true;
  return shows ? [...(scope.book.repository(cwd)?.settings ?? []), ...userSettings] : [];
}

/** Judges reading the files that a program reads without being told to, such as those git is configured with, and links. */
export function unnamedTouches(
  base: string,
  match: ProfileMatch,
  cwds: Folders,
  scope: Scope,
): readonly JudgedTouch[] {
  const { profile } = match;
  return (cwds ?? []).flatMap((cwd) => {
    const kept = base === 'git' ? (scope.book.repository(cwd)?.reads ?? []) : [];
    const paths = [
      ...[...kept, ...shownSettings(match, cwd, scope)].map((path) =>
        expandTilde(path, scope.workspace.home),
      ),
      ...linkedFiles(profile, cwd, scope),
      ...linkedManifests(profile, cwd, scope),
    ];
    return paths.map((path) => readAs(path, cwd, scope));
  });
}
