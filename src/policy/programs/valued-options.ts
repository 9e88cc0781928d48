import { isOneOf } from './option-value.ts';
import { words } from './words.ts';

/** Which options of a program take values that are words of their own. */
export interface ValuedOptions {
  /** Letters of short options that take the rest of their word, or the next one. */
  readonly valued?: string;
  /** Letters of those that take the rest of their word alone. */
  readonly attached?: string;
  /** Each letter of `valued` takes a word of its own, wherever it stands in a cluster: `bash -euo pipefail`. */
  readonly every?: true;
  /** Long options with one dash or two, which may be cut short. */
  readonly long?: readonly string[];
  /** Long options that take two words. */
  readonly pairs?: readonly string[];
}

/** How many of the words behind an option are its values. */
export function valuesBehind(
  option: string,
  { valued = '', attached = '', every, long = [], pairs = [] }: ValuedOptions,
): number {
  if (pairs.includes(option)) return 2;
  if (option.startsWith('--') || long.includes(option)) return isOneOf(option, long) ? 1 : 0;
  const letters = [...option.slice(1)];
  if (every === true) return letters.filter((letter) => valued.includes(letter)).length;
  const taking = letters.findIndex((letter) => `${valued}${attached}`.includes(letter));
  return taking !== -1 && taking === letters.length - 1 && valued.includes(letters[taking] ?? ' ') ? 1 : 0;
}

/** The options of `ssh`. */
export const ofSsh: ValuedOptions = { valued: 'BbcDEeFIiJLlmOoPpQRSWw' };

/** The options of programs that start a command in a container, but those that open more of this machine to it. */
export const ofContainers = {
  valued: 'uwevlphmac',
  long: words(
    '--user --workdir --env --env-file --volume --publish --name --network --entrypoint --mount --platform --hostname --label --memory --cpus --add-host --tmpfs --ulimit --shm-size --pull --restart --log-driver --ip --dns --index',
  ),
} satisfies ValuedOptions;
