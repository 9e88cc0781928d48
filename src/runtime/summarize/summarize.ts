import { type TextContent, text } from '../../core/content.ts';
import { ToolFailure } from '../../core/failure.ts';
import { addNotices, type Outcome, type OutputPart, type Presented } from '../../core/outcome.ts';
import { ownValue } from '../../core/record.ts';
import { oneLinePath } from '../../core/text/one-line.ts';
import { keepText, openFullText } from './full-text.ts';
import { runSummarizer, type SummarizerCall } from './summarizer.ts';

/** Characters per token: close enough for a budget, and the same for every model. */
const tokenChars = 4;

/** A finished call whose texts may be summarized. */
export interface SummaryRequest extends Omit<SummarizerCall, 'tokenBudget' | 'argv'> {
  readonly presented: Presented;
}

/**
 * The same answer with each text beyond the tool's budget replaced by the summary of `summarize.command`; if that fails, the text
 * stays, with a notice. Throws `cancelled` with the answer if the call is cancelled meanwhile.
 */
export async function summarizeOutcome(request: SummaryRequest): Promise<Outcome> {
  const { presented, tool, context, signal } = request;
  const { collected = collectedOf(presented), ...outcome } = presented;
  const { command, tools } = context.settings.summarize;
  const tokenBudget = ownValue(tools, tool)?.tokenBudget;
  if (command === null || tokenBudget === undefined || signal.aborted) return outcome;
  if (outcome.status !== 'completed' && outcome.status !== 'timed_out') return outcome;
  if (!collected.parts.some((part) => isBeyond(part, tokenBudget))) return outcome;
  const call: SummarizerCall = { ...request, argv: command, tokenBudget };
  const parts: OutputPart[] = [];
  for (const [index, part] of collected.parts.entries()) {
    parts.push(isBeyond(part, tokenBudget) ? await shortened(part, call, `${index}`) : part);
  }
  if (!signal.aborted) return collected.replace(parts);
  const message = 'Cancelled while the output was summarized.';
  throw new ToolFailure('cancelled', message, {
    outcome: { ...outcome, status: 'cancelled', isError: true, message },
  });
}

/** Whether a full text exceeds the token budget. Binary output does not count, as it is not shown. */
function isBeyond({ text: shown, facts }: OutputPart, tokenBudget: number): boolean {
  const size = facts.truncated ? Math.max(facts.bytes, shown.length) : shown.length;
  return !facts.binary && size > tokenBudget * tokenChars;
}

async function shortened(part: OutputPart, call: SummarizerCall, suffix: string): Promise<OutputPart> {
  if (call.signal.aborted) return part;
  const full = await openFullText(part);
  try {
    const { summary, problem } = await runSummarizer(full.input, call);
    if (summary === null) return addNotices(part, [`Not summarized: ${problem}`]);
    const spillPath =
      part.facts.spillPath ?? (await keepText(part.text, call.context, `${call.tool}-${suffix}`));
    const what = `Summary of ${full.isWhole ? 'the output' : 'the part of the output that was kept'} (${full.bytes} bytes)`;
    const where =
      spillPath === null
        ? 'the full output was not kept'
        : `${full.isWhole ? 'full output' : 'that part'}: ${oneLinePath(spillPath)} (page it with read and offset, or search it with grep)`;
    return {
      text: summary,
      notices: [`${what} for a budget of ${call.tokenBudget} tokens; ${where}`],
      facts: { ...part.facts, spillPath },
    };
  } finally {
    await full.close();
  }
}

/** The texts in a content, for tools that do not collect them separately. */
function collectedOf(outcome: Outcome): NonNullable<Presented['collected']> {
  const texts = outcome.content.filter((item) => item.type === 'text');
  return {
    parts: texts.map((item) => ({
      text: item.text,
      notices: [],
      facts: { bytes: Buffer.byteLength(item.text), truncated: false, binary: false, spillPath: null },
    })),
    replace: (parts) => {
      const { collected: _, ...rest }: Presented = outcome;
      const inPlace = (item: TextContent): TextContent => text(parts[texts.indexOf(item)]?.text ?? item.text);
      const content = rest.content.map((item) => (item.type === 'text' ? inPlace(item) : item));
      return addNotices(
        { ...rest, content },
        parts.flatMap(({ notices }) => notices),
      );
    },
  };
}
