import type { ExecEffect } from '../../core/effect.ts';
import { Kept } from '../kept.ts';
import { allow, type Ruling } from '../ruling.ts';
import type { Analysis, Step } from '../shell/arg.ts';
import type { Parser } from '../shell/parse.ts';
import { screenText } from '../shell/screen.ts';
import { analyseExec } from './analysed.ts';
import { judgeStarting } from './handed-on.ts';
import { withLocated } from './located.ts';
import { withWholeLines } from './loop-input.ts';
import { inTurn } from './meanwhile.ts';
import type { JudgedStep, StepContext } from './step.ts';
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
}

const kept = new Kept<TakenApart>(64, 4096);

/** Takes an exec effect apart, once for a judgement. The last texts are kept. */
function takenApart(effect: ExecEffect, parser: Parser, home: string): TakenApart {
  const { script, argv, shell, cwd } = effect;
  if (script === null || argv !== null || effect.fed !== null) return takeApart(effect, parser, home);
  const key = [shell, cwd, home, script].join('\0');
  // What took too long to parse may do better next time.
  const lasts = ({ analysis }: TakenApart) => analysis.opaque === null;
  return kept.through(key, () => takeApart(effect, parser, home), lasts);
}

function takeApart(effect: ExecEffect, parser: Parser, home: string): TakenApart {
  const screened = screenText(effect.script ?? '');
  if (screened !== null) return { screened, analysis: { steps: [], opaque: screened } };
  return { screened: null, analysis: analyseExec(effect, parser, home) };
}

/** Judges a step whatever git tells of the top of a repository: it is shown as it is where git tells one. */
function judgeTold(step: Step, context: StepContext, parser: Parser): readonly JudgedStep[] {
  const each = toldSteps(step, { ...context, book: context.scope.book }).map((told) =>
    judgeStarting(told, context, { parser, home: context.scope.workspace.home }),
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
export function stepEffect(effect: ExecEffect, parser: Parser, context: StepContext): Stepped {
  const { scope } = context;
  const { screened, analysis } = takenApart(effect, parser, scope.workspace.home);
  const place = { cwd: effect.cwd, searchPath: effect.searchPath, book: scope.book };
  const looked = placedSteps(analysis.steps, { ...context, book: scope.book });
  const placed = withWholeLines(looked).map((step) => withLocated(step, place));
  const steps = inTurn(
    placed.flatMap((step) => judgeTold(step, context, parser)),
    context,
  );
  return { effect, screened, analysis, placed, steps };
}

/** What is said of commands each of which is allowed. */
export function allowedSteps(steps: readonly JudgedStep[]): Ruling {
  const [only] = steps;
  if (only !== undefined && steps.length === 1) return only.ruling;
  return allow(steps.length === 1 ? 'it is allowed' : 'each of its commands is allowed');
}
