import { appendFileSync, writeSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with `N passed, N failed, N skipped`, and adds the same line to the file of SUMMARY_FILE. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      let cases = 0;
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1;
        cases += 1;
      }
      if (cases === 0 && !module.ok()) count.failed += 1;
    }
    const line = `${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`;
    writeSync(1, line);
    if (process.env.SUMMARY_FILE) appendFileSync(process.env.SUMMARY_FILE, line);
  }
}
