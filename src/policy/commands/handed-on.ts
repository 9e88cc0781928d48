import { isSensitiveName } from '../../core/paths/sensitive.ts';
import { onOneLine } from '../../core/text/one-line.ts';
import { secretAsked } from '../paths/scope.ts';
import { type JudgedTouch, judgeReach } from '../paths/touch.ts';
import { commandsOfFind } from '../profiles/find-commands.ts';
import { isGiven, type Kind, type Profile, type Reading } from '../profiles/profile.ts';
import { findProfile } from '../profiles/table.ts';
import { commandOfXargs } from '../profiles/xargs.ts';
import { awkNames } from '../programs/base-name.ts';
import { strictest } from '../ruling.ts';
import { type Step, textArg, textOf } from '../shell/arg.ts';
import { analyseScript } from '../shell/walk.ts';
import type { ScriptReader } from './analysed.ts';
import { commitsHanded, judgeAround } from './handed-commits.ts';
import { handedWords } from './handed-words.ts';
import { handingCause, withReason } from './handing-cause.ts';
import { isWithheld } from './held-back.ts';
import { tooManyBelow } from './look-below.ts';
import { withWholeLines } from './loop-input.ts';
import { touchesBelow } from './names-below.ts';
import { scriptTaken } from './script-input.ts';
import { type ShellStarted, shellScripted, shellStarted, shellStep } from './shell-started.ts';
import { readsFiles, type Started, startedByFind, startedByShell, startedByXargs } from './started.ts';
import { type JudgedStep, judgeStep, type StepContext, withStreams } from './step.ts';
import { placedSteps } from './walked-folders.ts';

/** Programs that treat all their names alike, whether files or not, and do not read the files. */
const takesNames = /^(stat|ls|basename|dirname|readlink|realpath|echo)$/;
/** Programs that list the current folder if they get no name. */
const listsHere = /^(ls|du)$/;
/** Programs that search the current folder if they get no name. */
const searchesHere = /^rg$/;

