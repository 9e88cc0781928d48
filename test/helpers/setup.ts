import { afterAll } from 'vitest';
import { removeTempFolders } from './temp-folder.ts';

// This file is run before each file of tests; what helpers do as they are loaded happens once a process.
afterAll(removeTempFolders);
