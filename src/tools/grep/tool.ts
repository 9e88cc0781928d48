import { failureTable } from '../../core/failure.ts';
import { touchAt } from '../../core/place.ts';
import { defineTool } from '../../core/tool.ts';
import { resolvePath } from '../../platform/files/resolve-path.ts';
import { findSearchRoot } from '../../platform/search/search-root.ts';
import type { ToolContext } from '../tool-context.ts';
import { grepInput } from './input.ts';
import { presentSearch } from './present.ts';
import { type SearchResult, search } from './search.ts';

/** Searches file contents with ripgrep. */
export const grep = defineTool<ToolContext, typeof grepInput, SearchResult>({
  name: 'grep',
  summary: 'Search file contents',
  input: grepInput,
  positionals: ['pattern', 'path'],
  exitStatus: ({ details }) => {
    if (details.timedOut === true) return failureTable.timed_out.exitStatus;
    return details.files === 0 && (details.binary ?? 0) === 0 ? 1 : 0;
  },
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  describe: () =>
    'Search file contents with ripgrep. Ignored files, .git, .hg and such and files with secrets are left out.',
  plan: async (call, context) => {
    const { path: given } = call;
    const resolved = await resolvePath(given, context.workspace, 'search');
    return {
      title: `grep ${JSON.stringify(call.pattern)} in ${given}`,
      effects: [{ kind: 'read', path: resolved.path, given }],
      run: async (signal) => {
        const root = await findSearchRoot(resolved, context, {
          action: 'search',
          glob: call.glob,
        });
        return search(call, { root, path: resolved.path, context }, signal);
      },
    };
  },
  outline: (call, place) => ({
    ...touchAt(place, 'read', {
      title: `grep ${JSON.stringify(call.pattern)} in ${call.path}`,
      path: call.path,
      input: call,
    }),
    seconds: call.timeout,
  }),
  present: presentSearch,
});
