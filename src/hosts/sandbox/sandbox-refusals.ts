import { isInsideAny } from '../../core/paths/containment.ts';
import type { TouchedPath } from '../../core/tool.ts';
import type { SandboxReport } from '../../platform/sandbox/sandbox-spec.ts';
import type { SandboxArea } from './sandbox-area.ts';

/** Something that a sandbox is known to have refused a command. */
export type Refusal =
  | { readonly what: 'network' }
  | { readonly what: 'write' | 'read'; readonly path: string };

/** Folders that every sandbox has of its own, and devices that can be written. */
const ownFolders: readonly string[] = ['/tmp', '/var/tmp', '/dev'];

/**
 * What the sandbox refused a failed command: attempts that its network counted, and paths that policy saw the command name.
 * What else a program does is not known, and its output is not examined.
 */
export function refusalsOf(
  area: SandboxArea,
  report: SandboxReport,
  touched: readonly TouchedPath[],
): readonly Refusal[] {
  const hidden = area.hidden.map(({ path }) => path);
  const mayWrite = (path: string): boolean =>
    isInsideAny(path, [...area.write, ...(report.level === 'full' ? ownFolders : ['/dev'])]) &&
    !(report.level === 'full' && isInsideAny(path, area.held));
  const paths = touched.flatMap(({ access, path }): readonly Refusal[] => {
    if (access === 'write' ? mayWrite(path) && !isInsideAny(path, hidden) : !isInsideAny(path, hidden))
      return [];
    return [{ what: access === 'write' ? 'write' : 'read', path }];
  });
  return [...((report.unrouted ?? 0) > 0 ? [{ what: 'network' as const }] : []), ...paths];
}
