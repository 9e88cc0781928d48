import { isAbsolute } from 'node:path';
import type { Settings } from '../../config/schema.ts';
import type { NamedFolders } from '../../core/context.ts';
import type { ExecEffect } from '../../core/effect.ts';
import type { ProgramFact } from '../../core/ports.ts';
import { elevatedRuling, environmentRulings } from '../call.ts';
import { guardRuling } from '../guard/guard.ts';
import { looseCommands } from '../guard/windows.ts';
import { Kept } from '../kept.ts';
import { allowedByFull, askedAlways } from '../mode.ts';
import {
  changingRulings,
  closedRulings,
  copyingRulings,
  foldersOf,
  openingRulings,
  pathWords,
  placingRulings,
} from '../paths/closed.ts';
import { isProtected, rootsOf, type Scope } from '../paths/scope.ts';
import { isWithinAny } from '../paths/within.ts';
import { baseName } from '../programs/base-name.ts';
import type { Candidate } from '../rules/pattern.ts';
import type { CommandRule } from '../rules/rule.ts';
import { allow, ask, builtIn, deny, type Ruling, strictest } from '../ruling.ts';
import type { Analysis, Step } from '../shell/arg.ts';
import type { Parser } from '../shell/parse.ts';
import { screenText } from '../shell/screen.ts';
import { unsetVariables } from '../shell/unset-variables.ts';
import { analyseExec } from './analysed.ts';
import {
  type DangerContext,
  type Dangers,
  findDangers,
  type Suspect,
  type SuspectDeed,
  suspectOf,
} from './danger.ts';
import { expansionsOf } from './expanded.ts';
import { forbiddenRulings, namesOfProgram } from './forbid.ts';
import { withLocated } from './located.ts';
import { inTurn } from './meanwhile.ts';
import { type JudgedStep, judgeStep, type StepContext } from './step.ts';
import { placedSteps } from './walked-folders.ts';
import { wildNamed } from './wild-names.ts';

/** An exec effect taken apart once; judging it may be repeated while facts come in. */
export interface PreparedExec {
  readonly effect: ExecEffect;
  readonly screened: string | null;
  readonly analysis: Analysis;
  readonly dangers: Dangers;
}

/** A command that is refused or asked about by its words alone, wherever it was found: behind a wrapper, in text not understood. */
export interface Culprit {
  readonly words: readonly Candidate[];
  /** Real path, where it was looked up. */
  readonly program: string | null;
  readonly ruling: Ruling;
}

/** What is said of an exec effect. */
export interface ExecRuling {
  readonly ruling: Ruling;
  readonly steps: readonly JudgedStep[];
  readonly opaque: string | null;
  /** Everything about it that asks. */
  readonly asking: readonly Ruling[];
  /** Commands that are refused or asked about by their words, wherever they stand. */
  readonly culprits: readonly Culprit[];
}

const nothing = { steps: [], asking: [], culprits: [] };
const unseen =
  'It holds more commands, or commands deeper within each other, than are looked through for what rules and the guard deny: split it, or put it in a file';
const noDangers: Dangers = {
  suspects: [],
  deeds: [],
  opened: [],
  forkBomb: false,
  isCut: false,
  startedBy: () => [],
};

type Parts = Omit<PreparedExec, 'effect'>;

const kept = new Kept<Parts>(64, 4096);

/** The variables of a script that stand for nothing, where the environment that it gets is known. */
function unsetBy(
  { script, host, elevated, env }: ExecEffect,
  { isUnset }: NamedFolders,
): ReadonlySet<string> {
  const isKnown = !elevated && (host === 'local' || host === 'sandbox');
  if (script === null || !isKnown || isUnset === undefined) return new Set();
  return unsetVariables(script, (name) => isUnset(name) && !Object.hasOwn(env, name));
}

/** Takes an exec effect apart: pure, and once for a judgement. The last texts are kept. */
export function prepareExec(effect: ExecEffect, parser: Parser, folders: NamedFolders): PreparedExec {
  const { script, argv, shell, cwd } = effect;
  const unset = unsetBy(effect, folders);
  const context = { parser, folders, unset };
  if (script === null || argv !== null || effect.fed !== null)
    return { effect, ...takeApart(effect, context) };
  const named = JSON.stringify(folders.named?.());
  const key = [shell, cwd, folders.home, named, [...unset].join(), script].join('\0');
  const known = kept.get(key);
  if (known !== undefined) return { effect, ...known };
  const parts = takeApart(effect, context);
  // What took too long to parse may do better next time.
  if (parts.analysis.opaque === null) kept.keep(key, parts);
  return { effect, ...parts };
}

