import { isAbsolute, normalize } from 'node:path';
import { isRemovedName } from '../../core/environment.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { escapeLine } from '../../core/text/unseen.ts';
import type { Mode } from '../mode.ts';
import type { Scope } from '../paths/scope.ts';
import { inUnknownFolder, type JudgedTouch, judgeReach, operandTouches } from '../paths/touch.ts';
import { findStepProfile } from '../profiles/step-profile.ts';
import { isProfiledBuiltin, type ProfileMatch } from '../profiles/table.ts';
import { scriptIndex } from '../programs/vetoes.ts';
import { findAllowance } from '../rules/match.ts';
import type { CommandRule } from '../rules/rule.ts';
import { allow, ask, builtIn, deny, miss, type Ruling, strictest } from '../ruling.ts';
import { type Step, textOf } from '../shell/arg.ts';
import type { StreamUse } from '../shell/streams.ts';
import { isNameable } from '../shell/variables.ts';
import { isOneAtATime } from '../shell/walked.ts';
import { noProgram, programProblem, unmetProblem, whatItDoes } from './absent.ts';
import { changeOf } from './changes.ts';
import { heldBack } from './held-back.ts';
import { type Program, programOf } from './program.ts';
import { shellProblem } from './shell-forms.ts';
import { otherProgram } from './shims.ts';
import { choosingFile, unnamedTouches } from './unnamed-files.ts';
import { classifyVariable } from './variable-names.ts';
import { lookedUp } from './walked-folders.ts';

/** What steps are judged with. */
export interface StepContext {
  readonly scope: Scope;
  readonly rules: readonly CommandRule[];
  readonly cwd: string;
  readonly searchPath: string;
  readonly mode: Mode;
  /** Whether the output is a terminal. */
  readonly pty: boolean;
  /** Why the content of its folder by then is unknown. */
  readonly made?: string;
  /** Whether the shell's environment lacks a variable, so that setting it does not export it; without this function nothing is known. */
  readonly isAbsent?: (name: string) => boolean;
}

/** Adds what a text does to file descriptors; no change if those are unknown. */
export function withStreams(context: StepContext, more: readonly StreamUse[]): StepContext {
  const { streams } = context.scope;
  if (streams === undefined || more.length === 0) return context;
  return { ...context, scope: { ...context.scope, streams: [...streams, ...more] } };
}

/** A step with the rulings on it. */
export interface JudgedStep {
  readonly step: Step;
  readonly program: Program | null;
  readonly ruling: Ruling;
  readonly touches: readonly JudgedTouch[];
  /** What allowed the program, regardless of the paths it touches. */
  readonly by: 'profile' | 'rule' | 'none';
  /** All rulings that ask. */
  readonly asking: readonly Ruling[];
  /** Whether a hook would run when git refreshes its index. */
  readonly hasIndexHook?: boolean;
  /** Real paths of sources that it moves or copies and that are not files: links in them could lead later commands elsewhere. */
  readonly brought?: readonly string[];
  /** Whether it reads everything in folders that were looked through. */
  readonly isLooked?: boolean;
  /** Real path of the script given to its interpreter, or of the program itself if it is not trusted; null for none. */
  readonly script: string | null;
}

/** Whether a step only sets a shell variable that no program gets: `DIR=src`. */
function isShellsAlone({ args, shell }: Step, name: string, { isAbsent }: StepContext): boolean {
  return args.length === 0 && shell && isNameable(name) && isAbsent?.(name) === true;
}

function assignmentRulings(step: Step, context: StepContext): readonly Ruling[] {
  const { mode } = context;
  return step.assignments.flatMap(({ name, value }): Ruling[] => {
    // `IFS= read` only changes how its line is split.
    if (name === 'IFS' && step.shell && textOf(step.args[0]) === 'read') return [];
    const kind = classifyVariable(name, textOf(value));
    if (mode.security === 'full') {
      return isRemovedName(name)
        ? [deny(`${name} changes what the command means`, builtIn('environment'))]
        : [];
    }
    if (kind === 'plain' || isShellsAlone(step, name, context)) return [];
    return [ask(`setting ${name} can change which code runs or whom it trusts`, builtIn('environment'))];
  });
}

function redirectTouches(step: Step, scope: Scope): readonly JudgedTouch[] {
  const opened = step.redirects.map(({ access, target }) => ({ kind: access, arg: target }));
  const tested = step.touched.map(({ access, target }) => ({ kind: access, arg: target }));
  return [...opened, ...tested].flatMap(({ kind, arg }) =>
    judgeReach(scope, { kind, arg, exposed: false, cwds: step.cwds }),
  );
}

/** Why git may run programs in the folders of a step; null if not. */
function repositoryProblem({ cwds }: Step, scope: Scope): string | null {
  if (cwds === null) return inUnknownFolder;
  for (const cwd of cwds) {
    const driver = scope.book.repository(cwd)?.drivers[0];
    // The repository chose this name.
    if (driver !== undefined)
      return `the repository configures programs to run (${cutText(escapeLine(driver), 100)})`;
  }
  return null;
}

