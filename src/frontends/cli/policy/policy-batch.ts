import { setImmediate as nextTurn } from 'node:timers/promises';
import { messageOf, ToolFailure } from '../../../core/failure.ts';
import type { DescriptorWriter } from '../../../platform/system/descriptor-writer.ts';
import { readStandardInput } from '../../../platform/system/stdio.ts';
import { type Line, LineSplitter } from '../../../wire/framing.ts';

/** Bytes of one row. */
const longestRow = 16_777_216;
/** Milliseconds after which what was answered goes out, and it is seen whether anybody still reads it. */
const turnMs = 10;

/** Reads rows from standard input, one JSON object a line, and writes what becomes of each, one line for one line, in order. */
export async function checkBatch(
  check: (row: unknown) => Promise<unknown>,
  out: DescriptorWriter,
): Promise<void> {
  const splitter = new LineSplitter(longestRow);
  let turnedAt = performance.now();
  const answer = async (lines: readonly Line[]): Promise<void> => {
    for (const line of lines) {
      if (out.closed) return;
      if (performance.now() - turnedAt > turnMs) {
        await nextTurn();
        turnedAt = performance.now();
      }
      await out.write(`${JSON.stringify(await checkLine(line, check))}\n`);
    }
  };
  for await (const chunk of readStandardInput()) {
    await answer(splitter.push(chunk));
    if (out.closed) return;
  }
  await answer(splitter.end());
}

/** A row that cannot be checked is answered by what is wrong with it. */
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
