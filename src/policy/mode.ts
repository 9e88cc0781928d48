import type { Settings } from '../config/schema.ts';
import { allow, ask, deny, type Ruling } from './ruling.ts';

/** The settings that decide about what no rule matches. */
export interface Mode {
  /** `deny` does not occur here: such calls are refused before they are judged. */
  readonly security: 'allowlist' | 'full';
  /** Whether `ask` is `always`. */
  readonly always: boolean;
  /** Whether `ask` is `off`: nobody is asked. */
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

/** Turns a ruling that asks into a refusal if nobody may be asked (`ask: off`). */
export function settle(ruling: Ruling, mode: Mode): Ruling {
  if (ruling.decision !== 'ask' || !mode.silent) return ruling;
  return deny(`${ruling.reason}, and nobody is asked (approval.ask is off)`, ruling.rule);
}

/** The refusal under `security: deny`. */
export const refusedByMode: Ruling = deny('approval.security is deny: nothing runs, reads or writes');

/** Whether rules that ask are ignored: what no rule denies runs, and nobody is asked. */
export function asksNobody({ security, silent }: Mode): boolean {
  return security === 'full' && silent;
}

/** The ruling under `security: full` if no rule denies or asks. */
export const allowedByFull: Ruling = allow('approval.security is full');

/** The ruling under `ask: always` on what would otherwise be allowed. */
export function askedAlways(what: string): Ruling {
  return ask(`${what} is asked every time (approval.ask is always)`);
}
