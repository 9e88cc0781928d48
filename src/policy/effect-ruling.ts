import type { TypedSession } from '../core/effect.ts';
import type { ExecRuling } from './commands/exec.ts';
import type { JudgedPath, Proposal } from './judge.ts';
import type { Ruling } from './ruling.ts';

/** The ruling on one effect of a call, with its details. */
export interface EffectRuling {
  readonly ruling: Ruling;
  readonly exec: ExecRuling | null;
  readonly path: Omit<JudgedPath, 'action'> | null;
  /** The session for which one yes may cover all further input; null for none. */
  readonly inputSession: TypedSession | null;
  /** Computed only if this effect's ruling counts. */
  readonly proposals: () => readonly Proposal[];
}

/** A ruling without details. */
export function only(ruling: Ruling): EffectRuling {
  return { ruling, exec: null, path: null, inputSession: null, proposals: () => [] };
}
