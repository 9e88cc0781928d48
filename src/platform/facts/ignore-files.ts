import { basename } from 'node:path';
import { compileNameGlob } from '../../core/paths/name-glob.ts';
import { isSensitiveName, secretFolderNames, sensitiveSamples } from '../../core/paths/sensitive.ts';
import type { PathFact } from '../../core/ports.ts';
import { shortText } from '../files/short-text.ts';

const names: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.rgignore']);

/** Matches a line that re-includes files (gitignore(5)), also hidden ones: its last name, and whether that is a folder. */
const takenBack = /^!(?:.*\/)?([^/]*[^/ \t\r])(\/?)[ \t\r]*$/;

const hiddenNames = [
  ...sensitiveSamples,
  ...secretFolderNames,
  ...'.htpasswd .pypirc .my.cnf .zsh_history .vault-token .dockercfg .s3cfg .boto .terraformrc'.split(' '),
];

function bringsSecret(line: string): boolean {
  const [, name = '', slash = ''] = takenBack.exec(line) ?? [];
  // All folders are re-included after a line that excludes all files.
  if (name === '' || (/^\*+$/.test(name) && slash !== '')) return false;
  return (
    isSensitiveName(name, []) || (slash === '' ? hiddenNames : secretFolderNames).some(compileNameGlob(name))
  );
}

/** The fact about a file that lists what a search leaves out. */
export function ignoreFileFact(given: string, realPath: string): Pick<PathFact, 'bringsSecrets'> {
  if (!names.has(basename(given))) return {};
  const text = shortText(realPath);
  return text !== null && !text.split('\n').some(bringsSecret) ? {} : { bringsSecrets: true };
}
