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

/** A text taken apart: pure. */
interface TakenApart {
  /** Why it is not even looked at, or null. */
  readonly screened: string | null;
  readonly analysis: Analysis;
}

/** An exec effect, and each of its commands judged by itself. */
export interface Stepped extends TakenApart {
  readonly effect: ExecEffect;
  readonly placed: readonly Step[];
  readonly steps: readonly JudgedStep[];
  /** What they were judged with, as far as the text tells it. */
  readonly context: StepContext;
}

const kept = new Kept<TakenApart>(64, 4096);

/** Takes an exec effect apart, once for a judgement. The last texts are kept. */
function takenApart(effect: ExecEffect, reader: ScriptReader): TakenApart {
  const { script, argv, shell, cwd } = effect;
  if (script === null || argv !== null || effect.fed !== null) return takeApart(effect, reader);
  const key = [shell, cwd, reader.home, reader.isPlainLocale, reader.isPlainlyTold, script].join('\0');
  // What took too long to parse may do better next time.
  const lasts = ({ analysis }: TakenApart) => analysis.opaque === null;
  return kept.through(key, () => takeApart(effect, reader), lasts);
}

function takeApart(effect: ExecEffect, reader: ScriptReader): TakenApart {
  const screened = screenText(effect.script ?? '');
  if (screened !== null) return { screened, analysis: { steps: [], opaque: screened, streams: [] } };
  return { screened: null, analysis: analyseExec(effect, reader) };
}

/** Judges a step whatever git tells of the top of a repository: it is shown as it is where git tells one. */
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

/** Judges the commands of an effect one by one; what else it might run is not looked for. */
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

/** What is said of commands each of which is allowed. */
export function allowedSteps(steps: readonly JudgedStep[]): Ruling {
  const [only] = steps;
  if (only !== undefined && steps.length === 1) return only.ruling;
  return allow(steps.length === 1 ? 'it is allowed' : 'each of its commands is allowed');
}
