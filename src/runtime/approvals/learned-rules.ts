import { join } from 'node:path';
import { fileStamp } from '../../platform/files/file-stamp.ts';
import type { Folders } from '../../platform/machine/folders.ts';
import type { SourcedRule } from '../../policy/rules/rule.ts';

const none: readonly SourcedRule[] = [];

/** Path of the file with rules learned from approvals. */
export function learnedPath({ config }: Pick<Folders, 'config'>): string {
  return join(config, 'approvals.jsonc');
}

/**
 * The rules learned from approvals: the file is read again when it changes, so that an answer given in another process counts at once.
 * Costs one look at the file per judgement.
 */
export class LearnedRules {
  readonly path: string;
  readonly #locked: readonly string[];
  #stamp: string | null = null;
  #rules = none;

  /** `locked` is the setting of that name. */
  constructor(path: string, locked: readonly string[]) {
    this.path = path;
    this.#locked = locked;
  }

  /** The same array until the file changes. Throws `invalid_config` for an invalid file. */
  async current(): Promise<readonly SourcedRule[]> {
    const stamp = fileStamp(this.path);
    if (stamp === this.#stamp) return this.#rules;
    if (stamp === null) this.#rules = none;
    else {
      const { readLearned } = await import('./learned-file.ts');
      this.#rules = await readLearned(this.path, this.#locked);
    }
    this.#stamp = stamp;
    return this.#rules;
  }
}
