import { basename } from 'node:path';
import type { PathFact } from '../../core/ports.ts';
import { shortText } from '../files/short-text.ts';

const ofOneTool = /^\.([a-z]+-versions?|nvmrc|goenv|rbenv-version)$/;
/** A line of a number or name of a version, from its first word on. A folder, be it by `..`, is a program of the workspace. */
const plain = /^((?!\.\.)[\w.+-]+)?\s*(#.*)?$/;
/** The same behind the name of a tool. */
const plainTool = /^([\w-]+([ \t]+(?!\.\.)[\w.+-]+)+)?\s*(#.*)?$/;

/** What is known of a file by its being one in which managers of versions look which version a folder wants. */
export function versionFileFact(given: string, realPath: string): Pick<PathFact, 'isLoading'> {
  const name = basename(given);
  const isMany = name === '.tool-versions';
  if (!isMany && !ofOneTool.test(name)) return {};
  const text = shortText(realPath);
  const line = isMany ? plainTool : plain;
  const isPlain = text?.split('\n').every((each) => line.test(each.trimStart())) === true;
  return isPlain ? {} : { isLoading: true };
}
