import type { ExecEffect } from '../../core/effect.ts';
import { Kept } from '../kept.ts';
import { allow, type Ruling } from '../ruling.ts';
import type { Analysis, Step } from '../shell/arg.ts';
import type { Parser } from '../shell/parse.ts';
import { screenText } from '../shell/screen.ts';
import { analyseExec, type ScriptReader } from './analysed.ts';
import { hasPlainLocale, isPlainlyTold } from './environment.ts';
import { judgeStarting } from './handed-on.ts';
import { withLocated } from './located.ts';
import { withWholeLines } from './loop-input.ts';
import { inTurn } from './meanwhile.ts';
import { type JudgedStep, type StepContext, withStreams } from './step.ts';
import { placedSteps, toldSteps } from './walked-folders.ts';

/** The analysis of a text; depends on nothing else. */
interface TakenApart {
  /** Why the text is not even parsed; null if it is. */
  readonly screened: string | null;
  readonly analysis: Analysis;
}

/** An exec effect, with each of its commands judged on its own. */
export interface Stepped extends TakenApart {
  readonly effect: ExecEffect;
  readonly placed: readonly Step[];
  readonly steps: readonly JudgedStep[];
  /** What they were judged with, including what the text says about file descriptors. */
  readonly context: StepContext;
}

const kept = new Kept<TakenApart>(64, 4096);

/** Analyses an exec effect; the latest short texts are cached. */
function takenApart(effect: ExecEffect, reader: ScriptReader): TakenApart {
  const { script, argv, shell, cwd } = effect;
  if (script === null || argv !== null || effect.fed !== null) return takeApart(effect, reader);
  const key = [shell, cwd, reader.home, reader.isPlainLocale, reader.isPlainlyTold, script].join('\0');
  // A parse that took too long may succeed next time.
  const lasts = ({ analysis }: TakenApart) => analysis.opaque === null;
  return kept.through(key, () => takeApart(effect, reader), lasts);
}

function takeApart(effect: ExecEffect, reader: ScriptReader): TakenApart {
  const screened = screenText(effect.script ?? '');
  if (screened !== null) return { screened, analysis: { steps: [], opaque: screened, streams: [] } };
  return { screened: null, analysis: analyseExec(effect, reader) };
}

/** Judges a step with and without what git prints as the top of a repository; the form with it is shown unless the other is held back. */
function judgeTold(step: Step, context: StepContext, reader: ScriptReader): readonly JudgedStep[] {
  const each = toldSteps(step, { ...context, book: context.scope.book }).map((told) =>
    judgeStarting(told, context, reader),
  );
  const isHeld = (judged: readonly JudgedStep[]) => judged.some(({ ruling }) => ruling.decision !== 'allow');
  const [first = [], ...others] = each;
  const held = each.find(isHeld);
  if (held !== undefined) return held;
  const touches = others.flatMap((judged) => judged.flatMap((one) => one.touches));
  return first.map((judged, index) =>
    index === 0 ? { ...judged, touches: [...judged.touches, ...touches] } : judged,
  );
}

/** Judges the commands of an effect one by one, without searching for what else it might run. */
export function stepEffect(effect: ExecEffect, parser: Parser, given: StepContext): Stepped {
  const { workspace } = given.scope;
  const reader = {
    parser,
    home: workspace.home,
    isPlainLocale: hasPlainLocale(effect, workspace),
    isPlainlyTold: isPlainlyTold(effect, workspace),
  };
  const { screened, analysis } = takenApart(effect, reader);
  const context = withStreams(given, analysis.streams);
  const { scope } = context;
  const place = { cwd: effect.cwd, searchPath: effect.searchPath, book: scope.book };
  const looked = placedSteps(analysis.steps, { ...context, book: scope.book });
  const placed = withWholeLines(looked).map((step) => withLocated(step, place));
  const steps = inTurn(
    placed.flatMap((step) => judgeTold(step, context, reader)),
    context,
  );
  return { effect, screened, analysis, placed, steps, context };
}

/** The ruling on commands that are all allowed. */
export function allowedSteps(steps: readonly JudgedStep[]): Ruling {
  const [only] = steps;
  if (only !== undefined && steps.length === 1) return only.ruling;
  return allow(steps.length === 1 ? 'it is allowed' : 'each of its commands is allowed');
}
