import type { Kind, Operand } from '../profiles/profile.ts';
import type { Folders } from '../shell/arg.ts';
import type { Touch } from './scope.ts';

/** A path operand and the folders it may be relative to. */
export interface Reach extends Operand {
  readonly cwds: Folders;
}

/** The access to an operand of a kind; null if it is no path. */
export function accessOf(kind: Kind): Touch['access'] | null {
  if (kind === 'stored') return 'read';
  if (kind === 'names') return 'list';
  return kind === 'read' || kind === 'list' || kind === 'tree' || kind === 'write' ? kind : null;
}
