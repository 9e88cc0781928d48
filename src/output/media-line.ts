import { ToolFailure } from '../core/failure.ts';
import { raiseLine } from './notices.ts';

/** Bytes that an answer's line has at most, but for very long paths, besides the base64 text of its media: frame, message, facts. */
const frameBytes = 10_240;

/** The failure of an answer whose media, of these MIME types, makes its line longer than its client takes. */
export function mediaTooLong(mimeTypes: readonly string[], bytes: number, maxLineBytes: number): ToolFailure {
  const limit = `expected at most ${maxLineBytes} (${raiseLine})`;
  const message = `Cannot send "${mimeTypes.join(', ')}": its line would have about ${bytes} bytes, ${limit}`;
  return new ToolFailure('tool_failed', message, { bytes, maxLineBytes });
}

/** Throws `tool_failed` if media of `bytes` bytes, as base64, cannot fit a line of `lineBytes` bytes. */
export function requireMediaFits(mimeType: string, bytes: number, lineBytes: number): void {
  const encoded = 4 * Math.ceil(bytes / 3);
  if (encoded > lineBytes) throw mediaTooLong([mimeType], encoded + frameBytes, lineBytes);
}
