import { basename, dirname } from 'node:path';
import { lazy } from '../../core/async/lazy.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import type { FactBook } from '../fact-book.ts';
import { readsByLook } from '../paths/touch.ts';
import { foldPath, isWithin } from '../paths/within.ts';
import type { Profile } from '../profiles/profile.ts';
import { findStepProfile } from '../profiles/step-profile.ts';
import { ask } from '../ruling.ts';
import { MadeFiles, pathsWritten } from './made-files.ts';
import { type JudgedStep, judgeStep, type StepContext } from './step.ts';

/** Names of files that make a folder a repository or change its settings. */
const repositoryNames = /^(head|objects|refs|config|commondir)$/;
/** Matches a name that a wildcard would expand to an option, or to several words. */
const oddName = /^-|[\s*?[\]\\]/;

/**
 * Whether a step writes anything, or reads or runs in folders whose content is unknown: links there could redirect it, and a
 * repository there could configure what git runs.
 */
function isLed({ step, program, touches }: JudgedStep, folders: readonly string[], book: FactBook): boolean {
  const isInside = (path: string) => folders.some((folder) => isWithin(path, folder));
  const isListed = program?.base !== 'git';
  const isTouched = touches.some(
    ({ access, path }) => access === 'write' || (!(isListed && access === 'list') && isInside(path)),
  );
  // A wildcard without a match has touched nothing.
  const isDeep = step.args.some(
    (arg) =>
      (arg.kind === 'unknown' && arg.named !== undefined) ||
      (arg.kind === 'glob' &&
        (arg.segments.length > 1 || arg.behind !== undefined || program?.base === 'cd')),
  );
  const isThere = program?.builtin === false && (step.cwds === null || step.cwds.some(isInside));
  const isLinked =
    program?.base === 'git' && step.cwds?.some((cwd) => book.repository(cwd)?.hasLinks === true) === true;
  return isTouched || isDeep || isThere || isLinked;
}

/** Whether a written file could make git use another repository, or another index, than the one that was looked up. */
function turnsGit(path: string, { step }: JudgedStep, book: FactBook): boolean {
  const folded = foldPath(path);
  if (folded.includes('/.git/')) return true;
  const folder = dirname(path);
  // In the top folder, `.git` takes precedence.
  if (!repositoryNames.test(basename(folded)) || book.repository(folder)?.top === folder) return false;
  const isEntered = step.args.length > 1 && findStepProfile('git', step)?.folders.length !== 0;
  return isEntered || step.cwds === null || step.cwds.some((cwd) => isWithin(cwd, folder));
}

/** The profile that allowed a step. */
function allowingProfile({ step, program, by }: JudgedStep): Profile | undefined {
  return by !== 'profile' || program === null ? undefined : findStepProfile(program.base, step)?.profile;
}

/** Names of files that choose what a program runs, had they been there before. */
function choosingNames(judged: JudgedStep): readonly string[] {
  return allowingProfile(judged)?.unlessFiles?.split(' ') ?? [];
}

/** Whether a step starts a program with one of these names, directly or indirectly. */
function starts({ step, program }: JudgedStep, names: ReadonlySet<string>): boolean {
  if (program === null || program.builtin || program.name.includes('/')) return false;
  const started = findStepProfile(program.base, step)?.profile.starts?.split(' ') ?? [];
  return [program.name, ...started].some((name) => names.has(name));
}

/** The other steps of the same call. */
interface Surroundings {
  readonly steps: readonly JudgedStep[];
  readonly context: StepContext;
  /** Whether a step has a wildcard. */
  hasWildcard(): boolean;
  /** Missing paths that the steps create as files. */
  madeFiles(): MadeFiles;
  /** The steps that run git. */
  gits(): readonly JudgedStep[];
  /** The steps whose behavior files can choose, with the names of those files. */
  chosen(): readonly { readonly judged: JudgedStep; readonly names: readonly string[] }[];
  /** The steps that do more than read. */
  changing(): readonly JudgedStep[];
}

/** Facts about all steps, each computed once on first use. */
function surroundingsOf(steps: readonly JudgedStep[], context: StepContext): Surroundings {
  return {
    steps,
    context,
    hasWildcard: lazy(() => steps.some(({ step }) => step.args.some((arg) => arg.kind === 'glob'))),
    madeFiles: lazy(() => new MadeFiles(steps, context.scope.book)),
    gits: lazy(() => steps.filter(({ program, by }) => program?.base === 'git' && by === 'profile')),
    chosen: lazy(() =>
      steps.flatMap((judged) => {
        const names = choosingNames(judged);
        return names.length === 0 ? [] : [{ judged, names }];
      }),
    ),
    changing: lazy(() => steps.filter((judged) => !onlyReads(judged))),
  };
}

