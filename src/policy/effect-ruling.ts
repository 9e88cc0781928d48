import type { ExecRuling } from './commands/exec.ts';
import type { JudgedPath, Proposal } from './judge.ts';
import type { Ruling } from './ruling.ts';

/** What is found of one effect of a call. */
export interface EffectRuling {
  readonly ruling: Ruling;
  readonly exec: ExecRuling | null;
  readonly path: Omit<JudgedPath, 'action'> | null;
  /** The session all of whose input a yes may cover. */
  readonly inputSession: string | null;
  /** Worked out only for the answer that counts. */
  readonly proposals: () => readonly Proposal[];
}

/** A ruling with nothing besides. */
export function only(ruling: Ruling): EffectRuling {
  return { ruling, exec: null, path: null, inputSession: null, proposals: () => [] };
}
