import type { OutputPart } from '../../core/outcome.ts';
import { spillFolderName } from '../../core/spill-name.ts';
import { encodeText } from '../../core/text/utf8.ts';
import type { ChildInput } from '../../platform/process/child.ts';
import { newSpill } from '../../platform/store/spill-file.ts';
import { openSpill } from '../../platform/store/spill-folder.ts';
import type { ToolContext } from '../../tools/tool-context.ts';

/** A full text as input for a program. */
export interface FullText {
  readonly input: ChildInput;
  /** Size of the input. */
  readonly bytes: number;
  /** Whether that is the whole output. */
  readonly isWhole: boolean;
  close(): Promise<void>;
}

/** Opens the file with the full output; without one the shown text is used. */
export async function openFullText({ text, facts }: OutputPart): Promise<FullText> {
  const file = facts.spillPath === null ? null : await openSpill(facts.spillPath);
  if (file === null) {
    const bytes = encodeText(text);
    return {
      input: { kind: 'bytes', bytes },
      bytes: bytes.length,
      isWhole: !facts.truncated,
      close: async () => {},
    };
  }
  const { handle, size } = file;
  return {
    input: { kind: 'descriptor', descriptor: handle.fd },
    bytes: size,
    isWhole: size >= facts.bytes,
    close: () => handle.close(),
  };
}

/** Stores a text before it is replaced; resolves with its path, or null if that is not allowed or fails. */
export async function keepText(
  text: string,
  { settings, folders, callId }: ToolContext,
  name: string,
): Promise<string | null> {
  const { spillBytes, finishedMinutes } = settings.caps;
  const file = newSpill({
    folder: `${folders.state}/${spillFolderName}`,
    name: `${name}-${callId}`,
    limit: spillBytes,
    keepMinutes: finishedMinutes,
  });
  if (file === null) return null;
  file.push(encodeText(text));
  return (await file.keep()).path;
}
