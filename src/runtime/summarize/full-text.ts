import type { OutputPart } from '../../core/outcome.ts';
import { spillFolderName } from '../../core/spill-name.ts';
import { encodeText } from '../../core/text/utf8.ts';
import type { ChildInput } from '../../platform/process/child.ts';
import { newSpill } from '../../platform/store/spill-file.ts';
import { openSpill } from '../../platform/store/spill-folder.ts';
import type { ToolContext } from '../../tools/tool-context.ts';

/** All of a text as a program reads it. */
export interface FullText {
  readonly input: ChildInput;
  /** What the program gets to read. */
  readonly bytes: number;
  /** Whether that is all there was. */
  readonly isWhole: boolean;
  close(): Promise<void>;
}

/** Opens the file with the full output; without one what is shown stands for it. */
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

/** Keeps a text that is about to be replaced; its path, or null when nothing may or can be kept. */
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