/** Programs that look at one file whose path begins with a folder; a colon before the first slash is a remote host to `tar`. */
const takesOne = /^(test|\[|g?tar|unzip|zipinfo)$/;

function isOneFile({ names, source }: Started): boolean {
  const isFound = source !== null && source.list === null;
  return isFound && names.size === 1 && source.found.starts.every(({ text }) => !text.includes(':'));
}

/** Whether git shows files that it is handed behind `--`, so that it takes none of them for a commit. */
function showsFiles({ args, names }: Started): boolean {
  const end = args.findIndex((arg) => textOf(arg) === '--');
  const isBehind = end !== -1 && args.every((arg, index) => index > end || !names.has(arg));
  return names.size > 0 && isBehind && /^(log|show|diff|shortlog|status|blame)$/.test(textOf(args[1]) ?? '');
}

/** Whether a program may be handed these names; a name that only the shell opens is no argument of the program. */
function isTaker(base: string, started: Started): boolean {
  const { isOwn, names, source } = started;
  if (takesOne.test(base) && isOneFile(started)) return true;
  if (base === 'git') return showsFiles(started);
  // To `awk`, a name with an equals sign is an assignment, unless a folder precedes it.
  if (awkNames.test(base) && source?.list?.isBare === true) return false;
  return readsFiles.test(base) || takesNames.test(base) || (isOwn && names.size === 0);
}

/** A command that starts others with names. */
interface Handing {
  readonly outer: Step;
  readonly started: readonly (Started | ShellStarted | null)[];
}

/** The commands that `find` or `xargs` starts with names; null for every other step. */
function handingOf(step: Step, base: string): Handing | null {
  const { args, cwds } = step;
  if (cwds === null) return null;
  if (base === 'find') {
    const found = commandsOfFind(args);
    if (found === null) return null;
    const printed = { commands: [found.outer], cwds, isEach: true };
    const started = found.commands.map(
      (command) => shellStarted({ ...command, mark: '{}', printed }) ?? startedByFind(command, cwds),
    );
    return { outer: { ...step, args: found.outer }, started };
  }
  const taken = base === 'xargs' ? commandOfXargs(args) : null;
  if (taken === null) return null;
  const outer = { ...step, args: args.slice(0, 1), wrapper: true };
  const { fedBy } = step;
  const byShell =
    fedBy &&
    shellStarted({ ...taken, printed: { commands: fedBy, cwds, isEach: true, isEnded: taken.isEnded } });
  return { outer, started: [byShell ?? startedByXargs(taken, step, cwds)] };
}

/** What a program does with the names it is handed; null if one of them is not an operand that it reads, lists or prints. */
function kindsOf({ names, isOpened }: Started, { operands, positionals }: Reading): readonly Kind[] | null {
  const given = positionals.filter(({ arg }) => names.has(arg));
  const meant = operands.filter(({ arg }) => names.has(arg));
  const isKnown = meant.every(({ kind }) => /^(read|tree|list|names|text)$/.test(kind));
  const kinds = [...meant.map(({ kind }) => kind), ...(isOpened ? (['read'] as const) : [])];
  return given.length === names.size && isKnown ? [...new Set(kinds)] : null;
}

/** Whether a program only prints its operands as text. */
function onlyPrints({ plain }: Profile, kinds: readonly Kind[]): boolean {
  return plain === true && kinds.every((kind) => kind === 'text');
}

/** What a command touches if it is started without any name; null if it may do more than read. */
function touchedBare(started: Started, inner: Step, context: StepContext): readonly JudgedTouch[] | null {
  const args = started.args.filter((arg) => !started.names.has(arg));
  const bare = judgeStep({ ...inner, args }, context);
  return bare.by === 'profile' ? bare.touches : null;
}

/** What a program touches in its folder if it may be started without any name; null if it may do more than read. */
function touchedHere(
  started: Started,
  inner: Step,
  { base, context }: { readonly base: string; readonly context: StepContext },
): readonly JudgedTouch[] | null {
  if (!started.isPerhapsBare) return [];
  if (searchesHere.test(base)) return touchedBare(started, inner, context);
  const here = { kind: 'names', arg: textArg('.'), exposed: false, cwds: inner.cwds } as const;
  return listsHere.test(base) ? judgeReach(context.scope, here) : [];
}

/** Judges a command that is started with names; null if it may do more than read them. */
function judgeStarted(started: Started, step: Step, context: StepContext): JudgedStep | null {
  const { args, shown, redirects, source, isOwn, names } = started;
  const ofShell = isOwn ? {} : { assignments: [], touched: [], shell: false };
  const inner = { ...step, args, redirects, ...ofShell };
  const judged = judgeStep(inner, context);
  const base = judged.program?.base ?? '';
  const match = judged.by === 'profile' && isTaker(base, started) ? findProfile(base, args) : null;
  if (match === null || typeof match.reading === 'string') return null;
  const isGrep = /grep$/.test(base);
  if (isGrep && isGiven(match.reading, '-r', '-R')) return null;
  const meant = kindsOf(started, match.reading);
  // Git shows the content of tracked files, and without `-r` grep does not read folders.
  const kinds = base === 'git' || (isGrep && meant !== null) ? (['read'] as const) : meant;
  if (kinds === null) return null;
  const isFree = onlyPrints(match.profile, kinds);
  const below = isFree || source === null ? [] : touchesBelow(kinds, source, context);
  if (below === null || (source === null && !isFree && names.size > 0)) return null;
  const here = touchedHere(started, inner, { base, context });
  if (here === null) return null;
  const touches = [...below, ...here];
  const held = touches.map(({ ruling }) => ruling).filter(({ decision }) => decision !== 'allow');
  return {
    ...judged,
    step: { ...inner, args: shown, redirects: isOwn ? step.redirects : redirects },
    ruling: strictest([...held, judged.ruling], judged.ruling),
    asking: [...judged.asking, ...held.filter(({ decision }) => decision === 'ask')],
    touches: [...judged.touches, ...touches],
    isLooked: !isFree,
  };
}

/** Judges a shell and what its script runs with the names; a string is the reason why it may do more than read. */
function judgeShell(
  started: ShellStarted,
  step: Step,
  { context: outer, reading }: { readonly context: StepContext; readonly reading: ScriptReader },
): readonly JudgedStep[] | string {
  const { text, strict, given, sharesScript = false } = started;
  const { cwds, piped } = step;
  const { steps, opaque, streams } = analyseScript({
    ...reading,
    text,
    strict,
    given,
    cwds,
    piped,
    sharesScript,
  });
  if (opaque !== null) return `its script ${opaque}`;
  const context = withStreams(outer, streams);
  const inner = withWholeLines(placedSteps(steps, { ...context, book: context.scope.book }));
  const judged = [
    judgeStep(shellStep(step, started), context),
    ...inner.flatMap((one) => judgeStarting(one, context, reading)),
  ];
  const held = judged.find(({ by, ruling }) => by !== 'profile' || ruling.decision !== 'allow');
  const taken = sharesScript ? scriptTaken(judged.slice(1), context.scope.book) : null;
  return held?.ruling.reason ?? taken ?? judged;
}

/** Judges a shell by its script; the whole step, with the reason, if that may do more than read. */
function judgeScripted(
  started: ShellStarted,
  whole: JudgedStep,
  at: { readonly context: StepContext; readonly reading: ScriptReader },
): readonly JudgedStep[] {
  const { step, by, program } = whole;
  const judged = judgeShell(started, step, at);
  if (typeof judged === 'string')
    return [by === 'none' ? withReason(whole, `${program?.name ?? ''}: ${judged}`) : whole];
  const outer = judgeStep({ ...step, wrapper: true }, at.context);
  return outer.ruling.decision === 'allow' ? [outer, ...judged.slice(1)] : [whole];
}

/** A step that asks, with the reason: what is uncertain about the names, or about the command that reads them. */
function withCause(
  whole: JudgedStep,
  {
    started,
    problem,
    step,
    context,
  }: {
    readonly started: Started | ShellStarted | null;
    /** For a shell, why it may do more than read. */
    readonly problem: string | null;
    readonly step: Step;
    readonly context: StepContext;
  },
): JudgedStep {
  const outer = whole.program?.name ?? '';
  if (started === null || whole.by !== 'none' || step.redirects.length > 0) return whole;
  if ('text' in started)
    return problem === null
      ? whole
      : withReason(whole, `${outer} starts ${started.shell[0]?.text}: ${problem}`);
  const { args, redirects } = started;
  const inner = judgeStep({ ...step, args, redirects, assignments: [], touched: [], shell: false }, context);
  const name = onOneLine(inner.program?.name ?? '');
  if (inner.by === 'profile')
    return withReason(whole, handingCause(outer, name, { started, step, scope: context.scope }));
  const { reason } = inner.ruling;
  return (step.fedBy !== undefined || outer === 'find') && reason.startsWith(`${name}: `)
    ? withReason(whole, `${outer} starts ${reason}`)
    : whole;
}

/** A step that asks; if there are too many names to look through, with that as the reason. */
function withTooMany(whole: JudgedStep, { source }: Started, { scope }: StepContext): JudgedStep {
  const tooMany = source && tooManyBelow(source, scope);
  return tooMany === null ? whole : withReason(whole, `${whole.program?.name ?? ''}: ${tooMany}`);
}

/** An `xargs` allowed by a rule, which still asks if it is known to be handed what no rule names: a secret, a file that decides what runs. */
function withHeldNames(whole: JudgedStep, step: Step, context: StepContext): JudgedStep {
  if (whole.by !== 'rule' || whole.program?.base !== 'xargs') return whole;
  const [started] = handingOf(step, 'xargs')?.started ?? [];
  const inner = started && !('text' in started) ? judgeStarted(started, step, context) : null;
  const [printing = []] = step.fedBy ?? [];
  const { sensitive } = context.mode;
  const sought = printing.map((arg) => textOf(arg) ?? '').find((text) => isSensitiveName(text, sensitive));
  const named =
    inner?.touches.filter(isWithheld).map(({ ruling }) => ruling) ??
    (sought === undefined ? [] : [secretAsked(sought)]);
  const held = [...named, ...handedWords(step, context)];
  const ruling = strictest([...held, whole.ruling], whole.ruling);
  return {
    ...whole,
    ruling,
    asking: [...whole.asking, ...held.filter(({ decision }) => decision === 'ask')],
  };
}

/** Judges a step, and separately what it starts with names, if all of that only reads. */
export function judgeStarting(
  step: Step,
  context: StepContext,
  reading: ScriptReader,
): readonly JudgedStep[] {
  const whole = judgeStep(step, context);
  // A rule does not mean a command that is handed names known only when it runs.
  const own = { ...context, rules: [] };
  if (context.mode.security === 'full') return [whole];
  if (whole.ruling.decision !== 'ask') return [withHeldNames(whole, step, own)];
  const byShell = startedByShell(step);
  if (byShell !== null) return [judgeStarted(byShell, step, own) ?? withTooMany(whole, byShell, own)];
  const withCommits = commitsHanded(step);
  if (withCommits !== null) return judgeAround(step, { started: withCommits, whole, context: own });
  const scripted = shellScripted(step);
  if (scripted !== null) return judgeScripted(scripted, whole, { context: own, reading });
  const handing = handingOf(step, whole.program?.base ?? '');
  if (handing === null) return [whole];
  const outer = judgeStep(handing.outer, own);
  const judged = handing.started.map((one) => {
    if (one !== null && 'text' in one) return judgeShell(one, step, { context: own, reading });
    const inner = one && judgeStarted(one, step, own);
    return inner && [inner];
  });
  const known = judged.flatMap((one) => (one === null || typeof one === 'string' ? [] : [one]));
  if (outer.by === 'profile' && known.length === judged.length) return [{ ...outer, step }, ...known.flat()];
  const at = judged.findIndex((one) => one === null || typeof one === 'string');
  const problem = judged[at];
  return [
    withCause(whole, {
      started: handing.started[at] ?? null,
      problem: typeof problem === 'string' ? problem : null,
      step,
      context: own,
    }),
  ];
}
