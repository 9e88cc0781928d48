import type { ExecEffect } from '../../core/effect.ts';
import { type Analysis, NotUnderstood, textArg } from '../shell/arg.ts';
import { StepCollector } from '../shell/emit.ts';
import type { Parser } from '../shell/parse.ts';
import { analyseScript } from '../shell/walk.ts';

function analyseArgv(effect: ExecEffect, parser: Parser, home: string): Analysis {
  const argv = effect.argv ?? [];
  const inner: Analysis[] = [];
  const collector = new StepCollector(home, (text, strict, at) => {
    inner.push(analyseScript({ text, strict, parser, home, ...at }));
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
    return { steps: collector.steps, opaque: error.message };
  }
  const opaque = inner.find((analysis) => analysis.opaque !== null)?.opaque ?? null;
  return { steps: [...collector.steps, ...inner.flatMap((analysis) => analysis.steps)], opaque };
}

/** The steps of a call, for the allow rules and the profiles; says so where they cannot be known. */
export function analyseExec(effect: ExecEffect, parser: Parser, home: string): Analysis {
  const { script, shell } = effect;
  if (script === null) return analyseArgv(effect, parser, home);
  if (shell === 'pwsh' || shell === 'powershell')
    return { steps: [], opaque: 'is for a shell that is not analysed' };
  const piped = effect.fed !== null;
  return analyseScript({ text: script, parser, home, cwds: [effect.cwd], strict: shell === 'sh', piped });
}
