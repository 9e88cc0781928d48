import { isAbsolute } from 'node:path';
import type { Settings } from '../../config/schema.ts';
import type { NamedFolders } from '../../core/context.ts';
import type { ExecEffect } from '../../core/effect.ts';
import { elevatedRuling, environmentRulings } from '../call.ts';
import { guardRuling } from '../guard/guard.ts';
import { isPowershell, looseCommands } from '../guard/windows.ts';
import { Kept } from '../kept.ts';
import { allowedByFull, askedAlways } from '../mode.ts';
import {
  changingRulings,
  closedRulings,
  copyingRulings,
  fillingRulings,
  foldersOf,
  placingRulings,
  storedRulings,
  trailsFrom,
} from '../paths/closed.ts';
import { tooManyWildcards } from '../paths/named-files.ts';
import { pathWords } from '../paths/path-words.ts';
import { baseName } from '../programs/base-name.ts';
import type { Words } from '../rules/pattern.ts';
import { allow, ask, deny, type Ruling, strictest } from '../ruling.ts';
import type { Step } from '../shell/arg.ts';
import { HandedNames } from '../shell/handed-names.ts';
import type { Parser } from '../shell/parse.ts';
import { unsetVariables } from '../shell/unset-variables.ts';
import { findDangers } from './danger.ts';
import type { DangerContext, Dangers } from './dangers.ts';
import { absentFrom, outerOf } from './environment.ts';
import { expansionsOf } from './expanded.ts';
import { forbiddenRulings, namesOfProgram } from './forbid.ts';
import { foundKept, handedKept } from './found-kept.ts';
import { ListedNames } from './listed-names.ts';
import { openedRulings } from './opened.ts';
import { ownProgramRulings } from './proven.ts';
import { reachedBy } from './reached.ts';
import { runFiles } from './run-files.ts';
import { searchedIn } from './searched-text.ts';
import { sourcedSecret } from './sourced-secret.ts';
import type { JudgedStep, StepContext } from './step.ts';
import { allowedSteps, type Stepped } from './stepped.ts';
import { distinctSuspects, type Suspect, type SuspectDeed, suspectOf } from './suspect.ts';
import { wildNamed } from './wild-names.ts';

/** An exec effect and everything it might run or open. */
interface Searched extends Stepped {
  readonly dangers: Dangers;
  readonly listed: ListedNames;
}

/** A command that is denied or asks by its words alone, wherever it was found: behind a wrapper, or in text that is not understood. */
export interface Culprit {
  readonly words: Words;
  /** The real path, if it was looked up. */
  readonly program: string | null;
  readonly ruling: Ruling;
}

/** The ruling on an exec effect. */
export interface ExecRuling {
  readonly ruling: Ruling;
  readonly steps: readonly JudgedStep[];
  readonly opaque: string | null;
  /** All rulings of it that ask. */
  readonly asking: readonly Ruling[];
  /** Commands that are denied or ask by their words, wherever they were found. */
  readonly culprits: readonly Culprit[];
  /** Real paths of files whose content decides what it does, if it asks. */
  readonly files: readonly string[];
}

const nothing = { steps: [], asking: [], culprits: [], files: [] };
const unseen =
  'It holds more commands, or commands deeper within each other, than are looked through for what rules and the guard deny: split it, or put it in a file';
const noDangers: Dangers = {
  suspects: [],
  deeds: [],
  opened: [],
  handed: { suspects: [], names: new HandedNames() },
  forkBomb: false,
  isCut: false,
  startedBy: () => [],
};

const kept = new Kept<Dangers>(64, 4096);

/** The variables that are surely empty in a script, if its environment is known. */
function unsetBy(effect: ExecEffect, folders: NamedFolders): ReadonlySet<string> {
  const { script } = effect;
  const isAbsent = absentFrom(effect, folders);
  return script === null || isAbsent === null ? new Set() : unsetVariables(script, isAbsent);
}

/** Finds everything an effect might run or open; depends on nothing else. The latest results are cached. */
function dangersOf({ effect, analysis }: Stepped, parser: Parser, folders: NamedFolders): Dangers {
  const { script, argv, shell } = effect;
  const unset = unsetBy(effect, folders);
  const context = { parser, folders, unset, outer: outerOf(effect, folders) };
  if (script === null || argv !== null || effect.fed !== null) return searchDangers(effect, context);
  const named = JSON.stringify(folders.named?.());
  const key = [shell, folders.home, named, [...unset].join(), JSON.stringify(effect.env), script].join('\0');
  // A parse that took too long may succeed next time.
  return kept.through(
    key,
    () => searchDangers(effect, context),
    () => analysis.opaque === null,
  );
}

