import { isAbsolute } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import type { Dangers } from '../commands/dangers.ts';
import type { Suspect, SuspectDeed } from '../commands/suspect.ts';
import type { FactBook } from '../fact-book.ts';
import type { Words } from '../rules/pattern.ts';
import { builtIn, deny, type Ruling } from '../ruling.ts';
import type { Trail } from '../shell/trail.ts';
import { criticalFolders } from './critical.ts';
import { diskProblem, isDiskFrom } from './disk.ts';
import { isMachineSwitch, powerProblem } from './machine.ts';
import { removalProblem } from './removal.ts';
import { windowsProblem } from './windows.ts';

/** A refusal by the guard, with the words of the dangerous command or call; no words for a redirect. */
export interface Guarded {
  readonly ruling: Ruling;
  readonly words: Words;
}

function shownWords(suspect: Suspect | SuspectDeed): Words {
  return 'shown' in suspect ? suspect.shown : suspect.words;
}

interface GuardContext {
  readonly cwd: string;
  readonly workspace: Workspace;
  readonly book: FactBook;
  /** The folders in which something with this trail may run or be opened. */
  foldersOf(seen: { readonly trail: Trail }): readonly string[];
}

const mostNames = 3;

/** The refusal of a call that would be a catastrophe, also because of variables that are set nowhere; null if it would not. */
export function guardRuling(dangers: Dangers, at: GuardContext): Guarded | null {
  const found = findCatastrophe(dangers, at);
  if (found === null || dangers.unset === undefined) return found;
  const { names, otherwise } = dangers.unset;
  if (findCatastrophe(otherwise(), at) !== null) return found;
  const shown = names.map((name) => (name === '@' ? 'parameters' : name));
  const listed = shown.slice(0, mostNames).join(', ');
  const because = `; set nowhere, so empty: ${listed}${names.length > mostNames ? ' and others' : ''}`;
  return { ...found, ruling: { ...found.ruling, reason: found.ruling.reason + because } };
}

function findCatastrophe(dangers: Dangers, at: GuardContext): Guarded | null {
  const { book, workspace, cwd } = at;
  const { home } = workspace;
  const critical = criticalFolders(workspace);
  const isBlock = (path: string) => book.path(path, cwd).kind === 'block';
  const real = (path: string) => book.path(path, cwd).realPath;
  const refuse = (problem: string, words: Words = []): Guarded => ({
    ruling: deny(`The guard refuses this: ${problem}`, builtIn('guard')),
    words,
  });
  if (dangers.forkBomb) return refuse('it starts itself without end');
  const disk = dangers.opened.find(
    (file) =>
      file.isWritten && isDiskFrom(file.path, isAbsolute(file.path) ? [cwd] : at.foldersOf(file), isBlock),
  );
  if (dangers.opened.some(({ path, isWritten }) => isWritten && isMachineSwitch(path)))
    return refuse('it stops the machine');
  if (disk !== undefined) return refuse(`it writes the disk "${disk.path}"`);
  for (const suspect of [...dangers.suspects, ...dangers.deeds]) {
    const { words } = suspect;
    const cwds = at.foldersOf(suspect);
    const removal = { cwds, home, critical, real };
    const problem =
      removalProblem(words, removal) ??
      diskProblem(words, cwds, isBlock) ??
      (suspect.isOtherMachine === true ? null : powerProblem(words)) ??
      windowsProblem(words);
    if (problem !== null) return refuse(problem, shownWords(suspect));
  }
  return null;
}
