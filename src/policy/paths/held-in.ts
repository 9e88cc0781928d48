import { isSecretFolder, namesToLookAt, systemSecretsBelow } from '../../core/paths/sensitive.ts';
import type { PathFact } from '../../core/ports.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { anyName } from '../fact-book.ts';
import { ask, nothing, type Ruling, strictest } from '../ruling.ts';
import { accessOf, type Reach } from './reach.ts';
import { judgePath, type Scope } from './scope.ts';
import { withholdingBelow } from './withholding.ts';

function tooManyIn(folder: string): Ruling {
  return ask(`${inQuotes(folder)} holds too many files to look at`);
}

/** Whether an entry of a folder holds secrets. */
function isSecretIn({ kind, realPath }: PathFact): boolean {
  return kind === 'folder' && isSecretFolder(realPath);
}

/** A question about a file in a folder that is searched, with what leaves it out. */
function withWayOut(ruling: Ruling, { leaving }: Reach, name: string): Ruling {
  if (ruling.decision !== 'ask' || leaving === undefined || !/^[\w.-]+$/.test(name)) return ruling;
  return { ...ruling, reason: `${ruling.reason} (${leaving(name)} leaves it out)` };
}

/**
 * A secret right in a folder that is read with everything below it, or one of the system's deeper in it. Only the folder
 * itself is looked through: deeper ones would cost more than a judgement may.
 */
function secretRightIn(scope: Scope, reach: Reach, fact: PathFact): Ruling | null {
  if (fact.kind !== 'folder') return null;
  const names = scope.mode.sensitive.length === 0 ? namesToLookAt() : anyName;
  const found = scope.book.entries(fact.realPath, names);
  if (found === null) return tooManyIn(fact.realPath);
  const known = systemSecretsBelow(fact.realPath).map((given) => ({ given, path: null }));
  for (const { given, path } of [...found, ...known]) {
    const name = given.slice(given.lastIndexOf('/') + 1);
    if (path !== null && path.kind !== 'file' && !isSecretIn(path)) continue;
    if (reach.skips?.(name, path?.kind === 'folder') === true) continue;
    const ruling = judgePath(scope, { access: 'read', given, cwd: '/', fact: path });
    if (ruling.decision !== 'allow') return path?.kind === 'file' ? withWayOut(ruling, reach, name) : ruling;
  }
  return null;
}

/** The ruling on the first symbolic link directly in a folder whose target may not be read; null for none. */
function linkRightIn(scope: Scope, reach: Reach, fact: PathFact): Ruling | null {
  if (reach.follows !== true || fact.kind !== 'folder') return null;
  const found = scope.book.entries(fact.realPath, anyName);
  if (found === null) return tooManyIn(fact.realPath);
  for (const { given, path } of found) {
    if (path.realPath === given && path.isUndecodable !== true) continue;
    const ruling = judgePath(scope, { access: 'tree', given, cwd: '/', fact: path });
    if (ruling.decision !== 'allow') return ruling;
  }
  return null;
}

const linksLeadOut = 'a link that it follows may lead out of the workspace';

/** A question by a rule about reading that may apply below a folder which is read with everything below; null for none. */
function withheldIn(scope: Scope, fact: PathFact, follows: boolean): Ruling | null {
  if (fact.kind !== 'folder') return null;
  if (follows && scope.mode.restrict) return ask(linksLeadOut);
  // A link may lead anywhere.
  const rule = withholdingBelow(scope, follows ? '/' : fact.realPath);
  if (rule === null) return null;
  return ask(`what it searches may hold files that the rule "${rule.ref.text}" withholds`, rule.ref);
}

/** A question by a rule that withholds some of what git may show of a folder; null for none. */
export function withheldFrom(scope: Scope, folder: string): Ruling | null {
  const rule = withholdingBelow(scope, folder, { isKept: true });
  return rule === null
    ? null
    : ask(`what git shows may hold files that the rule "${rule.ref.text}" withholds`, rule.ref);
}

/** A question by a rule about listing that may apply below a folder which is listed with everything below; null for none. */
function unlistedIn(scope: Scope, { kind, kept, follows }: Reach, fact: PathFact): Ruling | null {
  if (kind !== 'names') return null;
  const isFolder = fact.kind === 'folder' || (kept === true && !fact.exists);
  if (!isFolder) return null;
  if (follows === true && scope.mode.restrict) return ask(linksLeadOut);
  const folder = follows === true ? '/' : fact.realPath;
  const rule = withholdingBelow(scope, folder, { access: 'list', isKept: kept === true });
  if (rule === null) return null;
  return ask(`what it lists may hold names that the rule "${rule.ref.text}" withholds`, rule.ref);
}

/**
 * What keeps a folder that may be read or listed itself from being read or listed with all below it; under `full` only what is
 * surely read counts.
 */
export function heldIn(
  scope: Scope,
  reach: Reach,
  { fact, ruling }: { readonly fact: PathFact; readonly ruling: Ruling },
): Ruling | null {
  if (ruling.decision !== 'allow' || scope.mode.security === 'full') return null;
  if (reach.noFolder === true && fact.kind === 'folder')
    return ask(`which file in ${inQuotes(reach.arg.text)} is read cannot be told`);
  if (reach.ending !== undefined && !(fact.kind === 'file' && fact.realPath.endsWith(reach.ending)))
    return ask(`${inQuotes(reach.arg.text)} may lead to what is run`);
  if (accessOf(reach.kind) !== 'tree') return unlistedIn(scope, reach, fact);
  return heldBelow(scope, reach, fact);
}

/**
 * What keeps a folder from being read with all below it: the strictest, and among equals what a rule of the person's withholds. A rule that
 * allows the program outweighs the others, so none of them may hide it.
 */
export function heldBelow(scope: Scope, reach: Reach, fact: PathFact): Ruling | null {
  const found = [
    withheldIn(scope, fact, reach.follows === true),
    secretRightIn(scope, reach, fact),
    linkRightIn(scope, reach, fact),
  ].filter((ruling) => ruling !== null);
  return found.length === 0 ? null : strictest(found, nothing);
}
