import { TurnsOfLoop } from '../../../core/async/turn-of-loop.ts';
import { messageOf, ToolFailure } from '../../../core/failure.ts';
import { jsonLine } from '../../../core/text/json-line.ts';
import type { DescriptorWriter } from '../../../platform/system/descriptor-writer.ts';
import { readStandardInput } from '../../../platform/system/stdio.ts';
import { type Line, LineSplitter } from '../../../wire/framing.ts';

/** Most bytes of a row. */
const longestRow = 16_777_216;

/** Reads rows from standard input, one JSON object per line, and writes one result line for each, in order, until the signal is aborted. */
export async function checkBatch(
  check: (row: unknown) => Promise<unknown>,
  { out, signal }: { readonly out: DescriptorWriter; readonly signal: AbortSignal },
): Promise<void> {
  const splitter = new LineSplitter(longestRow);
  const turns = new TurnsOfLoop();
  const answer = async (lines: readonly Line[]): Promise<void> => {
    for (const line of lines) {
      if (out.closed || signal.aborted) return;
      // Lets output be written, and a closed reader be noticed.
      await turns.giveWhenDue();
      await out.write(`${jsonLine(await checkLine(line, check))}\n`);
    }
  };
  for await (const chunk of readStandardInput(signal)) {
    await answer(splitter.push(chunk));
    if (out.closed) return;
  }
  await answer(splitter.end());
}

/** Checks a row; an invalid one yields an error. */
async function checkLine(line: Line, check: (row: unknown) => Promise<unknown>): Promise<unknown> {
  if (line.kind === 'bad') return { error: line.problem };
  try {
    return await check(JSON.parse(line.text));
  } catch (error) {
    if (error instanceof SyntaxError) return { error: `the row is not JSON: ${messageOf(error)}` };
    if (error instanceof ToolFailure) return { error: error.message };
    throw error;
  }
}
