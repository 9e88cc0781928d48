import { cannot, ToolFailure } from '../../core/failure.ts';
import { systemFailure } from '../../platform/files/file-failure.ts';
import { NotText } from '../../platform/files/lines/line-collector.ts';
import type { ResolvedPath } from '../../platform/files/resolve-path.ts';
import { withMeantName } from '../../platform/files/siblings.ts';
import { lstatOrNull } from '../../platform/files/stats.ts';
import { binaryKind } from '../../platform/media/binary-kind.ts';
import type { ToolContext } from '../tool-context.ts';

/** Throws `tool_failed` with the right tool if the start of a file shows that it is not text; bytes that are merely not UTF-8 pass. */
export function refuseBinary(given: string, head: Uint8Array): void {
  const kind = binaryKind(head);
  if (kind === null) return;
  if (/^an? (?:image|video) \(/.test(kind))
    throw cannot('read', given, `it is ${kind}`, 'a text file; use read_media');
  const tool = kind.startsWith('UTF-') ? 'convert it with shell and iconv' : 'use shell to look into it';
  throw cannot('read', given, `it is ${kind}`, `UTF-8 text; ${tool}`);
}

/** The failure for an error while reading an open file. */
export function readFailure(given: string, error: unknown, signal: AbortSignal): ToolFailure {
  if (signal.aborted) return new ToolFailure('cancelled', 'Read cancelled.');
  if (!(error instanceof NotText)) return systemFailure('read', given, error);
  const state = error.line > 0 ? `line ${error.line} ${error.state}` : `a line of it ${error.state}`;
  return cannot('read', given, state, 'UTF-8 text; use shell to look into it');
}

/** The failure of opening a file; with the name probably meant if it is missing, or with how to list it if it is a folder. */
export async function openFailure(
  error: unknown,
  resolved: ResolvedPath,
  context: ToolContext,
): Promise<ToolFailure> {
  const { path, given, inside } = resolved;
  const failure = systemFailure('read', given, error);
  if (lstatOrNull(path)?.isDirectory() === true) {
    return cannot(
      'read',
      given,
      'it is a folder',
      `a regular file; ${inside ? 'glob' : 'shell'} lists folders`,
    );
  }
  return withMeantName(failure, { action: 'read', resolved, context });
}
