import { appendFileSync, writeSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Which test failed, or needed a second try; null where it did neither. */
function complaintOf(test: TestCase): string | null {
  const isFailed = test.result().state === 'failed';
  if (!isFailed && test.diagnostic()?.flaky !== true) return null;
  return `${isFailed ? 'FAILED' : 'SECOND TRY'} ${test.module.relativeModuleId} > ${test.fullName}\n`;
}

/** How many tests of a file were skipped, and why as far as they say; empty for none. */
function skippedOf(module: TestModule): string {
  const notes: (string | undefined)[] = [];
  for (const test of module.children.allTests('skipped')) {
    const result = test.result();
    notes.push(result.state === 'skipped' ? result.note : undefined);
  }
  if (notes.length === 0) return '';
  const said = [...new Set(notes)].filter((note) => note !== undefined).join('; ');
  return `SKIPPED ${notes.length} of ${module.relativeModuleId}${said === '' ? '' : ` (${said})`}\n`;
}

/** Longer than the two tries of a test that passes its time limit take. */
const silenceSeconds = 420;

/**
 * Closes a run with the tests that failed or needed a second try, the files with tests that were skipped though nothing was
 * selected, and `N passed, N failed, N skipped`; adds the first to the file of NAMES_FILE, the last to that of SUMMARY_FILE. A file whose tests say nothing for long is named meanwhile: a test that
 * waits for a process without giving a turn of the loop is ended by no time limit.
 */
export default class SummaryReporter implements Reporter {
  readonly #silence = new Map<string, number>();
  readonly #watch = setInterval(() => this.#nameSilent(10), 10_000).unref();

  #isSelection = false;

  onInit({ config }: Vitest): void {
    this.#isSelection = config.testNamePattern !== undefined || config.tagsFilter !== undefined;
  }

  #heard = ({ relativeModuleId }: TestModule): void => {
    this.#silence.set(relativeModuleId, 0);
  };

  #nameSilent(passed: number): void {
    for (const [name, before] of this.#silence) {
      const seconds = before + passed;
      this.#silence.set(name, seconds);
      if (before < silenceSeconds && seconds >= silenceSeconds)
        writeSync(1, `STILL RUNNING ${name}, without a word for ${seconds} s\n`);
    }
  }

  onTestModuleStart = this.#heard;
  onTestCaseReady = ({ module }: TestCase): void => this.#heard(module);
  onTestCaseResult = ({ module }: TestCase): void => this.#heard(module);

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#silence.delete(relativeModuleId);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    clearInterval(this.#watch);
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    const complaints: string[] = [];
    for (const module of modules) {
      let cases = 0;
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1;
        complaints.push(complaintOf(test) ?? '');
        cases += 1;
      }
      if (cases === 0 && !module.ok()) count.failed += 1;
    }
    const line = `${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`;
    const names = complaints.join('');
    const skipped = this.#isSelection ? '' : modules.map(skippedOf).join('');
    writeSync(1, names + skipped + line);
    if (process.env.NAMES_FILE) appendFileSync(process.env.NAMES_FILE, names);
    if (process.env.SUMMARY_FILE) appendFileSync(process.env.SUMMARY_FILE, line);
  }
}
