import { cannot } from '../../../core/failure.ts';
import type { ResolvedPath } from '../resolve-path.ts';
import type { Snapshot } from './snapshot.ts';

/** Throws `tool_failed` unless the file has the SHA-256 the caller expects; undefined expects nothing. */
export function requireHash(
  { given }: ResolvedPath,
  { snapshot, expected, action }: { snapshot: Snapshot | null; expected: string | undefined; action: string },
): void {
  if (expected === undefined) return;
  const wanted = `the SHA-256 ${expected.toLowerCase()}`;
  if (snapshot === null) throw cannot(action, given, 'no such file', wanted);
  if (snapshot.hash === null)
    throw cannot(action, given, 'it is too large for expectedHash', 'at most 100 MiB');
  if (snapshot.hash !== expected.toLowerCase()) {
    throw cannot(
      action,
      given,
      `it has changed: its SHA-256 is ${snapshot.hash}`,
      `${wanted}; read it again`,
    );
  }
}
