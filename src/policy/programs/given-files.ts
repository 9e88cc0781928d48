import type { Words } from '../rules/pattern.ts';
import { optionValues } from './option-value.ts';
import { scriptIndex } from './vetoes.ts';

const asCommand = (file: string) => (file.includes('/') ? file : `./${file}`);

/** The file that a shell or an interpreter is given, as the command that it is by its own name: `sh deploy.sh x`. */
export function givenFile(base: string, words: Words): readonly Words[] {
  const args = words.slice(1).map((word) => word ?? '');
  const index = base === '.' || base === 'source' ? 0 : scriptIndex(base, args);
  const file = index === null ? null : (words[index + 1] ?? null);
  if (index === null || file === null) return [];
  return [[asCommand(file), ...words.slice(index + 2)]];
}

/** The files that an option has a program read commands from, as the commands that they are by their own names. */
export function filesOf(options: readonly string[], words: Words): readonly Words[] {
  return optionValues(words.slice(1), options)
    .filter((file) => !file.startsWith('<('))
    .map((file) => [asCommand(file)]);
}

/** What a shell reads as it starts. */
export const startFiles = (words: Words) => filesOf(['--rcfile', '--init-file'], words);

/** The file of commands that `crontab` is given. */
export function timedFile(words: Words): readonly Words[] {
  const [file = null] = words.slice(1).filter((word) => word?.startsWith('-') !== true);
  return file === null ? [] : [[asCommand(file)]];
}
