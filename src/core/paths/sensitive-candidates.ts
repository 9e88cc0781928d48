import { isSensitiveName, secretFolderNames, tellingParts } from './sensitive.ts';

/** Folders in which there are secrets, by their names in a home. */
const holders = [...secretFolderNames, '.config'];

/**
 * Case-insensitive globs in ripgrep's grammar (a name without a slash at any depth) that take every file `isSensitiveName`
 * takes by its built-in names, and more: a search asks the file system for these candidates and judges only them. They are
 * relative to where it begins: but for a folder whose whole content is secret they name no folder.
 */
export const sensitiveCandidates: readonly string[] = [
  '*.env*',
  'id_*',
  '*credentials*',
  '*{client_secret,client-secret,service}*.json*',
  'secret*',
  '.secret*',
  '.{npmrc,netrc,pgpass,my.cnf,git-credentials,pypirc,htpasswd,dockercfg,s3cfg,boto,vault-token,terraformrc}*',
  '_{npmrc,netrc,pgpass,my.cnf,git-credentials}*',
  '.*_history*',
  '*.{pem,key,p12,pfx,jks,kdbx,ppk}*',
  'ssh_host_*_key*',
  'master.passwd*',
  `**/{${holders.join()}}/**`,
  '**/{private,secrets}/**',
  '{shadow,gshadow}*',
  '{environ,mem,maps,auxv,kcore}*',
];

const held = [...holders.map((name) => `\\${name}`), 'private', 'secrets'];
const secretFolder = new RegExp(`[\\\\/](${held.join('|')})([\\\\/]|$)`, 'i');

/** Whether every file below a folder, by its absolute path, is a candidate: the globs do not see that they lie in such a one. */
export function isAllCandidates(folder: string): boolean {
  return secretFolder.test(folder);
}

const telling = new RegExp(tellingParts.map((part) => part.replaceAll('.', '\\.')).join('|'), 'i');

/**
 * Whether `isSensitiveName` can be true of a path by its built-in names; false rules it out at a tenth of the cost. May be asked
 * of a folder and of the names below it apart: it is true of the whole path only if it is of one of them.
 */
export function isSensitiveCandidate(path: string): boolean {
  return telling.test(path);
}

/** `isSensitiveName`, asked only where it can be true: for the thousands of paths of a search. `isHarmless` looks inside. */
export function isSensitiveFile(
  path: string,
  globs: readonly string[],
  isHarmless: (path: string) => boolean,
): boolean {
  if (globs.length === 0 && !isSensitiveCandidate(path)) return false;
  return isSensitiveName(path, globs) && isSensitiveName(path, globs, isHarmless(path));
}
