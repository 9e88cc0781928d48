import * as v from 'valibot';
import { text } from '../../../src/core/content.ts';
import { ToolFailure } from '../../../src/core/failure.ts';
import { outcome } from '../../../src/core/outcome.ts';
import { defineTool } from '../../../src/core/tool.ts';
import type { ToolContext } from '../../../src/tools/tool-context.ts';
import type { FixtureTool } from '../../helpers/mcp-service.ts';
import { question } from '../../helpers/mcp-service.ts';

const hints = { readOnly: false, destructive: true, idempotent: false, openWorld: true };

/** Gives its text back. */
export const echo: FixtureTool = {
  tool: defineTool({
    name: 'echo',
    summary: 'Echo',
    input: v.strictObject({ text: v.pipe(v.string(), v.description('What comes back')) }),
    positionals: ['text'],
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    describe: () => 'Gives its text back',
    plan: async ({ text: given }, _: ToolContext) => ({
      title: 'echo',
      effects: [],
      display: [],
      run: async () => given,
    }),
    present: (given) => outcome({ status: 'completed', message: 'Echoed.', content: [text(given)] }),
  }),
};

/** A promise with its resolve beside it. */
function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** How a call of `wait` went on. */
export interface Waiting {
  /** Resolves once the call runs. */
  readonly started: Promise<AbortSignal>;
  readonly fixture: FixtureTool;
  finish(): void;
}

/** A tool that runs until it is finished or cancelled, and says `tick` on its way when it begins. */
export function waiting(): Waiting {
  const started = deferred<AbortSignal>();
  const done = deferred<null>();
  const tool = defineTool({
    name: 'wait',
    summary: 'Wait',
    input: v.strictObject({}),
    positionals: [],
    annotations: hints,
    describe: () => 'Runs until it is told to end',
    plan: async (_, __: ToolContext) => ({
      title: 'wait',
      effects: [],
      display: [],
      run: async (signal, sink) => {
        void sink.output({ stream: 'stdout', bytes: new TextEncoder().encode('tick\n') });
        sink.progress({ bytes: 5, lines: 1, binary: false });
        started.resolve(signal);
        await Promise.race([
          done.promise,
          new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
        ]);
        if (signal.aborted)
          throw new ToolFailure('cancelled', 'Command cancelled.', {
            outcome: outcome({
              status: 'cancelled',
              message: 'Command cancelled.',
              content: [text('tick\n(cancelled)')],
            }),
          });
        return 'tick';
      },
    }),
    present: (given) => outcome({ status: 'completed', message: 'Done.', content: [text(given)] }),
  });
  return { started: started.promise, fixture: { tool }, finish: () => done.resolve(null) };
}

/** A tool that asks one question before it runs; what it did is counted. */
export function deploy(parts: Parameters<typeof question>[0] = {}) {
  const ran: string[] = [];
  const tool = defineTool({
    name: 'deploy',
    summary: 'Deploy',
    input: v.strictObject({ target: v.string(), dry: v.optional(v.boolean()) }),
    positionals: ['target'],
    annotations: hints,
    describe: () => 'Deploys',
    plan: async ({ target }, _: ToolContext) => ({
      title: 'deploy',
      effects: [],
      display: [],
      run: async () => {
        ran.push(target);
        return target;
      },
    }),
    present: (target) =>
      outcome({ status: 'completed', message: 'Deployed.', content: [text(`deployed ${target}`)] }),
  });
  const fixture: FixtureTool = { tool, questions: [question(parts)] };
  return { fixture, ran };
}
