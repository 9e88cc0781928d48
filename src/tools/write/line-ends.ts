import type { Snapshot } from '../../platform/files/change/snapshot.ts';

/** Bytes of the old file that are checked: at its end when appending, else at its start. */
const sampleBytes = 65_536;

const byteOrderMark = '\ufeff';

/** Whether a text has lines that all end in CRLF. */
function endsLinesInReturns(text: string): boolean {
  return text.includes('\n') && !/(?<!\r)\n/.test(text);
}

/**
 * Notices on changes that `read` does not show, as it shows CRLF as LF and no byte order mark: those made by writing `content` over or
 * after `old`. Empty if the old content is not known.
 */
export function lineEndNotices(old: Snapshot | null, content: string, isAppend: boolean): readonly string[] {
  const bytes = (isAppend ? old?.tail : old?.bytes) ?? null;
  if (bytes === null || bytes.length === 0 || content === '') return [];
  const notices: string[] = [];
  const sample = isAppend ? bytes.subarray(-sampleBytes) : bytes.subarray(0, sampleBytes);
  const isPlain = content.includes('\n') && !content.includes('\r\n');
  // A sample cut within a CRLF starts with a LF that is not a line end of its own.
  if (isPlain && endsLinesInReturns(sample.toString('latin1').replace(/^\n/, '')))
    notices.push(`Its lines ${isAppend ? 'end' : 'ended'} in CRLF, those written end in LF.`);
  if (isAppend && bytes.at(-1) !== 0x0a && content.endsWith('\n') && !/^\r?\n/.test(content))
    notices.push('It did not end in a newline: what was appended goes on in its last line.');
  if (!isAppend && bytes.indexOf(byteOrderMark) === 0 && !content.startsWith(byteOrderMark))
    notices.push('It began with a byte order mark, which what was written has not.');
  return notices;
}
