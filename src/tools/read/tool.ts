import * as v from 'valibot';
import { touchAt } from '../../core/place.ts';
import { lineField, pathField, wholeField } from '../../core/schema/fields.ts';
import { defineTool } from '../../core/tool.ts';
import { readPage } from '../../platform/files/lines/file-pages.ts';
import { openRegular } from '../../platform/files/regular-file.ts';
import { type ResolvedPath, resolvePath } from '../../platform/files/resolve-path.ts';
import type { ToolContext } from '../tool-context.ts';
import { openFailure, readFailure, refuseBinary } from './failures.ts';
import { presentPage, type ReadResult } from './present.ts';

const mostLines = 1000;

const input = v.strictObject({
  path: pathField('File to read'),
  offset: v.optional(lineField(), 1),
  limit: v.optional(wholeField(1, mostLines, 'Lines to read'), mostLines),
});

/** Most characters of a line that fit into a page of `bytes`, at up to four bytes each, with its number and a marker. */
function mostOfLine(bytes: number): number {
  return Math.floor(bytes / 4) - 16;
}

async function readResolved(
  resolved: ResolvedPath,
  request: Pick<ReadResult, 'offset' | 'limits'>,
  { signal, context }: { readonly signal: AbortSignal; readonly context: ToolContext },
): Promise<ReadResult> {
  const { given } = resolved;
  const file = await openRegular(resolved, 'read').catch(async (error) => {
    throw await openFailure(error, resolved, context);
  });
  try {
    const page = await readPage(file, request, signal, (head) => refuseBinary(given, head));
    return { given, ...request, page };
  } catch (error) {
    throw readFailure(given, error, signal);
  } finally {
    file.close();
  }
}

/** Reads a page of a text file. */
export const read = defineTool({
  name: 'read',
  summary: 'Read lines of a text file',
  input,
  positionals: ['path'],
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  describe: () => 'Read a page of a UTF-8 text file as numbered lines. Images and videos: read_media.',
  plan: async ({ path: given, offset, limit }, context: ToolContext) => {
    const resolved = await resolvePath(given, context.workspace, 'read');
    const { lineChars, readBytes } = context.settings.caps;
    const limits = { lines: limit, lineChars: Math.min(lineChars, mostOfLine(readBytes)), bytes: readBytes };
    return {
      title: `read ${given}`,
      effects: [{ kind: 'read', path: resolved.path, given }],
      run: (signal) => readResolved(resolved, { offset, limits }, { signal, context }),
    };
  },
  outline: (call, place) =>
    touchAt(place, 'read', { title: `read ${call.path}`, path: call.path, input: call }),
  present: presentPage,
});
