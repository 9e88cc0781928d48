import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 180_000, hookTimeout: 180_000, pool: 'forks' as const };

export default defineConfig({
  test: {
    maxWorkers: 2,
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
