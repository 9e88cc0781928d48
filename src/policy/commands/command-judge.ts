import { lazy } from '../../core/async/lazy.ts';
import type { Effect, ExecEffect, InputEffect } from '../../core/effect.ts';
import { type EffectRuling, only } from '../effect-ruling.ts';
import { loadParser } from '../shell/parse.ts';
import { absentFrom, hasPlainLocale } from './environment.ts';
import type { InputContext } from './input.ts';
import { isProven } from './proven.ts';
import type { StepContext } from './step.ts';
import { allowedSteps, type Stepped, stepEffect } from './stepped.ts';

/** Judges a command, or input typed into a session. */
export type CommandJudge = (effect: ExecEffect | InputEffect) => EffectRuling;

/** Half of the engine; most commands of an agent are judged without it. */
const loadSearch = lazy(() => import('./searched.ts'));

function contextOf(effect: ExecEffect, { scope, rules, mode }: InputContext): StepContext {
  const { cwd, searchPath, pty } = effect;
  const isAbsent = absentFrom(effect, scope.workspace);
  return {
    // A call inherits the streams that it is given and no other descriptor.
    scope: { ...scope, streams: [], isPlainLocale: hasPlainLocale(effect, scope.workspace) },
    rules: rules.commands,
    cwd,
    searchPath,
    mode,
    pty,
    ...(isAbsent === null ? {} : { isAbsent }),
  };
}

/** The ruling on a command that is fully judged by its steps. */
function provenRuling({ steps }: Stepped): EffectRuling {
  const ruling = allowedSteps(steps);
  return { ...only(ruling), exec: { ruling, steps, opaque: null, asking: [], culprits: [], files: [] } };
}

/**
 * Judges the commands among `effects`; the result looks up a ruling and throws TypeError for any other effect. Loads the
 * parser, and the search for everything that might run only if a command needs it.
 */
export async function openCommandJudge(
  effects: readonly Effect[],
  parts: Omit<InputContext, 'parser'>,
): Promise<CommandJudge> {
  const context: InputContext = { ...parts, parser: await loadParser() };
  const judged = new Map<Effect, EffectRuling>();
  for (const effect of effects) {
    if (effect.kind === 'input') judged.set(effect, (await loadSearch()).judgeTyped(effect, context));
    if (effect.kind !== 'exec') continue;
    const stepped = stepEffect(effect, context.parser, contextOf(effect, context));
    const ruling = isProven(stepped)
      ? provenRuling(stepped)
      : (await loadSearch()).judgeSearched(stepped, context);
    judged.set(effect, ruling);
  }
  return (effect) => {
    const ruling = judged.get(effect);
    if (ruling === undefined) throw new TypeError(`${effect.kind} is none of the call's effects`);
    return ruling;
  };
}
