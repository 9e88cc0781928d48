import type { Rule } from '../../config/schema.ts';
import type { Decision, RuleRef } from '../../core/verdict.ts';
import type { Pattern } from './pattern.ts';

/** A rule and where it is written. */
export type SourcedRule = Rule & { readonly source: string; readonly line: number | null };

/** A rule on commands or on input to a session. */
export interface CommandRule {
  readonly decision: Decision;
  readonly pattern: Pattern;
  readonly ref: RuleRef;
  readonly reason: string | null;
}

/** A rule on paths. */
export interface PathRule {
  readonly decision: Decision;
  readonly ref: RuleRef;
  readonly reason: string | null;
  /** What the pattern's paths are relative to: `/`, `~/`, or any workspace root. */
  readonly anchor: 'root' | 'home' | 'workspace';
  /** Whether the last name of the pattern has letters or digits, so that it can be meant for a sensitive file. */
  readonly naming: boolean;
  readonly matches: (path: string) => boolean;
  /** The folders or files that the pattern begins with, relative to its anchor; empty if it begins with a wildcard. */
  readonly bases: readonly string[];
}

export type PathAccess = 'read' | 'list' | 'write';

/** Rules ready for matching, by subject. */
export interface CompiledRules {
  readonly commands: readonly CommandRule[];
  readonly typed: readonly CommandRule[];
  readonly skills: readonly CommandRule[];
  /** Rules on the host that a call chooses; the pattern is the name of a host. */
  readonly hosts: readonly CommandRule[];
  readonly paths: Readonly<Record<PathAccess, readonly PathRule[]>>;
}
