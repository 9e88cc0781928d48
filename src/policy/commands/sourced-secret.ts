import { foldersOf, type Place } from '../paths/closed.ts';
import type { Suspect } from './suspect.ts';
import { secretWord } from './word-problems.ts';

/** Text to append to a question if a file of secrets is read into the shell: `source .env`; empty if none is. */
export function sourcedSecret(suspects: readonly Suspect[], at: Omit<Place, 'base'>): string {
  for (const suspect of suspects) {
    const [name, ...behind] = suspect.words;
    const file = behind.find((word) => word !== '--');
    if ((name !== '.' && name !== 'source') || typeof file !== 'string') continue;
    for (const cwd of foldersOf(suspect, at)) {
      const found = secretWord(at.context.scope, file, cwd);
      if (found !== null) return `, and ${found.reason}`;
    }
  }
  return '';
}
