import { join, relative } from 'node:path';
import type { PathFact } from '../../core/ports.ts';
import { actionsOn, type Found, type FoundAction } from '../guard/find-reach.ts';
import { findStarts } from '../guard/finding.ts';
import { entriesIn } from '../paths/held-in.ts';
import { protectedBelow } from '../paths/holding.ts';
import type { Scope } from '../paths/scope.ts';
import { basesBelow } from '../paths/withholding.ts';
import { expandTilde } from '../paths/within.ts';
import { findProfile } from '../profiles/table.ts';
import { baseName } from '../programs/base-name.ts';
import type { Candidate } from '../rules/pattern.ts';
import { textArg } from '../shell/arg.ts';
import { withFound } from './found-files.ts';
import type { Suspect } from './suspect.ts';

/** Files that one `find` may come to which are looked at, and folders that it begins in. */
const mostFiles = 64;
const mostStarts = 16;
const anyName = /^.*$/s;

/** Something below a folder that not all may change. */
interface KeptFile {
  readonly inside: string;
  readonly kind: PathFact['kind'];
}

/** What is there below a folder that belongs to the policy, or that rules about writing withhold, with what lies right in it. */
function keptBelow(scope: Scope, folder: string): readonly KeptFile[] {
  const found: KeptFile[] = [];
  const take = (path: string, deeper: number): void => {
    const { exists, kind } = scope.book.path(path, '/');
    if (!exists || found.length >= mostFiles) return;
    found.push({ inside: relative(folder, path), kind });
    if (kind !== 'folder' || deeper === 0) return;
    for (const { given } of entriesIn(scope, path, anyName) ?? []) take(given, deeper - 1);
  };
  for (const inside of protectedBelow(scope, folder)) take(join(folder, inside), 2);
  for (const path of basesBelow(scope, folder, 'write')) take(path, 1);
  return found;
}

/** A file with the folders on the way to it, the first of them where the `find` begins. */
function onTheWay(start: string, { inside, kind }: KeptFile): readonly Found[] {
  const names = inside.split('/');
  const top: Found = { path: start, depth: 0, kind: 'folder' };
  const below = names.map((_, index): Found => {
    const path = `${start.replace(/\/+$/, '')}/${names.slice(0, index + 1).join('/')}`;
    return { path, depth: index + 1, kind: index + 1 === names.length ? kind : 'folder' };
  });
  return [top, ...below];
}

/** Whether a command is known to do no more than read what it is given. */
function onlyReads(words: readonly Candidate[]): boolean {
  const known = words.filter((word) => word !== null);
  const match = findProfile(baseName(known[0] ?? ''), known.map(textArg));
  return known.length === words.length && match !== null && typeof match.reading !== 'string';
}

/** The command that an action is for a file; null where it is none that could change it. */
function commandFor(action: FoundAction, { kind }: Found, path: string): readonly Candidate[] | null {
  if (action === 'delete') return kind === 'folder' ? null : ['rm', path];
  const put = withFound(action, path);
  return put.some((word, index) => word !== action[index]) && !onlyReads(put) ? put : null;
}

/** A file that is kept below a folder, and the folder that a `find` begins in, as it is written and as it is. */
interface Begun {
  readonly start: string;
  readonly folder: string;
  readonly kept: KeptFile;
}

function beginningAt(start: string, cwd: string, scope: Scope): readonly Begun[] {
  const { kind, realPath } = scope.book.path(expandTilde(start, scope.workspace.home), cwd);
  return kind === 'folder'
    ? keptBelow(scope, realPath).map((kept) => ({ start, folder: realPath, kept }))
    : [];
}

/** What the words of a `find` have done with a file, and with the folders on the way to it. */
function commandsOn(
  words: readonly Candidate[],
  { start, folder, kept }: Begun,
): readonly (readonly Candidate[])[] {
  const way = onTheWay(start, kept);
  return way.slice(1).flatMap((found, index) => {
    const path = join(folder, ...kept.inside.split('/').slice(0, index + 1));
    return actionsOn(words, found, way.slice(0, index + 1)).flatMap((action) => {
      const command = commandFor(action, found, path);
      return command === null ? [] : [command];
    });
  });
}

/**
 * What a `find` does with files that belong to the policy or that rules about writing withhold, as commands of their own, as far as
 * its tests may pick them: `find ~/.config -newer x -exec sed -i s/a/b/ {} +` is `sed -i s/a/b/ ~/.config/agent-tools/config.json`.
 */
export function foundKept(
  { words, isElsewhere, isApart }: Suspect,
  { scope, cwds }: { readonly scope: Scope; readonly cwds: readonly string[] },
): readonly (readonly Candidate[])[] {
  if (isElsewhere === true || isApart === true || !/^g?find$/.test(baseName(words[0] ?? ''))) return [];
  if (!words.some((word) => /^-(?:delete|(?:exec|ok)(?:dir)?)$/.test(word ?? ''))) return [];
  const starts = findStarts(words).slice(0, mostStarts);
  const begun = starts.flatMap((start) => cwds.flatMap((cwd) => beginningAt(start, cwd, scope)));
  const commands = begun.flatMap((one) => commandsOn(words, one));
  return [...new Map(commands.map((command) => [command.join('\0'), command])).values()].slice(0, mostFiles);
}