const everyVariable = 'it prints every variable';

/** Whether a command prints the whole environment. */
function printsAll({ args }: Step, { base }: Program): boolean {
  return args.length === 1 && /^(?:env|printenv)$/.test(base);
}

/** Why a matching profile does not apply; null if it does. */
function profileProblem(
  match: ProfileMatch,
  step: Step,
  program: Program,
  context: StepContext,
): string | null {
  const { profile } = match;
  const answered = program.builtin && profile.builtin === true;
  if (program.fact?.isElsewhere === true) return 'which program that is cannot be told from here';
  const untrusted = answered ? null : programProblem(program, step, context);
  if (untrusted !== null) return untrusted;
  if (!answered && program.fact === null && profile.builtin === true) return noProgram;
  if (program.builtin && profile.builtin !== true) return 'the shell answers to its name';
  if (program.name === 'export' && step.assignments.length === 0) return everyVariable;
  const other = otherProgram(program.fact, profile, { ...context, cwds: step.cwds });
  if (other !== null) return other;
  const set = profile.unlessSet?.split(' ').find((name) => context.isAbsent?.(name) !== true);
  if (set !== undefined) return `${set} may be set, and can choose what it runs`;
  if (profile.unlessHere !== undefined && context.made !== undefined) return context.made;
  const blocking = choosingFile(match.profile, step.cwds, context.scope);
  if (blocking !== null) return blocking;
  return program.base === 'git' ? repositoryProblem(step, context.scope) : null;
}

/** The touches that hold back names from wildcards, which the shell expands in its own folder, not in one that the program enters. */
function heldNames({ args, cwds }: Step, scope: Scope): readonly JudgedTouch[] {
  return args
    .filter(({ kind }) => kind === 'glob')
    .flatMap((arg) => judgeReach(scope, { kind: 'text', arg, exposed: true, cwds }))
    .filter(({ ruling }) => ruling.decision !== 'allow');
}

/** Moves a step to the folders that its program enters first, with the touches of those. */
function enterFolders(match: ProfileMatch | null, step: Step, scope: Scope) {
  const { folders = [] } = match ?? {};
  const touches: JudgedTouch[] = folders.length === 0 ? [] : [...heldNames(step, scope)];
  let { cwds } = step;
  for (const arg of folders) {
    touches.push(...judgeReach(scope, { kind: 'list', arg, exposed: false, cwds }));
    const folder = textOf(arg);
    if (folder === '') continue;
    if (arg.kind === 'glob' && isOneAtATime(arg)) {
      cwds = lookedUp(cwds?.map((from) => ({ from, wildcard: arg })) ?? null, scope);
      continue;
    }
    const from = folder !== null && isAbsolute(folder) ? ['/'] : cwds;
    cwds = folder === null || from === null ? null : from.map((cwd) => scope.book.path(folder, cwd).realPath);
  }
  return { placed: { ...step, cwds }, touches };
}

interface ProgramAnswer {
  readonly ruling: Ruling;
  readonly by: JudgedStep['by'];
  readonly touches: readonly JudgedTouch[];
  readonly hasIndexHook?: boolean;
  readonly brought?: readonly string[];
}

/** The answer by profile: allowed with its paths judged, or the reason why the profile does not apply. */
function profileAnswer(
  match: ProfileMatch | null,
  step: Step,
  at: { readonly program: Program; readonly context: StepContext; readonly touches: readonly JudgedTouch[] },
): Ruling | string {
  if (printsAll(step, at.program)) return everyVariable;
  const { builtin, fact, base } = at.program;
  if (match === null && !builtin && fact === null) return noProgram;
  if (match === null) return shellProblem(base, step) ?? 'no rule or profile allows it';
  const { reading } = match;
  const problem =
    typeof reading === 'string'
      ? (shellProblem(base, step) ?? reading)
      : profileProblem(match, step, at.program, at.context);
  if (problem !== null) return problem;
  const refused = at.touches.map((touch) => touch.ruling).filter((ruling) => ruling.decision !== 'allow');
  return strictest(
    refused,
    allow(whatItDoes('only reads', at.program), builtIn(`profile ${match.profile.names}`)),
  );
}