function takeApart(effect: ExecEffect, context: Required<DangerContext>): Parts {
  const { parser, folders } = context;
  const text = effect.script ?? '';
  const screened = screenText(text);
  if (screened !== null) return { screened, analysis: { steps: [], opaque: screened }, dangers: noDangers };
  const windows = effect.shell === 'pwsh' || effect.shell === 'powershell';
  const loose = windows
    ? looseCommands(text).map((words): Suspect => ({ words, trail: [], args: null }))
    : [];
  const dangers = windows
    ? { ...noDangers, suspects: loose }
    : findDangers({ script: effect.script, argv: effect.argv, fed: effect.fed?.text ?? null }, context);
  return { screened: null, analysis: analyseExec(effect, parser, folders.home), dangers };
}

/** What deny and ask rules and closed paths say of one command that might run. */
function suspectRulings(suspect: Suspect, effect: ExecEffect, context: StepContext): readonly Culprit[] {
  const { rules, mode, scope } = context;
  const name = suspect.words[0];
  if (typeof name !== 'string') return [];
  const place = { context, effect, base: baseName(name) };
  // A name with a slash is another file in another folder.
  const cwds = name.includes('/') && !isAbsolute(name) ? foldersOf(suspect, place) : [effect.cwd];
  const calls = cwds.map((cwd) => ({ cwd, fact: scope.book.program(name, cwd, effect.searchPath) }));
  const facts = calls.flatMap(({ fact }) => fact ?? []);
  const asks = mode.security !== 'full' || !mode.silent;
  const forbidding = { rules, asks, workspace: scope.workspace };
  const rulings = [
    ...forbiddenRulings(suspect.words, { ...forbidding, names: namesOfProgram(name, calls) }),
    ...closedRulings(suspect, pathWords(suspect), place),
    ...placingRulings(suspect, place),
    ...copyingRulings(suspect, place),
    ...changingRulings(suspect, place),
    ...facts.flatMap((fact) => ownProgramRulings(name, fact, scope)),
  ];
  const program = facts[0]?.realPath ?? null;
  return rulings.map((ruling) => ({ words: suspect.words, program, ruling }));
}

/** What closed paths say of what code does by itself. */
function deedRulings(deed: SuspectDeed, effect: ExecEffect, context: StepContext): readonly Culprit[] {
  const place = { context, effect, base: deed.words[0] ?? '' };
  const rulings = [
    ...closedRulings(deed, pathWords(deed), place),
    ...placingRulings(deed, place),
    ...copyingRulings(deed, place),
  ];
  return rulings.map((ruling) => ({ words: deed.shown, program: null, ruling }));
}

function ownProgramRulings(name: string, fact: ProgramFact, scope: Scope): readonly Ruling[] {
  const file = { realPath: fact.realPath, exists: true, kind: 'file' as const };
  if (!isProtected(scope, file, fact.foundPath)) return [];
  const isOwn =
    scope.protectedPaths.includes(fact.realPath) || !isWithinAny(fact.realPath, scope.protectedPaths);
  const reason = isOwn
    ? 'is the program that judges; it does not run inside its own runs'
    : 'lies in a folder that belongs to the policy itself and is closed to every tool';
  return [deny(`"${name}" ${reason}`, builtIn('protected paths'))];
}

/** A command with the files that its wildcards reach: a name may be what a rule is about. */
function expandedSuspects(step: Step, { scope }: StepContext): readonly Suspect[] {
  return expansionsOf(step, scope.book).flatMap(({ cwd, words }) =>
    words === null
      ? []
      : suspectOf(
          words.map(({ text }) => text),
          [cwd],
        ),
  );
}

/** The guard, deny and ask rules, protected paths and closed folders, over every command that might run. */
function findCulprits(prepared: PreparedExec, steps: readonly Step[], context: StepContext) {
  const { effect } = prepared;
  const { mode, scope } = context;
  const foldersHere = (suspect: Suspect) => foldersOf(suspect, { context, effect });
  const wild = wildNamed(prepared.dangers, { book: scope.book, foldersOf: foldersHere });
  const suspects = [...prepared.dangers.suspects, ...wild];
  const expanded = steps.map((step) => ({
    step,
    reached: expandedSuspects(step, context),
  }));
  // The guard looks only where they surely run: a `cd` that may have failed is no catastrophe.
  const sure = expanded.flatMap(({ step, reached }) => (step.cwds?.length === 1 ? reached : []));
  const dangers = { ...prepared.dangers, suspects: [...suspects, ...sure] };
  const found = [...suspects, ...expanded.flatMap(({ reached }) => reached)].flatMap((suspect) =>
    suspectRulings(suspect, effect, context),
  );
  found.push(...dangers.deeds.flatMap((deed) => deedRulings(deed, effect, context)));
  const at = { cwd: effect.cwd, workspace: scope.workspace, book: scope.book };
  const guarded = mode.guard ? guardRuling(dangers, at) : null;
  if (guarded === null) return found;
  return [{ words: guarded.words, program: null, ruling: guarded.ruling }, ...found];
}

