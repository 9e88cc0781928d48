import type { Settings } from '../../config/schema.ts';
import type { ExecEffect } from '../../core/effect.ts';
import { messageOf } from '../../core/failure.ts';
import type { Status } from '../../core/outcome.ts';
import { unknownEnd } from '../../core/unknown-end.ts';
import { type Collected, Collector } from '../../output/collector.ts';
import { findProgram } from '../../platform/machine/lookup.ts';
import type { ChildInput } from '../../platform/process/child.ts';
import { worthGuardingMs } from '../../platform/process/guardian.ts';
import { type RunResult, runCommand } from '../../platform/process/run.ts';
import type { Judgement } from '../../policy/judge.ts';
import { environmentIn, type ToolContext } from '../../tools/tool-context.ts';
import type { Audit } from '../audit/audit.ts';
import { elapsedMs } from '../audit/elapsed.ts';
import type { Policy } from '../policy.ts';

/** A run of the summarizer. */
export interface SummarizerCall {
  readonly argv: readonly string[];
  readonly tokenBudget: number;
  /** The tool whose output it summarizes. */
  readonly tool: string;
  readonly context: ToolContext;
  readonly policy: Policy;
  readonly audit: Audit;
  readonly signal: AbortSignal;
  /** Called before it runs, so that a shutdown knows of its process. */
  planned(effects: readonly ExecEffect[]): void;
}

/** The summary, or why there is none. */
export type Summary =
  | { readonly summary: string; readonly problem: null }
  | { readonly summary: null; readonly problem: string };

/** How the summarizer ended, for the audit trail. */
interface Ended {
  readonly status: Status;
  readonly exitCode: number | null;
  readonly bytes: number;
  readonly answer: Summary;
}

const errorCaps = { outputChars: 200, outputLines: 1, lineChars: 200, spillBytes: 0 } as const;

function failed(problem: string, ended: Partial<Ended> = {}): Ended {
  return { status: 'failed', exitCode: null, bytes: 0, ...ended, answer: { summary: null, problem } };
}

/** Judges, runs and audits the configured summarizer with the full text on its standard input. Never throws. */
export async function runSummarizer(input: ChildInput, call: SummarizerCall): Promise<Summary> {
  const refusal = await call.audit.check();
  if (refusal !== null) return failed(refusal.message).answer;
  const time = new Date().toISOString();
  const startedAt = performance.now();
  const { argv, tool, tokenBudget, context } = call;
  let judgement: Judgement | null = null;
  let ended: Ended;
  try {
    const effect = effectOf(call);
    judgement = await call.policy.judge([effect], context, { settings: judgedUnder(context.settings) });
    ended = await runJudged(effect, judgement, input, call);
  } catch (error) {
    ended = failed(messageOf(error));
  }
  const { frontend, client } = context.caller;
  const { status, exitCode, bytes, answer } = ended;
  // If this fails, so does the line of the call itself, which reports it.
  await call.audit.record({
    time,
    frontend,
    client,
    tool: 'summarize',
    input: { argv, tool, budget: tokenBudget },
    cwd: context.workspace.cwd,
    node: null,
    decision: judgement?.decision ?? null,
    reason: judgement?.reason ?? null,
    rule: judgement?.rule ?? null,
    approver: null,
    approvalId: null,
    status,
    exitCode,
    bytes,
    durationMs: elapsedMs(startedAt),
  });
  return answer;
}

/**
 * The command comes from the configuration, so no rule has to allow it; deny rules, the guard, protected paths, `security: deny` and
 * `ask: always` apply. Nobody is asked: what would be asked is refused.
 */
function judgedUnder(settings: Settings): Settings {
  const { approval } = settings;
  if (approval.security === 'deny') return settings;
  return { ...settings, approval: { ...approval, security: 'full' } };
}

function effectOf({ argv, tokenBudget, context }: SummarizerCall): ExecEffect {
  const env = { TOKEN_BUDGET: String(tokenBudget) };
  const { env: whole } = environmentOf(context, env);
  return {
    kind: 'exec',
    script: null,
    argv,
    shell: null,
    cwd: context.workspace.cwd,
    env,
    searchPath: whole.PATH ?? '',
    host: 'local',
    pty: false,
    elevated: false,
    fed: { text: null },
  };
}

/** The environment of a run of its own, beside that of the call. */
function environmentOf(context: ToolContext, overrides: Readonly<Record<string, string>>) {
  const callId = crypto.randomUUID();
  return { env: environmentIn(context.workspace.cwd, { ...context, callId }, overrides).env, callId };
}

async function runJudged(
  effect: ExecEffect,
  { decision, reason, environment }: Judgement,
  stdin: ChildInput,
  { context, signal, planned }: SummarizerCall,
): Promise<Ended> {
  if (decision !== 'allow') {
    const verb = decision === 'deny' ? 'refuses' : 'would ask about';
    return failed(`policy ${verb} summarize.command: ${reason}`, { status: 'denied' });
  }
  const { env, callId } = environmentOf(context, effect.env);
  const [name = '', ...words] = effect.argv ?? [];
  const program = findProgram(name, effect.cwd, effect.searchPath);
  if (program === null) return failed(`"${name}" of summarize.command is no program that can be found`);
  const { shell, caps } = context.settings;
  const spill = { folder: '', name: '' };
  const output = new Collector({ caps: { ...caps, spillBytes: 0 }, spill });
  const errors = new Collector({ caps: { ...errorCaps, finishedMinutes: 0 }, spill });
  planned([effect]);
  const run = await runCommand(
    {
      argv: [program, ...words],
      cwd: effect.cwd,
      env: { ...env, ...environment },
      stdin,
      streams: 'split',
      onOutput: (stream, bytes) => (stream === 'stdout' ? output : errors).push(bytes),
      runId: callId,
      serverId: context.serverId,
      timeoutMs: shell.timeoutSeconds * 1000,
      idleTimeoutMs: null,
      graceMs: shell.killGraceMs,
      guardAfterMs: worthGuardingMs,
      leavesNothing: true,
    },
    signal,
  );
  return endingOf(run, await output.finish(), await errors.finish());
}

function endingOf({ endedBy, exit, durationMs }: RunResult, output: Collected, errors: Collected): Ended {
  const { bytes, binary } = output.facts;
  const facts = { exitCode: exit.code, bytes };
  if (endedBy === 'cancel') return failed('the call was cancelled', { ...facts, status: 'cancelled' });
  if (endedBy !== 'exit') {
    const problem = `summarize.command was stopped after ${Math.round(durationMs / 1000)} s`;
    return failed(problem, { ...facts, status: 'timed_out' });
  }
  if (exit.code !== 0) {
    const byItself = exit.code === null ? `, but ${unknownEnd}` : ` with exit code ${exit.code}`;
    const how = exit.signal === null ? byItself : ` with signal ${exit.signal}`;
    const said = errors.text.trim() === '' || errors.facts.binary ? '' : `: ${errors.text.trim()}`;
    return failed(`summarize.command ended${how}${said}`, facts);
  }
  if (binary) return failed('summarize.command printed no text', facts);
  if (output.text.trim() === '') return failed('summarize.command printed nothing', facts);
  return { status: 'completed', ...facts, answer: { summary: output.text, problem: null } };
}
