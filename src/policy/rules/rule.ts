import type { Rule } from '../../config/schema.ts';
import type { Decision, RuleRef } from '../../core/verdict.ts';
import type { Pattern } from './pattern.ts';

/** A rule and where a person finds it. */
export type SourcedRule = Rule & { readonly source: string; readonly line: number | null };

/** A rule about commands or about what is typed into a session. */
export interface CommandRule {
  readonly decision: Decision;
  readonly pattern: Pattern;
  readonly ref: RuleRef;
  readonly reason: string | null;
}

/** A rule about paths. */
export interface PathRule {
  readonly decision: Decision;
  readonly ref: RuleRef;
  readonly reason: string | null;
  /** What the pattern's paths begin at: `/`, `~/`, or any root of the workspace. */
  readonly anchor: 'root' | 'home' | 'workspace';
  /** Whether its last name says something, so that it can be meant for a sensitive file. */
  readonly naming: boolean;
  readonly matches: (path: string) => boolean;
  /** The folder or file that its pattern begins with, from its anchor; empty where it begins with a wildcard. */
  readonly bases: readonly string[];
}

export type PathAccess = 'read' | 'list' | 'write';

/** Rules ready to match, by what they are about. */
export interface CompiledRules {
  readonly commands: readonly CommandRule[];
  readonly typed: readonly CommandRule[];
  readonly skills: readonly CommandRule[];
  /** About where a call moves itself; the pattern is a host's name. */
  readonly hosts: readonly CommandRule[];
  readonly paths: Readonly<Record<PathAccess, readonly PathRule[]>>;
}
