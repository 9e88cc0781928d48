import type { Settings } from '../config/schema.ts';
import { allow, ask, deny, type Ruling } from './ruling.ts';

/** The settings that decide what becomes of a miss. */
export interface Mode {
  /** Under `deny` nothing is judged: it is refused before. */
  readonly security: 'allowlist' | 'full';
  /** Everything is asked that the table of `ask: always` asks. */
  readonly always: boolean;
  /** Nobody is asked. */
  readonly silent: boolean;
  readonly restrict: boolean;
  readonly guard: boolean;
  readonly sensitive: readonly string[];
}

/** The mode of merged settings. */
export function modeOf(settings: Settings): Mode {
  return {
    security: settings.approval.security === 'full' ? 'full' : 'allowlist',
    always: settings.approval.ask === 'always',
    silent: settings.approval.ask === 'off',
    restrict: settings.workspace.restrict,
    guard: settings.guard,
    sensitive: settings.workspace.sensitive,
  };
}

/** What an asking ruling becomes: under `ask: off` nobody is asked, so it is refused. */
export function settle(ruling: Ruling, mode: Mode): Ruling {
  if (ruling.decision !== 'ask' || !mode.silent) return ruling;
  return deny(`${ruling.reason}, and nobody is asked (approval.ask is off)`, ruling.rule);
}

/** The ruling of `security: deny`. */
export const refusedByMode: Ruling = deny('approval.security is deny: nothing runs, reads or writes');

/** Whether rules that ask count for nothing: what no rule denies runs, and nobody is asked. */
export function asksNobody({ security, silent }: Mode): boolean {
  return security === 'full' && silent;
}

/** The ruling of `security: full` on what no rule denies or asks about. */
export const allowedByFull: Ruling = allow('approval.security is full');

/** The ruling of `ask: always` on what would be allowed. */
export function askedAlways(what: string): Ruling {
  return ask(`${what} is asked every time (approval.ask is always)`);
}
