import { type Content, text } from '../../core/content.ts';
import type { Outcome } from '../../core/outcome.ts';

/** The result of `tools/call` as MCP has it: everything a model has to read is in `content`, the facts stand beside it. */
export interface McpResult {
  readonly content: readonly Content[];
  readonly structuredContent: Omit<Outcome, 'content'>;
  readonly isError: boolean;
}

/** An Outcome as MCP's result: the payload, or the message when there is none, then the notices it does not hold already. */
export function toMcpResult({ content, ...facts }: Outcome): McpResult {
  const shown = content.length === 0 ? [text(facts.message)] : content;
  const texts = shown.flatMap((item) => (item.type === 'text' ? [item.text] : []));
  const unsaid = facts.notices.filter((notice) => !texts.some((known) => known.includes(notice)));
  return {
    content: unsaid.length === 0 ? shown : withNotices(shown, unsaid.join('\n')),
    structuredContent: facts,
    isError: facts.isError,
  };
}

/** Appends to the last item when it is text, as an item of its own otherwise. */
function withNotices(content: readonly Content[], notices: string): readonly Content[] {
  const last = content.at(-1);
  if (last?.type !== 'text') return [...content, text(notices)];
  const gap = last.text === '' || last.text.endsWith('\n') ? '' : '\n';
  return [...content.slice(0, -1), text(`${last.text}${gap}${notices}`)];
}
