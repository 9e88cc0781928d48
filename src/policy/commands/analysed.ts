import type { ExecEffect } from '../../core/effect.ts';
import { isPowershell } from '../guard/windows.ts';
import { type Analysis, NotUnderstood, textArg } from '../shell/arg.ts';
import { StepCollector } from '../shell/emit.ts';
import { analyseScript } from '../shell/walk.ts';
import type { WalkOptions } from '../shell/walk-context.ts';

/** What all texts of one judgement are parsed with. */
export type ScriptReader = Pick<WalkOptions, 'parser' | 'home' | 'isPlainLocale' | 'isPlainlyTold'>;

function analyseArgv(effect: ExecEffect, reader: ScriptReader): Analysis {
  const argv = effect.argv ?? [];
  const inner: Analysis[] = [];
  const collector = new StepCollector(reader.home, (text, strict, at) => {
    inner.push(analyseScript({ ...reader, text, strict, ...at }));
  });
  const base = {
    assignments: [],
    redirects: [],
    cwds: [effect.cwd],
    piped: effect.fed !== null,
    shell: false,
    strict: false,
  };
  try {
    collector.emit({ ...base, args: argv.map(textArg) });
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return { steps: collector.steps, opaque: error.message, streams: [] };
  }
  const opaque = inner.find((analysis) => analysis.opaque !== null)?.opaque ?? null;
  return {
    steps: [...collector.steps, ...inner.flatMap(({ steps }) => steps)],
    opaque,
    streams: inner.flatMap(({ streams }) => streams),
  };
}

/** The steps of a call, for allow rules and profiles; `opaque` if they cannot be known. */
export function analyseExec(effect: ExecEffect, reader: ScriptReader): Analysis {
  const { script, shell } = effect;
  if (script === null) return analyseArgv(effect, reader);
  if (isPowershell(shell)) return { steps: [], opaque: 'is for a shell that is not analysed', streams: [] };
  const piped = effect.fed !== null;
  return analyseScript({ ...reader, text: script, cwds: [effect.cwd], strict: shell === 'sh', piped });
}
