import { basename, dirname, join } from 'node:path';
import { ownValue } from '../../core/record.ts';
import { leadsBehind } from '../paths/holding.ts';
import { expandTilde } from '../paths/within.ts';
import { baseName, baseOf } from '../programs/base-name.ts';
import { subCommandAt } from '../programs/git-globals.ts';
import { optionValue, takesNext } from '../programs/option-value.ts';
import { isOnOtherMachine, placedFiles, placingOf } from '../programs/placing.ts';
import { each } from '../programs/words.ts';
import { removesPacked } from '../programs/written.ts';
import { hasWord, type Words } from '../rules/pattern.ts';
import { fdProblem, findProblem } from './finding.ts';
import { type Extent, firstCritical, hasOption, operandsOf, type RemovalContext } from './targets.ts';

/** Why a command would cause a loss; null if it would not. */
type Loss = (words: Words, context: RemovalContext) => string | null;

function removing(target: string | null): string | null {
  return target === null ? null : `it removes "${target}" with everything below`;
}

/** Matches all files of a system folder whose files, not only its subfolders, are vital. */
const holdsPrograms = /^\/(usr\/)?(local\/)?(s?bin|lib\w*|boot|etc)\/+[*?]+$/;

/** Like `firstCritical`, but for removal by name: a link itself counts, not its target, unless a slash or a wildcard follows. */
function firstTaken(operands: readonly string[], context: RemovalContext, extent: Extent): string | null {
  const real = (path: string) => join(context.real(dirname(path)), basename(path));
  const plain = operands.filter((operand) => !leadsBehind(operand));
  return (
    firstCritical(plain, { ...context, real }, extent) ??
    firstCritical(operands.filter(leadsBehind), context, extent)
  );
}

const rm: Loss = (words, context) => {
  if (hasOption(words, 'rR', 'recursive')) return removing(firstTaken(operandsOf(words), context, 'all'));
  const files = operandsOf(words).find((operand) => holdsPrograms.test(operand));
  return files === undefined ? null : `it removes "${files}"`;
};

/** A program that always removes folders with their content. */
const remover: Loss = (words, context) => removing(firstCritical(operandsOf(words), context, 'all'));

const change: Loss = (words, context) => {
  if (!hasOption(words, 'R', 'recursive')) return null;
  const isReference = words.some((word) => word?.startsWith('--reference') === true);
  const isFirstMode = /^ch(mod|own|grp)$/.test(baseOf(words)) && !isReference;
  const target = firstCritical(operandsOf(words).slice(isFirstMode ? 1 : 0), context, 'system');
  return target === null ? null : `it changes everything below "${target}"`;
};

const mv: Loss = (words, context) => {
  const target = firstTaken(placedFiles('mv', words.slice(1)), context, 'beyond work');
  return target === null ? null : `it moves "${target}" away`;
};

/** Options that spare some files missing at the source. */
const sparing = /^(?:--(?:exclude|filter|include|files-from|cvs-exclude)|-(?!-)[A-Za-z]*[fFC])/;

/** What `rsync` moves away, or loses by `--delete`; that includes the workspace if nothing is spared and the source is on this machine. */
const rsync: Loss = (words, context) => {
  const placing = placingOf('rsync', words.slice(1));
  if (placing === null || hasOption(words, 'n', 'dry-run')) return null;
  const { sources, into } = placing;
  if (hasWord(words, /^--remove-(?:source|sent)-files$/)) {
    const moved = firstCritical(sources, context, 'beyond work');
    if (moved !== null) return `it moves the files of "${moved}" away`;
  }
  if (!hasWord(words, /^--del(ete)?(-\w+)*$/)) return null;
  const isMirror = sources.some(isOnOtherMachine);
  const isSpared = isMirror || words.some((word) => word === null || sparing.test(word));
  const isCopied = sources.length > 0 || words.includes(null);
  const target = isCopied ? firstCritical([into], context, isSpared ? 'beyond work' : 'all') : null;
  return target === null ? null : `it removes from "${target}" all that is not elsewhere`;
};

/** The folders that a git command runs in and works on, by the options before its sub-command. */
function gitFolder(words: Words, sub: number, context: RemovalContext): RemovalContext {
  let { cwds } = context;
  for (let index = 1; index < sub; index += 1) {
    const [word, next] = [words[index] ?? '', words[index + 1]];
    const folder = word === '-C' ? next : optionValue(word, next, ['--work-tree']);
    if (folder == null) continue;
    const named = expandTilde(folder, context.home);
    cwds = cwds.map((cwd) => (named.startsWith('/') ? named : join(cwd, named)));
  }
  return { ...context, cwds };
}

/** Whether a git command overwrites files with those of the repository. */
function overwrites([sub = null, ...rest]: Words): boolean {
  const all = [sub, ...rest];
  switch (sub) {
    case 'checkout':
    case 'switch':
      return hasOption(all, 'f', 'force') || rest.includes('.') || rest.includes('--discard-changes');
    case 'reset':
      return hasOption(all, '', 'hard');
    case 'read-tree':
      return hasOption(all, 'u', 'reset');
    case 'checkout-index':
      return hasOption(all, 'f', 'force');
    default:
      return sub === 'restore';
  }
}

function cleaned(words: Words, sub: number, context: RemovalContext): string | null {
  const rest = words.slice(sub);
  if (!hasOption(rest, 'f', 'force') || !hasOption(rest, 'd', 'd') || hasOption(rest, 'n', 'dry-run'))
    return null;
  const given = rest.filter((_, index) => !takesNext(rest[index - 1] ?? '', ['-e', '--exclude']));
  // A path below the repository, which may be what is above.
  const operands = operandsOf(given).map((path) => path.replace(/^:(?:\/|\(top\))/, './'));
  const folders = operands.length === 0 ? ['.'] : operands;
  const target = firstCritical(folders, gitFolder(words, sub, context), 'beyond work');
  return target && 'it removes what git does not keep from a folder that is more than the work';
}

const git: Loss = (words, context) => {
  const sub = subCommandAt(words.slice(1)) + 1;
  if (sub === 0) return null;
  if (words[sub] === 'clean') return cleaned(words, sub, context);
  const isElsewhere = hasWord(words.slice(1, sub), /^--work-tree(?:=|$)/);
  if (!isElsewhere || !overwrites(words.slice(sub))) return null;
  const target = firstCritical(['.'], gitFolder(words, sub, context), 'system');
  return target && 'it writes what git keeps over the files of a system folder';
};

const losses: Readonly<Record<string, Loss>> = {
  rm,
  find: findProblem,
  ...each('fd fdfind', fdProblem),
  ...each('chmod chown chgrp chattr setfacl', change),
  mv,
  rsync,
  git,
  ...each('rimraf srm trash trash-put del-cli', remover),
  rclone: (words, context) => (hasWord(words, /^(purge|delete)$/) ? remover(words.slice(1), context) : null),
  gio: (words, context) => (words[1] === 'trash' ? remover(words.slice(1), context) : null),
};

/** Why a command would remove critical folders or change their owner or mode; null if it would not. */
export function removalProblem(words: Words, context: RemovalContext): string | null {
  const program = words[0];
  if (typeof program !== 'string') return null;
  const base = baseName(program);
  const loss = ownValue(losses, base) ?? (removesPacked(base, words.slice(1)) ? remover : null);
  return loss?.(words, context) ?? null;
}
