import { defineConfig } from 'vitest/config';
import LongestFirst from './test/helpers/longest-first.ts';

/** Tests that take about a fifth of a second and more each: `npm test` runs them, `npm run check` does not. */
const slow = { name: 'slow' };

/** Files of the many forms in which commands say the same: for `npm test`, and for whoever changes what the policy reads. */
const forms = { name: 'forms' };

const shared = {
  // The files of a worker share its process: one for each would take longer than most of them do.
  isolate: false,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  pool: 'forks' as const,
  setupFiles: ['./test/helpers/setup.ts'],
  // A test that looks at nothing, because it went another way than meant, has not passed.
  expect: { requireAssertions: true, poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    globalSetup: './test/helpers/python-on-path.ts',
    tags: [slow, forms],
    reporters: ['default', './test/helpers/summary-reporter.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/contract/**', 'test/attacks/**', 'test/**/*-fuzz.test.ts'],
        },
      },
      { test: { ...shared, name: 'contract', include: ['test/contract/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'e2e',
          // Shared machines stall real processes now and then; a test that fails twice has failed.
          retry: 1,
          include: ['test/e2e/**/*.test.ts', 'test/attacks/**/*.test.ts', 'test/**/*-fuzz.test.ts'],
        },
      },
    ],
  },
});