function programAnswer(step: Step, program: Program, context: StepContext): ProgramAnswer {
  const match = findStepProfile(program.base, step);
  const { placed, touches: entered } = enterFolders(match, step, context.scope);
  const touches = match === null ? [] : [...entered, ...operandTouches(match, placed, context.scope)];
  if (match !== null) touches.push(...unnamedTouches(program.base, match, placed.cwds, context.scope));
  const profiled = profileAnswer(match, placed, { program, context, touches });
  const hasIndexHook =
    program.base === 'git' &&
    placed.cwds?.some((cwd) => context.scope.book.repository(cwd)?.hasIndexHook === true) === true;
  if (typeof profiled !== 'string' && profiled.decision !== 'ask')
    return { ruling: profiled, by: 'profile', touches, hasIndexHook };
  const { allowance, refusal } = findAllowance(step, program, {
    rules: context.rules,
    workspace: context.scope.workspace,
    isProven: typeof profiled !== 'string',
    unmet: (first) => unmetProblem(first, program, { step: placed, place: context }),
  });
  if (allowance !== null) {
    const { base } = program;
    const held = heldBack(step, allowance.spelled, { base, context, touches, cwds: placed.cwds });
    return { ruling: strictest(held, allow('a rule allows it', allowance.rule.ref)), by: 'rule', touches };
  }
  if (typeof profiled !== 'string') return { ruling: profiled, by: 'profile', touches, hasIndexHook };
  const change = changeOf(placed, program, context.scope);
  if (change !== null && typeof change !== 'string') return { ...change, by: 'profile' };
  return { ruling: miss(`${program.name}: ${refusal ?? change ?? profiled}`), by: 'none', touches };
}

/** The file whose content decides what a step does, if it is one file and not a trusted program; null otherwise. */
function scriptOf(step: Step, program: Program, context: StepContext): string | null {
  if (program.fact !== null && !program.fact.trusted) return program.fact.realPath;
  const args = step.args.slice(1).map((arg) => arg.text);
  const index = scriptIndex(program.base, args);
  const script = index === null ? null : textOf(step.args[index + 1]);
  const cwd = step.cwds?.length === 1 ? step.cwds[0] : undefined;
  if (script === null || cwd === undefined) return null;
  const fact = context.scope.book.path(script, cwd);
  return fact.kind === 'file' ? fact.realPath : null;
}

/** Makes the folder of a step unknown if a `cd` with `..` before it may not lead where its name says. */
function placedByName(step: Step, { book }: Scope): Step {
  const isFolder = (path: string) => book.path(path, '/').kind === 'folder';
  return step.climbed.some((path) => !isFolder(normalize(path)) && isFolder(path))
    ? { ...step, cwds: null }
    : step;
}

/** Judges one step: its assignments, the files it opens, its program and operands. `ask` is not yet settled by the mode. */
export function judgeStep(given: Step, context: StepContext): JudgedStep {
  const step = placedByName(given, context.scope);
  const opened = redirectTouches(step, context.scope);
  const around = [...assignmentRulings(step, context), ...opened.map((touch) => touch.ruling)];
  const asking = around.filter((ruling) => ruling.decision === 'ask');
  const settledAround = strictest(
    around.filter((ruling) => ruling.decision !== 'allow'),
    allow('it changes nothing'),
  );
  const base = { step, touches: opened, by: 'none' as const, asking, script: null };
  if (step.args.length === 0) return { ...base, program: null, ruling: settledAround, by: 'profile' };
  const place = { cwd: context.cwd, searchPath: context.searchPath, book: context.scope.book };
  const program = programOf(step, place);
  if (program === null) {
    const unclear = ask('which program runs cannot be told');
    return { ...base, program, ruling: unclear, asking: [unclear, ...asking] };
  }
  const answer = step.wrapper ? wrapperAnswer(program, step, context) : programAnswer(step, program, context);
  const touches = [...opened, ...answer.touches];
  const strict = strictest([answer.ruling, settledAround], settledAround);
  const ruling = answer.by === 'profile' && strict.decision === 'allow' ? byWrites(strict, touches) : strict;
  const asks = answer.ruling.decision === 'ask' ? [answer.ruling, ...asking] : asking;
  const script = answer.by === 'profile' ? null : scriptOf(step, program, context);
  const { by, hasIndexHook = false, brought = [] } = answer;
  return { step, program, ruling, touches, by, asking: asks, hasIndexHook, brought, script };
}

/** The ruling that allows a profiled command: that of a rule for a path it writes, if there is one. */
function byWrites(ruling: Ruling, touches: readonly JudgedTouch[]): Ruling {
  return touches.find((touch) => touch.access === 'write' && touch.ruling.rule !== null)?.ruling ?? ruling;
}

function wrapperAnswer(program: Program, step: Step, context: StepContext): ProgramAnswer {
  const isKept = program.base === 'nohup' && context.pty;
  const ruling = isKept
    ? ask('nohup writes what a terminal would show into a file')
    : wrapperRuling(program, step, context);
  return { ruling, by: 'profile', touches: [] };
}

function wrapperRuling(program: Program, step: Step, context: StepContext): Ruling {
  const isOwn = program.builtin || isProfiledBuiltin(program.name);
  const untrusted = isOwn ? null : programProblem(program, step, context);
  if (untrusted !== null) return ask(`${program.name}: ${untrusted}`);
  return allow(whatItDoes('starts what follows', program));
}
