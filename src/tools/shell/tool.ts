import { defineTool } from '../../core/tool.ts';
import type { ToolContext } from '../tool-context.ts';
import { describeShell } from './describe.ts';
import { shellInput } from './input.ts';
import { outlineShell } from './outline.ts';
import { planShell } from './plan.ts';
import { presentCall } from './present-session.ts';

/** Runs a command in the detected shell, or a program without a shell. */
export const shell = defineTool<
  ToolContext,
  typeof shellInput,
  Awaited<ReturnType<Awaited<ReturnType<typeof planShell>>['run']>>
>({
  name: 'shell',
  summary: 'Run a command in the detected shell',
  input: shellInput,
  positionals: ['command'],
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  runsCommand: true,
  describe: describeShell,
  plan: planShell,
  outline: outlineShell,
  present: presentCall,
});
