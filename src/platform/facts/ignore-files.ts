import { basename } from 'node:path';
import { compileNameGlob } from '../../core/paths/name-glob.ts';
import { isSensitiveName, secretFolderNames, sensitiveSamples } from '../../core/paths/sensitive.ts';
import type { PathFact } from '../../core/ports.ts';
import { shortText } from '../files/short-text.ts';

const names: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.rgignore']);

/** The last name of a line that takes something back in (gitignore(5)), and whether it is a folder: with it a search also shows what is hidden. */
const takenBack = /^!(?:.*\/)?([^/]*[^/ \t\r])(\/?)[ \t\r]*$/;

const hiddenNames = [
  ...sensitiveSamples,
  ...secretFolderNames,
  ...'.htpasswd .pypirc .my.cnf .zsh_history .vault-token .dockercfg .s3cfg .boto .terraformrc'.split(' '),
];

function bringsSecret(line: string): boolean {
  const [, name = '', slash = ''] = takenBack.exec(line) ?? [];
  // All folders are taken back in behind a line that leaves all files out.
  if (name === '' || (/^\*+$/.test(name) && slash !== '')) return false;
  return (
    isSensitiveName(name, []) || (slash === '' ? hiddenNames : secretFolderNames).some(compileNameGlob(name))
  );
}

/** What is known of a file that says which files a search leaves out. */
export function ignoreFileFact(given: string, realPath: string): Pick<PathFact, 'bringsSecrets'> {
  if (!names.has(basename(given))) return {};
  const text = shortText(realPath);
  return text !== null && !text.split('\n').some(bringsSecret) ? {} : { bringsSecrets: true };
}
