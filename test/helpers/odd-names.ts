import { writeFileSync } from 'node:fs';
import { tempFolder } from './temp-folder.ts';

/** The path of a name that ends in bytes that are no UTF-8, as the system takes it. */
export function oddPath(folder: string, name: string, ...bytes: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/${name}`), Buffer.from(bytes)]);
}

/** Whether the file system takes such names, as those of macOS do not. */
export const takesOddNames = ((): boolean => {
  try {
    writeFileSync(oddPath(tempFolder(), 'x', 0xff), '');
    return true;
  } catch {
    return false;
  }
})();
