import { type Content, text } from '../../core/content.ts';
import type { Outcome } from '../../core/outcome.ts';

/** The result of `tools/call`. */
export interface ToolResult {
  readonly content: readonly Content[];
  /** The Outcome without its content. */
  readonly structuredContent: Omit<Outcome, 'content'>;
  readonly isError: boolean;
}

/** Tools whose content is lines of results: notices go into the same text. */
const lineTools: ReadonlySet<string> = new Set(['glob', 'grep']);

/** The MCP result of an Outcome. Hosts show models only the content, so it has all that a model must know. */
export function toolResult(tool: string, outcome: Outcome): ToolResult {
  const { content: _, ...facts } = outcome;
  return { content: contentOf(tool, outcome), structuredContent: facts, isError: outcome.isError };
}

function contentOf(tool: string, { status, message, content, notices }: Outcome): readonly Content[] {
  const payload = content.filter((item) => item.type !== 'text' || item.text !== '');
  const texts = payload.flatMap((item) => (item.type === 'text' ? [item.text] : []));
  const isUnsaid = (sentence: string): boolean => !texts.some((known) => known.includes(sentence));
  const isMessageNeeded = payload.length === 0 || (status !== 'completed' && texts.length === 0);
  const isMessageTelling = status === 'running' || status === 'failed' || status === 'denied';
  const said = isMessageNeeded || (isMessageTelling && isUnsaid(message)) ? [message] : [];
  const trailers = [...said, ...notices.filter(isUnsaid).map((notice) => `(${notice})`)];
  if (trailers.length === 0) return payload;
  const last = payload.at(-1);
  if (lineTools.has(tool) && last?.type === 'text')
    return [...payload.slice(0, -1), text(`${last.text.replace(/\n$/, '')}\n${trailers.join('\n')}`)];
  return [...payload, text(trailers.join('\n'))];
}
