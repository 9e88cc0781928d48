import { filesNamed } from '../paths/named-files.ts';
import type { Scope } from '../paths/scope.ts';
import { expandTilde } from '../paths/within.ts';
import type { Words } from '../rules/pattern.ts';
import type { OpenedFile } from '../shell/sightings.ts';
import { hasWildcard } from '../shell/wildcard-in.ts';
import { distinctSuspects, type Suspect, suspectOf } from './suspect.ts';

/** An option whose value is a pattern for names. */
const takesPattern = /^--?[\w-]*(?:exclude|include|ignore|skip|omit|glob|name|path|pattern|regex)[\w-]*$/i;

/** Most words of one judgement that come from wildcards; beyond that, calls with wildcards ask. */
const mostReached = 65_536;
const comeTo = new WeakMap<Scope, number>();

/** The words, each with the files that a shell in `cwd` would expand it to; null if there are too many. */
function reachedWords(words: Words, cwd: string, scope: Scope): readonly Words[] | null {
  const reached: Words[] = [];
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

/** Most words behind a program that may select what it does, and most files that are tried as the first there. */
const mostLeading = 3;
const mostFirst = 16;

/** The words with another of the matched files in first place: the order depends on the locale. */
function otherwiseOrdered(reached: readonly Words[]): readonly Words[] {
  const at = reached.findIndex((files, index) => index > 0 && index <= mostLeading && files.length > 1);
  const files = reached[at] ?? [];
  return files.slice(1, mostFirst).map((first) => {
    const ordered = [first, ...files.filter((file) => file !== first)];
    return reached.flatMap((words, index) => (index === at ? ordered : words));
  });
}

/**
 * A command with its wildcards expanded, for each folder it may run in. It is known by its words only, so quoted wildcards
 * are expanded too. Null if there are too many.
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

/** A command and its forms with expanded wildcards. */
interface Reaching {
  readonly suspect: Suspect;
  readonly reached: readonly Suspect[];
  /** Whether it surely runs in the one folder that was looked up. */
  readonly isSure: boolean;
  /** Whether it has too many wildcards to expand. */
  readonly isCut: boolean;
}

/** Expands the wildcards of all commands that have some and run on this machine. */
export function reachedBy(
  suspects: readonly Suspect[],
  at: { readonly scope: Scope; readonly foldersOf: (suspect: Suspect) => readonly string[] },
): readonly Reaching[] {
  const wild = suspects.filter(
    ({ words, isElsewhere }) =>
      isElsewhere !== true && words.some((word) => word !== null && hasWildcard(word)),
  );
  // The same command may occur a thousand times.
  return distinctSuspects(wild).map((suspect) => {
    const cwds = at.foldersOf(suspect);
    const reached = withReached(suspect, { scope: at.scope, cwds });
    return { suspect, reached: reached ?? [], isSure: cwds.length === 1, isCut: reached === null };
  });
}

/** The files that a redirect to a wildcard may open; null if there are too many. */
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
