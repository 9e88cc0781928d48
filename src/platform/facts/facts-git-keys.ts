import { asksForSignature } from '../../core/git-format.ts';
import type { GitConfigEntry } from './facts-git-config.ts';

/** The hook that runs when a read-only command updates the index: `git diff` does, whatever it is told about locks. */
export const indexHook = 'post-index-change';

/** Keys by which git's read-only commands run programs whatever the environment says. */
const driverKeys =
  /^(include\..*|includeif\..*|diff\.external|filter\.\.(clean|smudge|process)|diff\.\.(textconv|command)|merge\.\.driver|gpg(\.\.?\w+)?\.\.?(program|defaultkeycommand)|extensions\.partialclone|remote\.\.(promisor|partialclonefilter)|alias\.whatchanged)$/;

/** Keys that name a file of which git shows lines it does not understand. */
const fileKeys =
  /^(blame\.ignorerevsfile|fsck\.skiplist|core\.(attributesfile|excludesfile)|mailmap\.file|diff\.orderfile)$/;

/** Default formats and orders of git's read-only commands. */
const formatKeys = /^(format\.pretty|pretty\..*|(tag|branch)\.sort)$/;

/**
 * Whether a setting makes a read-only command run a program: a format can ask for signature checks, and a configured hook
 * runs wherever the folder of hooks is.
 */
export function isDriver({ key, value }: GitConfigEntry): boolean {
  if (key === 'hook..event') return value === indexHook;
  return driverKeys.test(key) || (formatKeys.test(key) && asksForSignature(value));
}

/** Whether a setting names a file whose lines git may show. */
export function namesFile({ key }: GitConfigEntry): boolean {
  return fileKeys.test(key);
}
