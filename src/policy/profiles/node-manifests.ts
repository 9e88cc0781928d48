import { dirname, join } from 'node:path';
import { textArg } from '../shell/arg.ts';
import type { Operand } from './profile.ts';

/** By which node tells what kind of module a file is. It shows how one begins that it cannot parse. */
export const nodeManifest = 'package.json';

/** The manifests in the folders on the way to a file, as far as its path names them. */
export function manifestsAbove(file: string): readonly Operand[] {
  const folder = dirname(file);
  const own: Operand = {
    kind: 'read',
    arg: textArg(join(folder, nodeManifest)),
    exposed: false,
    tried: true,
  };
  return folder === dirname(folder) ? [own] : [own, ...manifestsAbove(folder)];
}