/** Whether a step puts a program into a folder of PATH that another step starts by name. */
function standsIn(
  paths: readonly string[],
  {
    steps,
    context,
    bringsOthers,
  }: Pick<Surroundings, 'steps' | 'context'> & { readonly bringsOthers: boolean },
): boolean {
  const { book } = context.scope;
  const folders = context.searchPath
    .split(':')
    .map((folder) => book.path(folder || '.', context.cwd).realPath);
  const isBrought = (folder: string) => bringsOthers && paths.some((path) => isWithin(folder, path));
  if (folders.some(isBrought)) return true;
  const names = new Set(
    paths.filter((path) => folders.includes(dirname(path))).map((path) => basename(path)),
  );
  return names.size > 0 && steps.some((step) => starts(step, names));
}

/** Why writes of a step would change what was looked up for the others; null if they would not. */
function changesOthers(judged: JudgedStep, surroundings: Surroundings): string | null {
  const { steps, context, hasWildcard, madeFiles, gits, chosen } = surroundings;
  const { book } = context.scope;
  const paths = pathsWritten(judged);
  const bringsOthers = judged.brought?.some((path) => !madeFiles().has(path)) === true;
  if (paths.length === 0 && !bringsOthers) return null;
  if (bringsOthers && steps.some((other) => other !== judged && isLed(other, paths, book)))
    return 'what lies in the folder it moves or copies may lead what else runs elsewhere';
  if (hasWildcard() && paths.some((path) => oddName.test(basename(path))))
    return 'a wildcard may hand on the name of a file it makes as an option or as several words';
  const isTurned = paths.some(
    (path) =>
      gits().some((other) => other !== judged && turnsGit(path, other, book)) ||
      chosen().some((other) => other.judged !== judged && other.names.includes(basename(path))),
  );
  return isTurned || standsIn(paths, { ...surroundings, bringsOthers })
    ? 'what it writes can choose what another command here runs'
    : null;
}

/** Whether a step reads what was found in folders, or a wildcard that matched no secret when it was looked up. */
function readsLooked({ step, program, isLooked }: JudgedStep): boolean {
  if (isLooked === true) return true;
  const reading = program === null ? undefined : findStepProfile(program.base, step)?.reading;
  const operands = reading === undefined || typeof reading === 'string' ? [] : reading.operands;
  return (
    operands.some(readsByLook) ||
    step.redirects.some(({ access, target }) => readsByLook({ kind: access, arg: target }))
  );
}

/** Whether a step is known to only read. */
function onlyReads({ by, program, step, touches }: JudgedStep): boolean {
  return (
    (program === null || step.wrapper || by === 'profile') &&
    !touches.some(({ access }) => access === 'write')
  );
}

function namedMaker({ program }: JudgedStep): string {
  return program === null ? 'another command here' : inQuotes(program.name);
}

/** Why a wildcard of this step may match what another step creates; null if not. */
function changedByOthers(judged: JudgedStep, { changing }: Surroundings): string | null {
  const other = changing().find((one) => one !== judged);
  if (other === undefined || !readsLooked(judged)) return null;
  const what = judged.isLooked === true ? 'what it is handed may be' : 'a wildcard may reach';
  return `${what} a file of secrets that ${namedMaker(other)} makes: run them in calls of their own`;
}

/** Judges a step by rules alone if files in its folder may choose what it runs and other steps create some. */
function unsettled(judged: JudgedStep, { changing, context }: Surroundings): JudgedStep {
  const isChosen = allowingProfile(judged)?.unlessHere !== undefined;
  const maker = isChosen ? (changing().find((one) => one !== judged) ?? changing()[0]) : undefined;
  if (maker === undefined) return judged;
  const made = `what ${namedMaker(maker)} makes here can choose what it runs (run them in calls of their own)`;
  return judgeStep(judged.step, { ...context, made });
}

/** Adjusts the steps for what the others write: all of them were judged before any runs. */
export function inTurn(steps: readonly JudgedStep[], context: StepContext): readonly JudgedStep[] {
  const surroundings = surroundingsOf(steps, context);
  return steps.map((first) => {
    const judged = unsettled(first, surroundings);
    const reason =
      judged.ruling.decision === 'allow'
        ? (changesOthers(judged, surroundings) ?? changedByOthers(judged, surroundings))
        : null;
    if (reason === null) return judged;
    const ruling = ask(reason);
    return { ...judged, ruling, asking: [...judged.asking, ruling] };
  });
}
