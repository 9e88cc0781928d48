import { silentSink } from '../../core/sink.ts';
import type { Service } from '../../runtime/service.ts';
import { loadTools } from '../../tools/registry.ts';
import { renderPromptSection } from '../describe/prompt.ts';
import { type CommandContext, quietSurface } from './command.ts';
import type { Console } from './console.ts';
import { printResult } from './print-result.ts';

/** `agent-tools prompt`: prints a section for a handwritten system prompt. */
export async function runPrompt(command: CommandContext): Promise<number> {
  const { console, interrupt } = command;
  const service = await command.openService('cli', { ...quietSurface, isText: true });
  const tools = await loadTools();
  const skills = await skillsBlock(service, interrupt.signal, console);
  const prompt = renderPromptSection(service.context, tools, skills);
  printResult(command, { prompt }, prompt);
  return 0;
}

/** The skills as a call of the tool returns them, so that policy applies; empty with a notice if it is refused. */
async function skillsBlock(service: Service, signal: AbortSignal, console: Console): Promise<string> {
  const { caller } = service.context;
  const input = { action: 'prompt' };
  const outcome = await service.call({
    tool: 'skill',
    input,
    signal,
    sink: silentSink,
    approver: null,
    caller,
  });
  for (const notice of outcome.notices) console.notice(notice);
  if (outcome.isError) {
    console.notice(`skills are left out: ${outcome.message}`);
    return '';
  }
  return outcome.content.map((item) => (item.type === 'text' ? item.text : '')).join('');
}
