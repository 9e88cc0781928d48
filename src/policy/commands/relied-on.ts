/** Variables that commands get because it was judged harmless what they do with them. */
export type Variables = Readonly<Record<string, string>>;

/** No refresh of the index, so no hook of it, and no fetching of what a partial clone lacks. */
export const reading: Variables = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_PAGER: 'cat',
};

/** What keeps programs that only read from asking the network for a newer version of themselves, whatever else runs. */
export const noUpdates: Readonly<Record<string, Variables>> = {
  npm: { npm_config_update_notifier: 'false' },
  pip: { PIP_DISABLE_PIP_VERSION_CHECK: '1' },
  pip3: { PIP_DISABLE_PIP_VERSION_CHECK: '1' },
  terraform: { CHECKPOINT_DISABLE: '1' },
  gh: { GH_NO_UPDATE_NOTIFIER: '1' },
  deno: { DENO_NO_UPDATE_CHECK: '1' },
  brew: { HOMEBREW_NO_AUTO_UPDATE: '1' },
};

/** All of them, by name: a command that sets one to something else is another than the one that was judged. */
export const reliedOn: ReadonlyMap<string, string> = new Map(
  [reading, ...Object.values(noUpdates)].flatMap((variables) => Object.entries(variables)),
);