function searchDangers(effect: ExecEffect, context: DangerContext): Dangers {
  const { script, shell, fed } = effect;
  if (!isPowershell(shell)) return findDangers({ ...searchedIn(effect), fed: fed?.text ?? null }, context);
  const loose = looseCommands(script ?? '').map((words): Suspect => ({ words, trail: [], args: null }));
  return { ...noDangers, suspects: loose };
}

/** The rulings of deny and ask rules and of closed paths on one command that might run. */
function suspectRulings(suspect: Suspect, effect: ExecEffect, context: StepContext): readonly Culprit[] {
  const { rules, mode, scope } = context;
  const name = suspect.words[0];
  if (typeof name !== 'string') return [];
  const place = { context, effect, base: baseName(name) };
  // A name with a slash is a different file in each folder.
  const cwds = name.includes('/') && !isAbsolute(name) ? foldersOf(suspect, place) : [effect.cwd];
  const calls = cwds.map((cwd) => ({ cwd, fact: scope.book.program(name, cwd, effect.searchPath) }));
  const facts = calls.flatMap(({ fact }) => fact ?? []);
  const asks = mode.security !== 'full' || !mode.silent;
  const forbidding = { rules, asks, workspace: scope.workspace };
  const rulings = [
    ...forbiddenRulings(suspect.words, { ...forbidding, names: namesOfProgram(name, calls) }),
    ...closedRulings(suspect, pathWords(suspect, mode), place),
    ...placingRulings(suspect, place),
    ...copyingRulings(suspect, place),
    ...storedRulings(suspect, place),
    ...changingRulings(suspect, place),
    ...fillingRulings(suspect, place),
    ...facts.flatMap((fact) => ownProgramRulings(name, fact, scope)),
  ];
  const program = facts[0]?.realPath ?? null;
  return rulings.map((ruling) => ({ words: suspect.words, program, ruling }));
}

/** The rulings of closed paths on what code does by itself. */
function deedRulings(deed: SuspectDeed, effect: ExecEffect, context: StepContext): readonly Culprit[] {
  const place = { context, effect, base: deed.words[0] ?? '' };
  const rulings = [
    ...closedRulings(deed, pathWords(deed, context.mode), place),
    ...placingRulings(deed, place),
    ...copyingRulings(deed, place),
    ...fillingRulings(deed, place),
  ];
  return rulings.map((ruling) => ({ words: deed.shown, program: null, ruling }));
}

/** A command with its wildcards expanded: a rule may be about the name of a file. */
function expandedSuspects(step: Step, { scope }: StepContext): readonly Suspect[] {
  return expansionsOf(step, scope.book).flatMap(({ cwd, words }) =>
    words === null
      ? []
      : suspectOf(
          words.map(({ text }) => text),
          [{ surely: cwd }],
        ),
  );
}

/** The guard, deny and ask rules, protected paths and closed folders, over every command that might run. */
function findCulprits({ effect, placed, dangers: found, listed }: Searched, context: StepContext) {
  const { mode, scope } = context;
  const foldersHere = (seen: Pick<Suspect, 'trail'>) => foldersOf(seen, { context, effect });
  const wild = wildNamed(found, { book: scope.book, foldersOf: foldersHere });
  const kept = found.suspects.flatMap((suspect) =>
    foundKept(suspect, { scope, cwds: foldersHere(suspect) }).flatMap((words) => found.startedBy(words)),
  );
  const handed = found.handed.suspects.flatMap((suspect) =>
    handedKept(suspect, { listed, cwds: foldersHere(suspect) }).map((words) => ({
      ...suspect,
      ...suspectOf(words, suspect.trail),
    })),
  );
  const suspects = [...found.suspects, ...wild, ...distinctSuspects([...kept, ...handed])];
  const byWords = reachedBy(suspects, { scope, foldersOf: foldersHere });
  const reaching = [
    ...placed.map((step) => ({
      reached: expandedSuspects(step, context),
      isSure: step.cwds?.length === 1,
    })),
    ...byWords,
  ];
  // The guard considers only folders it surely runs in: a `cd` that may have failed is no catastrophe.
  const sure = reaching.flatMap(({ isSure, reached }) => (isSure ? reached : []));
  const dangers = { ...found, suspects: [...suspects, ...sure] };
  // Commands that were understood are judged by their words too.
  const all = [...suspects, ...distinctSuspects(reaching.flatMap(({ reached }) => reached))];
  const culprits = all.flatMap((suspect) => suspectRulings(suspect, effect, context));
  for (const { suspect, isCut } of byWords)
    if (isCut) culprits.push({ words: suspect.words, program: null, ruling: tooManyWildcards });
  const wildDeeds = dangers.deeds.flatMap((deed) =>
    reachedBy([deed], { scope, foldersOf: foldersHere }).flatMap(({ reached }) =>
      reached.map((one) => ({ ...deed, ...one })),
    ),
  );
  for (const deed of [...dangers.deeds, ...wildDeeds]) culprits.push(...deedRulings(deed, effect, context));
  const at = { cwd: effect.cwd, workspace: scope.workspace, book: scope.book, foldersOf: foldersHere };
  const guarded = mode.guard ? guardRuling(dangers, at) : null;
  if (guarded === null) return culprits;
  return [{ words: guarded.words, program: null, ruling: guarded.ruling }, ...culprits];
}