/** Protected paths and closed folders, over every file that might be opened, and over where it runs. */
function openedRulings({ dangers, effect }: PreparedExec, context: StepContext): readonly Ruling[] {
  const rulings: Ruling[] = [];
  for (const file of dangers.opened) {
    const place = { context, effect, base: '' };
    rulings.push(
      ...closedRulings(file, [{ word: file.path, isRead: !file.isWritten }], place),
      ...openingRulings(file, place),
    );
  }
  if (context.mode.restrict && !isWithinAny(effect.cwd, rootsOf(context.scope.workspace))) {
    rulings.push(deny(`"${effect.cwd}" lies outside the workspace, which is closed (workspace.restrict)`));
  }
  return rulings;
}

/** A text nobody can take apart is allowed only by a rule that is that very text. */
function opaqueRuling(prepared: PreparedExec, rules: readonly CommandRule[]): Ruling {
  const { effect, analysis } = prepared;
  const windows = effect.shell === 'pwsh' || effect.shell === 'powershell';
  const text = effect.script?.trim() ?? '';
  const exact = windows
    ? rules.find((rule) => rule.decision === 'allow' && !rule.pattern.rest && rule.ref.text.trim() === text)
    : undefined;
  if (exact?.pattern.words.every((word) => word.literal) === true)
    return allow('a rule allows exactly this', exact.ref);
  return ask(`What the command runs cannot be told: it ${analysis.opaque ?? ''}`);
}

function allowlistRuling(prepared: PreparedExec, steps: readonly JudgedStep[], context: StepContext): Ruling {
  if (prepared.analysis.opaque !== null) {
    const opaque = opaqueRuling(prepared, context.rules);
    return strictest(
      steps.map((judged) => judged.ruling).filter((ruling) => ruling.decision === 'deny'),
      opaque,
    );
  }
  const refused = steps.map((judged) => judged.ruling).filter((ruling) => ruling.decision !== 'allow');
  const only = steps.length === 1 ? steps[0]?.ruling : undefined;
  return strictest(
    refused,
    only ?? allow(steps.length === 1 ? 'it is allowed' : 'each of its commands is allowed'),
  );
}

function fullRuling(prepared: PreparedExec, steps: readonly JudgedStep[], context: StepContext): Ruling {
  if (prepared.dangers.isCut) return deny(unseen);
  const denied = steps.flatMap(({ ruling, touches }) => [ruling, ...touches.map((touch) => touch.ruling)]);
  const unread =
    context.mode.restrict && prepared.analysis.opaque !== null
      ? opaqueRuling(prepared, context.rules)
      : allowedByFull;
  return strictest(
    denied.filter((ruling) => ruling.decision === 'deny'),
    unread,
  );
}

/** Judges an exec effect; an answer of `ask` is not settled yet. */
export function judgeExec(prepared: PreparedExec, context: StepContext, settings: Settings): ExecRuling {
  const { effect, analysis } = prepared;
  const { mode } = context;
  const full = mode.security === 'full' || (effect.elevated && settings.elevated.mode === 'full');
  if (prepared.screened !== null && !full)
    return { ...nothing, ruling: deny(prepared.screened), opaque: analysis.opaque };
  const place = { cwd: effect.cwd, searchPath: effect.searchPath, book: context.scope.book };
  const placed = placedSteps(analysis.steps, place.book).map((step) => withLocated(step, place));
  const culprits = findCulprits(prepared, placed, context);
  const around = [
    ...environmentRulings(effect, full),
    ...culprits.map(({ ruling }) => ruling),
    ...openedRulings(prepared, context),
  ];
  const elevated = elevatedRuling(effect, settings);
  if (elevated !== null) around.push(elevated);
  const steps = inTurn(
    placed.map((step) => judgeStep(step, context)),
    context,
  );
  around.push(full ? fullRuling(prepared, steps, context) : allowlistRuling(prepared, steps, context));
  if (mode.always) around.push(askedAlways('Running a command'));
  const asking = [...around, ...steps.flatMap((judged) => judged.asking)].filter(
    ({ decision }) => decision === 'ask',
  );
  const ruling = strictest(around, allow('it is allowed'));
  return { ruling, steps, opaque: analysis.opaque, asking, culprits };
}
