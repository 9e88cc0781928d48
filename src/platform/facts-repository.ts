import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errnoOf } from '../core/failure.ts';
import type { RepositoryFact } from '../core/ports.ts';

const mostConfigs = 64;

/** The text of a file, null when there is none. What is there and cannot be read counts as an unreadable config. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    return '[include]\n';
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Where a `.git` file points, or the folder itself; null when there is no repository. */
function gitFolderAt(folder: string): string | null {
  const dot = join(folder, '.git');
  if (isFolder(dot)) return dot;
  const pointed = /^gitdir: (.+)$/m.exec(textOf(dot) ?? '')?.[1];
  if (pointed !== undefined) return resolve(folder, pointed.trim());
  const bare = ['HEAD', 'objects', 'refs'].every((name) =>
    statSync(join(folder, name), { throwIfNoEntry: false }),
  );
  return bare ? folder : null;
}

function findGitFolder(start: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = gitFolderAt(folder);
    if (found !== null) return found;
    if (folder === dirname(folder)) return null;
  }
}

/** `section.key` and `section..key` (with a sub-section) of every entry, in lower case. Continuations cannot hide a key. */
function keysOf(config: string): readonly { readonly key: string; readonly value: string }[] {
  const keys: { key: string; value: string }[] = [];
  let section = '';
  for (const line of config.split(/\r?\n/)) {
    let rest = line.trim();
    const header = /^\[\s*([\w.-]+)(\s+"(?:[^"\\]|\\.)*")?\s*\]/.exec(rest);
    if (header !== null) {
      const name = (header[1] ?? '').toLowerCase();
      section = header[2] === undefined && !name.includes('.') ? name : `${name.split('.')[0]}.`;
      if (/^include(if)?$/.test(name.split('.')[0] ?? '')) keys.push({ key: 'include', value: '' });
      rest = rest.slice(header[0].length).trim();
    } else if (rest.startsWith('[')) keys.push({ key: 'include', value: '' });
    const entry = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest);
    if (entry !== null)
      keys.push({ key: `${section}.${(entry[1] ?? '').toLowerCase()}`, value: entry[2] ?? '' });
  }
  return keys;
}

const driverKeys =
  /^(include|filter\.\.(clean|smudge|process)|diff\.\.(textconv|command)|extensions\.partialclone|remote\.\.promisor)$/;
const programKeys =
  /^(core\.(fsmonitor|hookspath|pager|editor|sshcommand|askpass|gitproxy|alternaterefscommand|worktree)|diff\.external|pager\.\w+|gpg\.(program|.*program)|gpg\.\.program|interactive\.difffilter|credential\.{1,2}helper|sequence\.editor|log\.showsignature|uploadpack\..*|merge\.\.driver|alias\..*)$/;
const harmlessValues = /^(false|no|off|0|"")?$/i;

/** Configs of the repository, of this worktree and of its submodules; null when there are too many to read. */
function configsOf(gitFolder: string): readonly string[] | null {
  const common = textOf(join(gitFolder, 'commondir'))?.trim();
  const shared = common === undefined ? gitFolder : resolve(gitFolder, common);
  const folders = [shared];
  const configs: string[] = [textOf(join(gitFolder, 'config.worktree')) ?? ''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const text = textOf(join(folder, 'config'));
    if (text !== null) configs.push(text);
    if (configs.length > mostConfigs) return null;
    const modules = text === null ? folder : join(folder, 'modules');
    if (isFolder(modules)) {
      for (const name of readdirSync(modules)) {
        if (isFolder(join(modules, name))) folders.push(join(modules, name));
      }
    }
    if (folders.length > mostConfigs) return null;
  }
  return configs;
}

function hooksOf(gitFolder: string): readonly string[] {
  try {
    return readdirSync(join(gitFolder, 'hooks')).filter((name) => !name.endsWith('.sample'));
  } catch {
    return [];
  }
}

/** What the repository around a real folder is configured to run, by its own files; null outside any repository. */
export function factOfRepository(folder: string): RepositoryFact | null {
  const gitFolder = findGitFolder(folder);
  if (gitFolder === null) return null;
  const configs = configsOf(gitFolder);
  if (configs === null) return { drivers: ['very many submodules'], programs: [] };
  const keys = configs.flatMap(keysOf);
  const named = (pattern: RegExp) =>
    keys
      .filter(({ key, value }) => pattern.test(key) && !harmlessValues.test(value.trim()))
      .map(({ key }) => key);
  const includes = keys.filter(({ key }) => key === 'include').map(({ key }) => key);
  const hooks = hooksOf(gitFolder).map((name) => `hooks/${name}`);
  return { drivers: [...includes, ...named(driverKeys)], programs: [...named(programKeys), ...hooks] };
}
