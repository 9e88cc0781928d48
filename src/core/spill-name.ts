/** The folder of the state folder that keeps output which was cut; tools may read it, and nothing else there. */
export const spillFolderName = 'spill';

/** Names of the files there. */
export const spillFileName = /^[\w-]{1,200}\.spill$/;
