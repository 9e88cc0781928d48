import { afterAll, vi } from 'vitest';
import { removeTempFolders } from './temp-folder.ts';

// This file is run before each file of tests; what helpers do as they are loaded happens once a process.
afterAll(async () => {
  // What a file leaves loading, as a server does that prepares its list of tools, would be lost with its end to the next ones.
  await vi.dynamicImportSettled();
  removeTempFolders();
});
