import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import * as v from 'valibot';
import { ToolFailure } from '../src/core/failure.ts';
import { makeEdits } from '../src/tools/edit/edited.ts';
import { edit as editTool } from '../src/tools/edit/tool.ts';
import { callTool, makeWorkspace } from '../test/helpers/file-workspace.ts';
import { plainEdit } from './plain-edit.ts';
import { benchSuite } from './property.ts';

const schema = v.object({
  text: v.string(),
  edits: v.array(v.object({ old: v.string(), fresh: v.string(), all: v.boolean() })),
  /** By the tool and a file, not only by the function. */
  disk: v.boolean(),
});
type Call = v.InferOutput<typeof schema>;

const unit = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', '\n', '\r\n') },
  { weight: 2, arbitrary: fc.constantFrom(' ', '\t', '’', "'", '—', '-', '“') },
  { weight: 1, arbitrary: fc.constantFrom('\r', '😀', '\ufeff', '$&', '\u00a0', 'é') },
);
const text = (maxLength: number) => fc.array(unit, { maxLength }).map((parts) => parts.join(''));
/** What callers do to a part of a text when they repeat it. */
const slip = fc.constantFrom<(part: string) => string>(
  ...[(part: string) => part, (part: string) => part.replaceAll('\r\n', '\n')],
  (part) => part.replace(/\r?\n/g, '\r\n'),
  (part) => part.replaceAll('’', "'").replaceAll('—', '-').replaceAll('“', '"'),
  (part) => part.replace(/[ \t]+(?=\n|$)/g, ''),
  (part) => `${part} `,
);

function changes(of: string) {
  const start = fc.nat({ max: of.length });
  const part = fc.tuple(start, fc.integer({ min: 1, max: 6 }), slip).map(([from, length, change]) => {
    return change(of.slice(from, from + length))
      .toWellFormed()
      .replaceAll('\ufffd', 'a');
  });
  const old = fc.oneof({ weight: 4, arbitrary: part }, { weight: 1, arbitrary: text(4) });
  const one = fc.record({ old: old.filter((given) => given !== ''), fresh: text(4), all: fc.boolean() });
  return fc.array(one, { minLength: 1, maxLength: 3 });
}

function expectedText({ text: before, edits }: Call): string | null {
  return edits.reduce<string | null>((now, change) => (now === null ? null : plainEdit(now, change)), before);
}

/** The result of edits, null when they were refused. */
async function orRefused(run: () => Promise<string>): Promise<string | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ToolFailure && error.message.startsWith('Cannot edit "')) return null;
    throw error;
  }
}

function shown(result: string | null): string {
  return result === null ? 'a refusal' : JSON.stringify(result);
}

export const edit = benchSuite<Call>({
  title: 'Edits whose result is not what their rules say, in memory and in a file',
  schema,
  arbitrary: text(24).chain((given) =>
    fc.record({
      text: fc.constant(given),
      edits: changes(given),
      disk: fc.integer({ min: 0, max: 24 }).map((turn) => turn === 0),
    }),
  ),
  open: async () => {
    const workspace = await makeWorkspace();
    const path = workspace.at('file.txt');
    const onDisk = async ({ text: before, edits }: Call): Promise<string> => {
      writeFileSync(path, before);
      const list = edits.map(({ old, fresh, all }) => ({ old, new: fresh, replaceAll: all }));
      await callTool(editTool, { path, edits: list }, workspace.context);
      return readFileSync(path, 'utf8');
    };
    const problemOf = async (call: Call): Promise<string | null> => {
      const wanted = expectedText(call);
      const list = call.edits.map(({ old, fresh, all }) => ({ old, new: fresh, replaceAll: all }));
      const got = await orRefused(
        async () => (await makeEdits({ given: 'file.txt', text: call.text }, list, async () => {})).text,
      );
      if (got !== wanted) return `${shown(got)}, expected ${shown(wanted)}`;
      if (!call.disk) return null;
      const kept = await orRefused(() => onDisk(call));
      if (kept !== wanted) return `in a file ${shown(kept)}, expected ${shown(wanted)}`;
      return kept !== null || readFileSync(path, 'utf8') === call.text
        ? null
        : 'it was refused and changed the file';
    };
    return { problemOf, close: () => workspace.remove() };
  },
});