/** A text that cannot be parsed is only allowed by a rule with exactly that text. */
function opaqueRuling({ effect, analysis, dangers }: Searched, context: StepContext): Ruling {
  const text = effect.script?.trim() ?? '';
  const exact = isPowershell(effect.shell)
    ? context.rules.find(
        (rule) => rule.decision === 'allow' && !rule.pattern.rest && rule.ref.text.trim() === text,
      )
    : undefined;
  if (exact?.pattern.words.every((word) => word.literal) === true)
    return allow('a rule allows exactly this', exact.ref);
  const read = sourcedSecret(dangers.suspects, { context, effect });
  return ask(`What the command runs cannot be told: it ${analysis.opaque ?? ''}${read}`);
}

function allowlistRuling(stepped: Searched, context: StepContext): Ruling {
  const { analysis, steps } = stepped;
  if (analysis.opaque !== null) {
    return strictest(
      steps.map((judged) => judged.ruling).filter((ruling) => ruling.decision === 'deny'),
      opaqueRuling(stepped, context),
    );
  }
  const refused = steps.map((judged) => judged.ruling).filter((ruling) => ruling.decision !== 'allow');
  return strictest(refused, allowedSteps(steps));
}

/** Whether a command may run in more folders than are looked up. */
function isLost({ dangers, effect }: Searched, context: StepContext): boolean {
  const seen = [...dangers.suspects, ...dangers.deeds, ...dangers.opened];
  const trails = trailsFrom(effect.cwd, context.scope);
  return seen.some(({ trail }) => trails.of(trail).isCut);
}

function fullRuling(searched: Searched, context: StepContext): Ruling {
  const { dangers, analysis, steps } = searched;
  if (dangers.isCut || isLost(searched, context)) return deny(unseen);
  const denied = steps.flatMap(({ ruling, touches }) => [ruling, ...touches.map((touch) => touch.ruling)]);
  const unread =
    context.mode.restrict && analysis.opaque !== null ? opaqueRuling(searched, context) : allowedByFull;
  return strictest(
    denied.filter((ruling) => ruling.decision === 'deny'),
    unread,
  );
}

/** What an exec effect is judged with over everything that it might run. */
export interface SearchContext {
  readonly settings: Settings;
  readonly parser: Parser;
}

/** Judges an exec effect by everything that it might run or open; `ask` is not yet settled by the mode. */
export function judgeExec(stepped: Stepped, { settings, parser }: SearchContext): ExecRuling {
  const { effect, analysis, steps, context } = stepped;
  const { mode, scope } = context;
  const full = mode.security === 'full' || (effect.elevated && settings.elevated.mode === 'full');
  if (stepped.screened !== null && !full)
    return { ...nothing, ruling: deny(stepped.screened), opaque: analysis.opaque };
  const dangers = dangersOf(stepped, parser, scope.workspace);
  const searched = { ...stepped, dangers, listed: new ListedNames(scope, dangers.handed.names) };
  const culprits = findCulprits(searched, context);
  const around = [
    ...environmentRulings(effect, full),
    ...culprits.map(({ ruling }) => ruling),
    ...openedRulings(dangers.opened, { effect, context, listed: searched.listed }),
  ];
  const elevated = elevatedRuling(effect, settings);
  if (elevated !== null) around.push(elevated);
  around.push(full ? fullRuling(searched, context) : allowlistRuling(searched, context));
  if (mode.always) around.push(askedAlways('Running a command'));
  const asking = [...around, ...steps.flatMap((judged) => judged.asking)].filter(
    ({ decision }) => decision === 'ask',
  );
  const ruling = strictest(around, allow('it is allowed'));
  const files = ruling.decision === 'ask' ? runFiles(dangers, { effect, context }) : [];
  return { ruling, steps, opaque: analysis.opaque, asking, culprits, files };
}
