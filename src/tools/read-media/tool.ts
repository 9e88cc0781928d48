import * as v from 'valibot';
import { type Outcome, outcome } from '../../core/outcome.ts';
import { touchAt } from '../../core/place.ts';
import { pathField, wholeField } from '../../core/schema/fields.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { defineTool } from '../../core/tool.ts';
import { countOf } from '../../output/notices.ts';
import { resolvePath } from '../../platform/files/resolve-path.ts';
import type { ToolContext } from '../tool-context.ts';
import { type MediaResult, readMediaFile } from './run.ts';

const input = v.strictObject({
  path: pathField('File to read'),
  maxBytes: v.optional(wholeField(1, 1_073_741_824, 'Refuse larger files')),
});

/** The notice on an image that cannot be drawn. */
const noData = 'It has a header alone and no picture data: what draws pictures refuses it.';

function presentMedia({ given, type, size, bytes, picture, content }: MediaResult): Outcome {
  const { mimeType } = type;
  const pixels = size === null ? '' : `, ${size.width} x ${size.height} pixels`;
  return outcome({
    status: 'completed',
    message: `Read ${inQuotes(given)}: ${mimeType}${pixels}, ${countOf(bytes, 'byte')}.`,
    content: [content],
    details: { mimeType, width: size?.width ?? null, height: size?.height ?? null, bytes },
    notices: picture === 'none' ? [noData] : [],
  });
}

/** Reads an image or a video for a model that can see it. */
export const readMedia = defineTool({
  name: 'read_media',
  summary: 'Read an image or a video',
  input,
  positionals: ['path'],
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  describe: () => 'Read an image (PNG JPEG GIF WebP BMP AVIF) or a video (MP4 WebM MOV).',
  plan: async ({ path: given, maxBytes }, context: ToolContext) => {
    const { workspace, settings, surface } = context;
    const resolved = await resolvePath(given, workspace, 'read media');
    const { capabilities, maxBytes: most } = settings.media;
    const bound =
      maxBytes !== undefined && maxBytes < most
        ? { maxBytes, setBy: 'maxBytes' }
        : { maxBytes: most, setBy: 'media.maxBytes' };
    const limits = { capabilities, lineBytes: surface.wholeLineBytes ?? Number.POSITIVE_INFINITY, ...bound };
    return {
      title: `read media ${given}`,
      effects: [{ kind: 'read', path: resolved.path, given }],
      run: (signal) => readMediaFile(resolved, limits, { signal, context }),
    };
  },
  outline: (call, place, { settings }) =>
    touchAt(place, 'read', {
      title: `read media ${call.path}`,
      path: call.path,
      input: {
        ...call,
        maxBytes: Math.min(call.maxBytes ?? settings.media.maxBytes, settings.media.maxBytes),
      },
    }),
  present: presentMedia,
});
