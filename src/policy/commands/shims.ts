import { delimiter } from 'node:path';
import type { ProgramFact } from '../../core/ports.ts';
import { homesOf, type Scope, type ScopedFolder } from '../paths/scope.ts';
import { foldersFrom, isWithin } from '../paths/within.ts';
import type { Profile } from '../profiles/profile.ts';
import { baseName } from '../programs/base-name.ts';
import { words } from '../programs/words.ts';
import type { Folders } from '../shell/arg.ts';

/** Files that version managers obey in the cwd and above, as far as known; that they exist is enough. */
const loaded = words(
  'mise.toml .mise.toml mise.local.toml .mise.local.toml mise/config.toml .mise/config.toml .config/mise.toml .config/mise/config.toml ' +
    '.config/mise/conf.d .miserc.toml .rtx.toml .volta/hooks.json .corepack.env',
);

/** Files that name a version: `node path:./x` is a program in the workspace, `node 20.1.0` an installed one. */
const naming = words(
  '.tool-versions .python-version .python-versions .ruby-version .rbenv-version .node-version .nvmrc .java-version .jenv-version ' +
    '.go-version .goenv-version .goenv .php-version .perl-version .lua-version .terraform-version .bun-version .deno-version .swift-version .zig-version',
);

const managers = /^(mise|rtx|asdf|volta-shim)$/;

/** Folders of managers that link or wrap the tools right in them: `/opt/homebrew/Cellar/tfenv/3.0.0/bin/terraform`. */
const ownFolders = /[/.-](tfenv|tofuenv|tenv)[-/]/;

/** Whether a program is a shim of a version manager, which runs another program of that name. */
export function isShim({ foundPath, realPath }: ProgramFact): boolean {
  const isPlaced = /\/shims\/[^/]+$|\/\.volta\/bin\/[^/]+$/.test(foundPath);
  const isLink = managers.test(baseName(realPath)) && baseName(foundPath) !== baseName(realPath);
  return isPlaced || isLink || ownFolders.test(realPath) || /\/corepack\/dist\/\w+\.js$/.test(realPath);
}

/** Why a shim may run a program that the workspace chooses; null if not. Files in the home are the user's own. */
export function shimProblem(fact: ProgramFact, cwds: Folders, { book, workspace }: Scope): string | null {
  if (!isShim(fact)) return null;
  const isAbove = (folder: string) => homesOf(workspace).some((home) => isWithin(home, folder));
  for (const folder of (cwds ?? []).flatMap(foldersFrom)) {
    if (isAbove(folder)) continue;
    const found =
      loaded.find((name) => book.path(name, folder).exists) ??
      naming.find((name) => book.path(name, folder).runsCode === true);
    if (found !== undefined) return `"${found}" in "${folder}" can choose what it runs`;
  }
  return cwds === null ? 'the folder it runs in cannot be told' : null;
}

/** Where programs are looked up. */
export interface Place extends ScopedFolder {
  readonly searchPath: string;
}

/** The names on PATH that match. Null if there is too much to look at. */
function namesOnPath(names: RegExp, { scope: { book }, cwd, searchPath }: Place): readonly string[] | null {
  // Whoever can put a program there can as well replace the one that is started.
  if (book.search(cwd, searchPath).trusted) return [];
  const folders = searchPath.split(delimiter).map((folder) => book.path(folder || '.', cwd).realPath);
  const found = folders.map((folder) => book.entries(folder, names));
  return found.includes(null)
    ? null
    : found.flatMap((list) => list?.map(({ given }) => baseName(given)) ?? []);
}

type Starting = Pick<Profile, 'starts' | 'startsNamed'>;

/** Why a program, or one that it starts by name, may not be what it seems; null if it is. */
export function otherProgram(
  fact: ProgramFact | null,
  { starts = '', startsNamed }: Starting,
  at: Place & { readonly cwds: Folders },
): string | null {
  const { scope, cwd, searchPath, cwds } = at;
  const own = fact === null ? null : shimProblem(fact, cwds, scope);
  if (own !== null) return own;
  const named = startsNamed === undefined ? [] : namesOnPath(startsNamed, at);
  if (named === null) return 'what stands on PATH cannot be told: there is too much of it';
  for (const name of [...starts.split(' '), ...named]) {
    const started = name === '' ? null : scope.book.program(name, cwd, searchPath);
    if (started === null) continue;
    if (!started.trusted) return `it starts ${name}, which is not in a trusted folder`;
    const problem = shimProblem(started, cwds, scope);
    if (problem !== null) return `it starts ${name}: ${problem}`;
  }
  return null;
}
