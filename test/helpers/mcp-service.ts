import { tmpdir } from 'node:os';
import type { ApprovalAnswer } from '../../src/core/approval-answer.ts';
import { type Outcome, outcome } from '../../src/core/outcome.ts';
import type { Tool } from '../../src/core/tool.ts';
import { Nodes } from '../../src/runtime/nodes/nodes.ts';
import type { ApprovalRequest, Service, ServiceCall } from '../../src/runtime/service.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';
import { contextFor } from './file-context.ts';

/** A tool of a test, and the questions a person is asked before it runs. */
export interface FixtureTool {
  readonly tool: Tool<ToolContext>;
  readonly questions?: readonly ApprovalRequest[];
  /** What the call answers once every question is answered, instead of running the tool. */
  readonly afterAnswers?: (answers: readonly ApprovalAnswer[]) => Outcome;
}

/** Seconds a question of a test is good for. */
const validSeconds = 60;

/** A question with everything filled in that a test does not care about. */
export function question(parts: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    approvalId: crypto.randomUUID(),
    tool: 'fixture',
    title: 'make deploy',
    reason: 'no rule allows it',
    cwd: '/work',
    host: 'local',
    display: [{ type: 'command', command: 'make deploy', cwd: '/work', host: 'local' }],
    choices: [
      { id: 'once', kind: 'allow_once', label: 'Allow once' },
      { id: 'always', kind: 'allow_always', label: 'Always allow make deploy', rule: 'make deploy' },
      { id: 'no', kind: 'reject_once', label: 'Reject' },
    ],
    expiresAt: new Date(Date.now() + validSeconds * 1000).toISOString(),
    ...parts,
  };
}

function refused(message: string, status: 'denied' | 'approval_required' = 'denied'): Outcome {
  return outcome({ status, message, details: { failure: status } });
}

async function run(
  { tool, questions = [], afterAnswers }: FixtureTool,
  context: ToolContext,
  call: ServiceCall,
): Promise<Outcome> {
  const plan = await tool.prepare(call.input, context);
  const answers: ApprovalAnswer[] = [];
  for (const one of questions) {
    if (call.approver === null) return refused('Approval required and nobody to ask.', 'approval_required');
    const answer = await call.approver
      .request(one, call.signal, 'binding')
      .catch((error: Error) => error.message);
    if (typeof answer === 'string') return refused(`Rejected: ${answer}.`);
    const kind = one.choices.find(({ id }) => id === answer.choice)?.kind ?? 'reject_once';
    if (kind.startsWith('reject')) return refused(`Rejected by the user. ${answer.feedback ?? ''}`.trim());
    answers.push(answer);
  }
  return afterAnswers?.(answers) ?? plan.execute(call.signal, call.sink, {});
}

/** A service over tools of a test: it validates, asks and runs, and knows no policy. */
export function fixtureService(
  tools: readonly FixtureTool[],
  context: ToolContext = contextFor(tmpdir()),
): Service {
  const find = (name: string) => tools.find(({ tool }) => tool.name === name);
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    context,
    toolNames: tools.map(({ tool }) => tool.name),
    extraMethods: {},
    loadTool: async (name) => find(name)?.tool ?? null,
    call: async (call) => {
      const fixture = find(call.tool);
      if (fixture === undefined) throw new Error(`no tool ${call.tool}`);
      const answer = run(fixture, context, {
        ...call,
        signal: AbortSignal.any([call.signal, ending.signal]),
      });
      running.add(answer.catch(() => {}));
      return answer;
    },
    nodes: new Nodes(context),
    shutdown: async () => {
      ending.abort();
      await Promise.all(running);
    },
  };
}
