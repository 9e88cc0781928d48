import { filesNamed } from '../paths/named-files.ts';
import type { Scope } from '../paths/scope.ts';
import { expandTilde } from '../paths/within.ts';
import type { Candidate } from '../rules/pattern.ts';
import type { OpenedFile } from '../shell/sightings.ts';
import { hasWildcard } from '../shell/wildcard-in.ts';
import { distinctSuspects, type Suspect, suspectOf } from './suspect.ts';

/** An option whose value is a pattern for names. */
const takesPattern = /^--?[\w-]*(?:exclude|include|ignore|skip|omit|glob|name|path|pattern|regex)[\w-]*$/i;

/** Words of one judgement that wildcards may come to: of each more is asked than where it is. */
const mostReached = 65_536;
const comeTo = new WeakMap<Scope, number>();

/** The words with the files that a shell in a folder puts in place of wildcards; null where more are not looked at. */
function reachedWords(
  words: readonly Candidate[],
  cwd: string,
  scope: Scope,
): readonly (readonly Candidate[])[] | null {
  const reached: (readonly Candidate[])[] = [];
  for (const [index, word] of words.entries()) {
    const isPattern = word !== null && index > 0 && hasWildcard(word);
    if (!isPattern || takesPattern.test(words[index - 1] ?? '')) {
      reached.push([word]);
      continue;
    }
    const files = filesNamed(expandTilde(word, scope.workspace.home), cwd, scope);
    if (files === null) return null;
    reached.push(files.length === 0 ? [word] : files);
  }
  return reached;
}

/** Words right behind a program that may say what it does, and files there of which each is put first. */
const mostLeading = 3;
const mostFirst = 16;

/** The same words where another file of those that a wildcard reaches comes first: their order is that of a locale. */
function otherwiseOrdered(reached: readonly (readonly Candidate[])[]): readonly (readonly Candidate[])[] {
  const at = reached.findIndex((files, index) => index > 0 && index <= mostLeading && files.length > 1);
  const files = reached[at] ?? [];
  return files.slice(1, mostFirst).map((first) => {
    const ordered = [first, ...files.filter((file) => file !== first)];
    return reached.flatMap((words, index) => (index === at ? ordered : words));
  });
}

/**
 * A command of which only the words are known, with the files that its wildcards reach in the folders it may run in: what stood in
 * quotes is not told any more. Null where it has more wildcards than are looked at.
 */
function withReached(
  suspect: Suspect,
  { scope, cwds }: { readonly scope: Scope; readonly cwds: readonly string[] },
): readonly Suspect[] | null {
  const { words } = suspect;
  const found: Suspect[] = [];
  for (const cwd of cwds) {
    const reached = reachedWords(words, cwd, scope);
    if (reached === null) return null;
    const isChanged = reached.some((files, index) => files.length !== 1 || files[0] !== words[index]);
    if (!isChanged) continue;
    const all = reached.flat();
    const count = (comeTo.get(scope) ?? 0) + all.length;
    comeTo.set(scope, count);
    if (count > mostReached) return null;
    for (const some of [all, ...otherwiseOrdered(reached)])
      found.push({ ...suspect, ...suspectOf(some, [{ surely: cwd }]) });
  }
  return found;
}

/** What a command is with the files that its wildcards reach. */
interface Reaching {
  readonly suspect: Suspect;
  readonly reached: readonly Suspect[];
  /** Whether it surely runs in the one folder where that was looked up. */
  readonly isSure: boolean;
  /** Whether it has more wildcards than are looked at. */
  readonly isCut: boolean;
}

/** The same of all that have wildcards. */
export function reachedBy(
  suspects: readonly Suspect[],
  at: { readonly scope: Scope; readonly foldersOf: (suspect: Suspect) => readonly string[] },
): readonly Reaching[] {
  const wild = suspects.filter(
    ({ words, isElsewhere }) =>
      isElsewhere !== true && words.some((word) => word !== null && hasWildcard(word)),
  );
  // Once is enough: each may be there a thousand times.
  return distinctSuspects(wild).map((suspect) => {
    const cwds = at.foldersOf(suspect);
    const reached = withReached(suspect, { scope: at.scope, cwds });
    return { suspect, reached: reached ?? [], isSure: cwds.length === 1, isCut: reached === null };
  });
}

/** The files that a redirect to a wildcard opens; null where it is one more than are looked at. */
export function reachedFiles(
  file: OpenedFile,
  { scope, cwds }: { readonly scope: Scope; readonly cwds: readonly string[] },
): readonly OpenedFile[] | null {
  const path = expandTilde(file.path, scope.workspace.home);
  const found = cwds.map((cwd) => filesNamed(path, cwd, scope));
  if (found.includes(null)) return null;
  const reached = found.flatMap((files) => files ?? []).filter((one) => one !== path);
  return reached.map((one) => ({ ...file, path: one }));
}
