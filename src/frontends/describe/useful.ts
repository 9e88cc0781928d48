import type { Settings } from '../../config/schema.ts';

/** Whether a tool is of any use under these settings, so that clients are told of it. */
export function isUseful(name: string, { media }: Pick<Settings, 'media'>): boolean {
  return name !== 'read_media' || media.capabilities.length > 0;
}
