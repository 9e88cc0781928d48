import { each } from '../programs/words.ts';

/** Variables that commands get because they were judged harmless with them set. */
export type Variables = Readonly<Record<string, string>>;

/** Keeps git from refreshing the index, and so from running its hook, and from fetching objects that a partial clone lacks. */
export const reading: Variables = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_PAGER: 'cat',
};

/** Keeps programs that only read from asking the network for a newer version of themselves, or for what they lack. */
export const noUpdates: Readonly<Record<string, Variables>> = {
  npm: { npm_config_update_notifier: 'false' },
  pip: { PIP_DISABLE_PIP_VERSION_CHECK: '1' },
  pip3: { PIP_DISABLE_PIP_VERSION_CHECK: '1' },
  terraform: { CHECKPOINT_DISABLE: '1' },
  gh: { GH_NO_UPDATE_NOTIFIER: '1' },
  deno: { DENO_NO_UPDATE_CHECK: '1' },
  // It reports each command, and asks how often what it shows is installed.
  brew: { HOMEBREW_NO_AUTO_UPDATE: '1', HOMEBREW_NO_ANALYTICS: '1' },
  // Debug data that a file lacks is fetched from a server, by a mark that the file chooses.
  ...each('addr2line nm objdump readelf', { DEBUGINFOD_URLS: '' }),
};

/** All these variables, by name: a command that sets one to another value is not the one that was judged. */
export const reliedOn: ReadonlyMap<string, string> = new Map(
  [reading, ...Object.values(noUpdates)].flatMap((variables) => Object.entries(variables)),
);
