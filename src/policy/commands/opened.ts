import type { Mode } from '../mode.ts';
import { closedRulings, foldersOf, openingRulings, type Place } from '../paths/closed.ts';
import { tooManyWildcards } from '../paths/named-files.ts';
import { isNotHere, type PathWord } from '../paths/path-words.ts';
import { rootsOf } from '../paths/scope.ts';
import { isWithinAny } from '../paths/within.ts';
import { deny, type Ruling } from '../ruling.ts';
import type { OpenedFile } from '../shell/sightings.ts';
import { filledRulings } from './filled.ts';
import { openedKept } from './found-kept.ts';
import type { ListedNames } from './listed-names.ts';
import { reachedFiles } from './reached.ts';

function pathWord(file: OpenedFile, mode: Mode): PathWord {
  return { word: file.path, isRead: !file.isWritten, isElsewhere: isNotHere(file, mode) };
}

/** Applies protected paths and closed folders to every file that may be opened, and `workspace.restrict` to the folder it runs in. */
export function openedRulings(
  opened: readonly OpenedFile[],
  { effect, context, listed }: Omit<Place, 'base'> & { readonly listed: ListedNames },
): readonly Ruling[] {
  const rulings: Ruling[] = [];
  for (const file of opened) {
    const place = { context, effect, base: '' };
    const cwds = foldersOf(file, place);
    const reached = reachedFiles(file, { scope: context.scope, cwds });
    if (reached === null) rulings.push(tooManyWildcards);
    const kept = openedKept(file, { listed, cwds });
    const isHere = file.isElsewhere !== true && file.isApart !== true;
    const written = [...(isHere ? [file] : []), ...kept].filter(({ isWritten }) => isWritten);
    const filled = written.map(({ path }) => path);
    rulings.push(...cwds.flatMap((cwd) => filledRulings(filled, cwd, context.scope)));
    for (const one of [file, ...(reached ?? []), ...kept])
      rulings.push(
        ...closedRulings({ trail: one.trail }, [pathWord(one, context.mode)], place),
        ...openingRulings(one, place),
      );
  }
  if (context.mode.restrict && !isWithinAny(effect.cwd, rootsOf(context.scope.workspace))) {
    rulings.push(deny(`"${effect.cwd}" lies outside the workspace, which is closed (workspace.restrict)`));
  }
  return rulings;
}
