import { basename } from 'node:path';
import type { PathFact } from '../../core/ports.ts';
import { shortText } from '../files/short-text.ts';

const ofOneTool = /^\.([a-z]+-versions?|nvmrc|goenv|rbenv-version)$/;
/** Matches a line with a version number or name, from its first word on. A folder would be a program of the workspace. */
const plain = /^((?!\.\.)[\w.+-]+)?\s*(#.*)?$/;
/** The same after the name of a tool. */
const plainTool = /^([\w-]+([ \t]+(?!\.\.)[\w.+-]+)+)?\s*(#.*)?$/;

/** The fact about a file by which version managers choose a tool's version for a folder. */
export function versionFileFact(given: string, realPath: string): Pick<PathFact, 'runsCode'> {
  const name = basename(given);
  const isMany = name === '.tool-versions';
  if (!isMany && !ofOneTool.test(name)) return {};
  const text = shortText(realPath);
  const line = isMany ? plainTool : plain;
  const isPlain = text?.split('\n').every((each) => line.test(each.trimStart())) === true;
  return isPlain ? {} : { runsCode: true };
}
