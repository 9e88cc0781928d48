import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long for their size, by which a first run orders them: begun last, they would hold the end of the run up while the other workers have nothing left. */
const long: readonly string[] = [
  'e2e/python.test.ts',
  'e2e/slow-reader.test.ts',
  'e2e/server-end.test.ts',
  'e2e/nodes-hostile.test.ts',
  'policy/canary-fuzz.test.ts',
  'e2e/release.test.ts',
  'e2e/soak.test.ts',
  'attacks/swapped.test.ts',
  'attacks/git.test.ts',
  'e2e/completion-typed.test.ts',
  'e2e/sessions-stopped.test.ts',
  'e2e/nodes-ssh.test.ts',
  'e2e/nodes-slow.test.ts',
  'suites-fuzz.test.ts',
  'platform/locks/locks.test.ts',
  'platform/locks/placeholders.test.ts',
  'policy/git-discovery.test.ts',
  'core/text/columns.test.ts',
].map((name) => {
  const path = join(import.meta.dirname, '..', name);
  if (!existsSync(path)) throw new Error(`Cannot begin "${name}" first: there is no such file of tests`);
  return path;
});

/** Begins with the files that are known to take long; the others follow as Vitest orders them. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => long.includes(moduleId);
    return [...ordered.filter(isLong), ...ordered.filter((file) => !isLong(file))];
  }
}
