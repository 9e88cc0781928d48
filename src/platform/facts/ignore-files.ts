import { basename } from 'node:path';
import { compileNameGlob } from '../../core/paths/name-glob.ts';
import { isSensitiveName, sensitiveSamples } from '../../core/paths/sensitive.ts';
import type { PathFact } from '../../core/ports.ts';
import { shortText } from '../files/short-text.ts';

const names: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.rgignore']);

/** The last name of a line that takes a file back in (gitignore(5)): with it a search also shows one that is hidden. */
const takenBack = /^!(?:.*\/)?([^/]+?)[ \t\r]*$/;

function bringsSecret(line: string): boolean {
  const [, name = ''] = takenBack.exec(line) ?? [];
  if (name === '') return false;
  if (!/[*?[\\]/.test(name)) return isSensitiveName(name, []);
  const matches = compileNameGlob(name);
  return sensitiveSamples.some((secret) => matches(secret));
}

/** What is known of a file that says which files a search leaves out. */
export function ignoreFileFact(given: string, realPath: string): Pick<PathFact, 'bringsSecrets'> {
  if (!names.has(basename(given))) return {};
  const text = shortText(realPath);
  return text !== null && !text.split('\n').some(bringsSecret) ? {} : { bringsSecrets: true };
}
