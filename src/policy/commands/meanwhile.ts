import { basename, dirname } from 'node:path';
import type { FactBook } from '../fact-book.ts';
import { foldPath, isWithin } from '../paths/within.ts';
import { findProfile } from '../profiles/table.ts';
import { ask } from '../ruling.ts';
import type { JudgedStep } from './step.ts';

/** Names that make a folder a repository, or its settings others. */
const repositoryNames = /^(head|objects|refs|config|commondir)$/;
/** A name that a wildcard would hand on as an option, or as several words. */
const oddName = /^-|[\s*?[\]\\]/;

function writtenBy({ touches }: JudgedStep): readonly string[] {
  return touches.filter(({ access }) => access === 'write').map(({ path }) => path);
}

/**
 * Whether a step writes anything, or reads or runs in folders that nobody could look into: links there lead what it names
 * elsewhere, and a repository there configures what git runs.
 */
function isLed({ step, program, touches }: JudgedStep, folders: readonly string[], book: FactBook): boolean {
  const isInside = (path: string) => folders.some((folder) => isWithin(path, folder));
  const isListed = program?.base !== 'git';
  const isTouched = touches.some(
    ({ access, path }) => access === 'write' || (!(isListed && access === 'list') && isInside(path)),
  );
  // A wildcard that reaches nothing yet has touched nothing.
  const isDeep = step.args.some((arg) => arg.kind === 'glob' && arg.segments.length > 1);
  const isThere = program?.builtin === false && (step.cwds === null || step.cwds.some(isInside));
  const isLinked =
    program?.base === 'git' && step.cwds?.some((cwd) => book.repository(cwd)?.hasLinks === true) === true;
  return isTouched || isDeep || isThere || isLinked;
}

/** Whether a written file would have git find another repository, or read another list of files, than the one that was looked at. */
function turnsGit(path: string, { step, program, by }: JudgedStep, book: FactBook): boolean {
  if (program?.base !== 'git' || by !== 'profile') return false;
  const folded = foldPath(path);
  if (folded.includes('/.git/')) return true;
  const folder = dirname(path);
  // Right in the top folder its `.git` comes first.
  if (!repositoryNames.test(basename(folded)) || book.repository(folder)?.top === folder) return false;
  const isEntered = step.args.length > 1 && findProfile('git', step.args)?.folders.length !== 0;
  return isEntered || step.cwds === null || step.cwds.some((cwd) => isWithin(cwd, folder));
}

/** Whether a written file chooses what a program runs, had it been there before. */
function chooses(path: string, { step, program, by }: JudgedStep): boolean {
  if (by !== 'profile' || program === null) return false;
  const names = findProfile(program.base, step.args)?.profile.unlessFiles?.split(' ') ?? [];
  return names.includes(basename(path));
}

/** Why what a step writes would change what was seen of the others, or null. */
function changesOthers(judged: JudgedStep, steps: readonly JudgedStep[], book: FactBook): string | null {
  const paths = writtenBy(judged);
  const others = steps.filter((other) => other !== judged);
  if (judged.brings === true && others.some((other) => isLed(other, paths, book)))
    return 'what lies in the folder it moves or copies may lead what else runs elsewhere';
  const hasWildcard = steps.some(({ step }) => step.args.some((arg) => arg.kind === 'glob'));
  if (hasWildcard && paths.some((path) => oddName.test(basename(path))))
    return 'a wildcard may hand on the name of a file it makes as an option or as several words';
  return paths.some((path) => others.some((other) => turnsGit(path, other, book) || chooses(path, other)))
    ? 'what it writes can choose what another command here runs'
    : null;
}

/** Steps in the light of what the others write: all of them were looked at before any of them runs. */
export function inTurn(steps: readonly JudgedStep[], book: FactBook): readonly JudgedStep[] {
  return steps.map((judged) => {
    const reason = judged.ruling.decision === 'allow' ? changesOthers(judged, steps, book) : null;
    if (reason === null) return judged;
    const ruling = ask(reason);
    return { ...judged, ruling, asking: [...judged.asking, ruling] };
  });
}
