import { pathToFileURL } from 'node:url';
import type { Content } from '../../core/content.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import { decodeStrictly, openCharacter } from '../../core/text/utf8.ts';
import { requireMediaFits } from '../../output/media-line.ts';
import { readBytes, readSized } from '../../platform/files/file-bytes.ts';
import { systemFailure } from '../../platform/files/file-failure.ts';
import { type OpenFile, openRegular } from '../../platform/files/regular-file.ts';
import type { ResolvedPath } from '../../platform/files/resolve-path.ts';
import { withMeantName } from '../../platform/files/siblings.ts';
import { binaryKind, headBytes } from '../../platform/media/binary-kind.ts';
import { detectMedia, type MediaType } from '../../platform/media/media.ts';
import { type PictureData, pictureData } from '../../platform/media/media-end.ts';
import { mediaSize, mostPixels, type PixelSize } from '../../platform/media/media-size.ts';
import { hasDamagedChunk } from '../../platform/media/png.ts';
import type { ToolContext } from '../tool-context.ts';

export interface MediaResult {
  readonly given: string;
  readonly type: MediaType;
  readonly size: PixelSize | null;
  readonly bytes: number;
  readonly picture: PictureData;
  readonly content: Content;
}

export interface MediaLimits {
  readonly maxBytes: number;
  /** The field or the configuration key that sets `maxBytes`. */
  readonly setBy: string;
  /** Most bytes of the line that carries the answer; Infinity for no limit. */
  readonly lineBytes: number;
  /** Kinds that the model accepts. */
  readonly capabilities: readonly MediaType['kind'][];
}

/** Whether `read` would accept the start of the file. */
function isTextHead(head: Uint8Array): boolean {
  return decodeStrictly(head.subarray(0, head.length - openCharacter(head))) !== null;
}

/** The type by content; throws `tool_failed` for anything but images and videos that the model accepts. */
function requireMedia(given: string, head: Uint8Array, { capabilities }: MediaLimits): MediaType {
  const wanted = 'a PNG, JPEG, GIF, WebP, BMP, AVIF, MP4, WebM or MOV file';
  if (head.length === 0) throw cannot('read media', given, 'it is empty', wanted);
  const type = detectMedia(head);
  if (type === null) {
    const kind = binaryKind(head) ?? (isTextHead(head) ? null : 'data that is not UTF-8');
    if (kind === null) throw cannot('read media', given, 'it is text', `${wanted}; use read`);
    throw cannot(
      'read media',
      given,
      `it is ${kind}`,
      `${wanted}; use shell to convert it or to look into it`,
    );
  }
  if (!capabilities.includes(type.kind)) {
    const state = `it is ${type.mimeType}, and media.capabilities has no "${type.kind}"`;
    throw cannot('read media', given, state, 'a kind of media the model takes');
  }
  return type;
}

async function readOpen(file: OpenFile, resolved: ResolvedPath, limits: MediaLimits): Promise<MediaResult> {
  const { given, path } = resolved;
  const type = requireMedia(given, await readBytes(file.fd, headBytes), limits);
  const { size: total } = file.stats;
  if (total > limits.maxBytes) {
    const wanted = `at most ${limits.maxBytes} bytes (${limits.setBy})`;
    throw cannot('read media', given, `it has ${total} bytes`, wanted);
  }
  requireMediaFits(type.mimeType, total, limits.lineBytes);
  const data = await readSized(file.fd, total);
  const size = mediaSize(data, type);
  if (size === null && type.kind === 'image') {
    throw cannot('read media', given, `its ${type.mimeType} header is damaged`, 'a whole image');
  }
  if (type.kind === 'image' && size !== null && size.width * size.height > mostPixels) {
    const state = `it has ${size.width} x ${size.height} pixels`;
    throw cannot('read media', given, state, `at most ${mostPixels} of them; use shell to make it smaller`);
  }
  // A service that receives an undecodable image rejects the whole conversation from then on.
  const picture = pictureData(data, type);
  if (picture === 'cut off')
    throw cannot('read media', given, `its ${type.mimeType} data breaks off`, 'a whole image');
  if (type.mimeType === 'image/png' && hasDamagedChunk(data))
    throw cannot('read media', given, 'its image/png data is damaged (a checksum is wrong)', 'a whole image');
  const { mimeType } = type;
  const base64 = data.toString('base64');
  const content: Content =
    type.kind === 'image'
      ? { type: 'image', data: base64, mimeType }
      : { type: 'resource', resource: { uri: pathToFileURL(path).href, mimeType, blob: base64 } };
  return { given, type, size, bytes: data.length, picture, content };
}

/** Reads a whole image or video; throws `tool_failed` unless its content is one, complete and within the limits. */
export async function readMediaFile(
  resolved: ResolvedPath,
  limits: MediaLimits,
  { signal, context }: { readonly signal: AbortSignal; readonly context: ToolContext },
): Promise<MediaResult> {
  if (signal.aborted) throw new ToolFailure('cancelled', 'Read cancelled.');
  const file = await openRegular(resolved, 'read media').catch(async (error: unknown) => {
    const failure = systemFailure('read media', resolved.given, error);
    throw await withMeantName(failure, { action: 'read media', resolved, context });
  });
  try {
    return await readOpen(file, resolved, limits);
  } catch (error) {
    throw systemFailure('read media', resolved.given, error);
  } finally {
    file.close();
  }
}
