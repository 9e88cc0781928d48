import { isUtf8 } from 'node:buffer';
import { type ShownChange, showChange } from '../../output/display-diff.ts';
import { countOf } from '../../output/notices.ts';
import type { Snapshot } from '../../platform/files/change/snapshot.ts';

/** Most bytes of old content that is compared with the new. */
export const diffBytes = 4_194_304;

function brief(text: string): ShownChange {
  return { display: { type: 'brief', text }, added: null, removed: null };
}

/** The change by a write as shown to a person. `content` is the whole new content, or what is appended. */
export async function previewWrite(
  path: string,
  { old, content, isAppend }: { old: Snapshot | null; content: string; isAppend: boolean },
): Promise<ShownChange> {
  if (old === null) return showChange(path, null, content);
  const size = countOf(Buffer.byteLength(content), 'byte');
  const verb = isAppend ? `${size} appended to` : `${size} in place of`;
  const { bytes } = old;
  if (bytes === null || bytes.length > diffBytes)
    return brief(`${path}: ${verb} ${countOf(old.stats.size, 'byte')}`);
  if (bytes.includes(0) || !isUtf8(bytes))
    return brief(`${path}: ${verb} ${countOf(bytes.length, 'byte')} of binary data`);
  const before = bytes.toString('utf8');
  return showChange(path, before, isAppend ? before + content : content);
}
