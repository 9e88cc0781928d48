import { canary } from './canary.ts';
import type { FuzzSuite } from './suite.ts';

/** Every suite by its name; the runner and the test of kept rows know no other list. */
export const suites: Readonly<Record<string, FuzzSuite>> = { canary };
