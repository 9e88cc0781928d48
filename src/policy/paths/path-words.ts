import { scriptFiles } from '../commands/script-files.ts';
import type { Suspect } from '../commands/suspect.ts';
import { classifyVariable } from '../commands/variable-names.ts';
import type { Mode } from '../mode.ts';
import { isPathKind } from '../profiles/profile.ts';
import { findProfile } from '../profiles/table.ts';
import { baseName, baseOf } from '../programs/base-name.ts';
import { carriedBy, startsElsewhere } from '../programs/carriers.ts';
import { copiedFiles } from '../programs/copied.ts';
import { startsApart, wordsHere } from '../programs/elsewhere-words.ts';
import { scriptIndex } from '../programs/vetoes.ts';
import { argsOf, unknownOperand } from '../shell/arg.ts';

/** A word that may be a path. */
export interface PathWord {
  readonly word: string;
  readonly isRead: boolean;
  /** Whether only metadata is read: the name, the size and the like. */
  readonly isListed?: boolean;
  /** Whether nothing is known of what the program does with it. */
  readonly isUnknown?: boolean;
  /** Whether it is a path of another machine. */
  readonly isElsewhere?: boolean;
}

/** Programs without a profile that do not read the files in their arguments. `git` is judged by what it shows. */
const readsNothing =
  /^(rm|rmdir|unlink|shred|touch|truncate|mkdir|chmod|chown|chgrp|chattr|find|git|cd|pushd)$/;
/** Programs that do not change what they copy or pack. */
const leavesSources = /^(cp|scp|rsync|tar|zip|dd)$/;
/** Matches an option whose value is no path. */
const leavesOut = /^--?[\w-]*(exclude|ignore|skip|omit)[\w-]*(=|$)/i;

/** The words of a program whose operands are unknown, without the command that it starts, which is judged by itself. */
function unknownWords(words: Suspect['words'], mode: Mode): readonly PathWord[] {
  const base = baseOf(words);
  const startsOther = !/^(\.|source)$/.test(base) && carriedBy(words).commands.length > 0;
  const isElsewhere = startsElsewhere(words);
  const isReader = !readsNothing.test(base) && !startsOther && !isElsewhere;
  // What an interpreter runs it reads, and tells in what it says of mistakes.
  const script = isElsewhere
    ? null
    : scriptIndex(
        base,
        words.slice(1).map((word) => word ?? ''),
      );
  const here = isElsewhere ? wordsHere(words) : null;
  const isThere = isNotHere({ isElsewhere, isApart: startsApart(words) }, mode);
  const copied = new Set(leavesSources.test(base) ? copiedFiles(base, words.slice(1)) : []);
  const shown = here?.shown.map((word): PathWord => ({ word, isRead: false })) ?? [];
  const opened = here?.opened.map((word): PathWord => ({ word, isRead: true })) ?? [];
  const own = words.slice(1).flatMap((word, index): readonly PathWord[] => {
    if (word === null) return [];
    const isLeftOut = [words[index], word].some((one) => leavesOut.test(one ?? ''));
    const isNone = isThere && here?.isElsewhere(index + 1) === true;
    const isValue = base === 'env' && isPlainVariable(word);
    const isUnknown = (isReader && !isLeftOut) || index === script;
    const isRead = copied.has(word.replace(/^if=/, ''));
    return [{ word, isRead, isUnknown, isElsewhere: isNone || isValue }];
  });
  return [...own, ...shown, ...opened];
}

/** Whether a word gives a variable something that changes nothing of what runs: what a command does with that is its own. */
function isPlainVariable(word: string): boolean {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
  return name !== undefined && value !== undefined && classifyVariable(name, value) === 'plain';
}

/** The words that are paths by the profile of the program; null if it has none or refuses the words. */
function profiledPaths({ words, args }: Suspect): readonly PathWord[] | null {
  const [name] = words;
  if (typeof name !== 'string') return null;
  const read = args ?? argsOf(words);
  const profiled = findProfile(baseName(name), read);
  // Behind `-C` its paths are elsewhere: where, is found out when the step is judged.
  if (profiled === null || typeof profiled.reading === 'string' || profiled.folders.length > 0) return null;
  return profiled.reading.operands.flatMap(({ kind, arg, top }) =>
    (isPathKind(kind) || kind === 'stored') && top !== true && arg.kind === 'text' && arg !== unknownOperand
      ? [
          {
            word: arg.text,
            isRead: kind === 'read' || kind === 'tree',
            isListed: kind === 'list' || kind === 'names',
          },
        ]
      : [],
  );
}

/** Words of a command that may be paths: by its profile, or all if it has none. */
export function pathWords(suspect: Suspect, mode: Mode): readonly PathWord[] {
  const { words, args } = suspect;
  // Without a folder it goes home, as if that were named.
  if (words[0] === 'cd' && words.slice(1).every((word) => word !== null && /^-./.test(word)))
    return [{ word: '~', isRead: false }];
  const paths = profiledPaths(suspect);
  if (paths === null) return [...unknownWords(words, mode), ...scriptedPaths(words)];
  return args === null
    ? [...unknownWords(words, mode), ...paths.filter(({ isRead, isListed }) => isRead || isListed)]
    : paths;
}

/** Files that the script of `sed` or `awk` opens by itself. */
function scriptedPaths(words: Suspect['words']): readonly PathWord[] {
  return scriptFiles(baseOf(words), words.slice(1)).map(({ path, isWritten }) => ({
    word: path,
    isRead: !isWritten,
  }));
}

/**
 * Whether paths are surely none of this machine: where all else is allowed, only what runs apart from it counts, since a host may be
 * this one, and a container that is there already may see the same folders.
 */
export function isNotHere(
  { isElsewhere = false, isApart = false }: Pick<Suspect, 'isElsewhere' | 'isApart'>,
  { security }: Mode,
): boolean {
  return isApart || (isElsewhere && security !== 'full');
}
