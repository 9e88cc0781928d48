import { resolve } from 'node:path';
import { ownValue } from '../../core/record.ts';
import { expandTilde } from '../paths/within.ts';
import type { Words } from '../rules/pattern.ts';
import { baseName } from './base-name.ts';
import { forms } from './carrier-forms.ts';
import { subCommandAt } from './git-globals.ts';
import { innerOf } from './inner-command.ts';
import { optionValue } from './option-value.ts';
import { each, words } from './words.ts';

/** Options whose value is the folder in which a program starts another one. */
const entering: Readonly<Record<string, readonly string[]>> = {
  env: ['-C', '--chdir'],
  sudo: ['-D', '--chdir'],
  'systemd-run': ['--working-directory'],
  ...each('unshare nsenter', words('--wd -w')),
  bwrap: ['--chdir'],
  ...each('make gmake', words('-C --directory')),
  ...each('ninja cargo git', ['-C']),
  just: words('-d --working-directory'),
  npm: words('--prefix -C'),
  pnpm: words('-C --dir'),
  yarn: ['--cwd'],
  uv: words('--directory --project'),
};

/** The arguments of a program without the command that it starts. */
function ownWords(base: string, all: Words): Words {
  const form = ownValue(forms(), base);
  const [inner = []] = form === undefined ? [] : innerOf(form, all);
  return all.slice(1, all.length - inner.length);
}

/** The folders that a program enters before it starts a command, in order; null for an unknown one. */
export function enteredBy(all: Words): Words {
  const [program = null] = all;
  const base = program === null ? '' : baseName(program);
  const options = ownValue(entering, base);
  if (options === undefined) return [];
  const own = ownWords(base, all);
  return own.flatMap((word, index): Words => {
    if (word === null) return [];
    if (options.includes(word)) return [own[index + 1] ?? null];
    const folder = optionValue(word, own[index + 1], options);
    return folder === null ? [] : [folder];
  });
}

/** The absolute folder in which a git command works, by its `-C` options. */
export function folderOfGit(words: Words, at: { readonly cwd: string; readonly home: string }): string {
  const sub = subCommandAt(words.slice(1));
  const entered = enteredBy(sub === -1 ? words : words.slice(0, sub + 1));
  return entered.reduce<string>((folder, next) => resolve(folder, expandTilde(next ?? '', at.home)), at.cwd);
}
