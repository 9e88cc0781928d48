/** The folder in the state folder that holds truncated output in full; tools may read it, and nothing else there. */
export const spillFolderName = 'spill';

/** Names of the files in it. */
export const spillFileName = /^[\w-]{1,200}\.spill$/;
