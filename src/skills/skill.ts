/** Where a skill comes from, in the order in which they win. */
export type SkillSource = 'project' | 'user' | 'root' | 'shipped';

/** Something wrong with a SKILL.md that does not keep it from being used, or that does. */
export interface Diagnostic {
  /** From 1. */
  readonly line: number;
  readonly problem: string;
}

/** What a skill needs of the environment that commands get. */
export interface Requirements {
  readonly bins: readonly string[];
  readonly env: readonly string[];
  /** Programs of which one is enough; only where the skill lists some. */
  readonly anyBins?: readonly string[];
}

/** What a SKILL.md says. */
export interface SkillText {
  readonly name: string;
  readonly description: string;
  /** Whether its body belongs into every system prompt. */
  readonly always: boolean;
  readonly requires: Requirements;
  /** Tools it says it keeps to; null when it says nothing. It never allows anything. */
  readonly allowedTools: readonly string[] | null;
  /** The instructions below the frontmatter. */
  readonly body: string;
}

/** A skill in the place it was found. */
export interface Skill extends SkillText {
  readonly source: SkillSource;
  /** Real path of its folder; null for a shipped one. */
  readonly folder: string | null;
  /** Its SKILL.md: an absolute path, or `shipped:NAME/SKILL.md`. */
  readonly location: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Hashes of its files by their relative path when it is trusted by content: nothing else of it may be shown. Null otherwise. */
  readonly pins: ReadonlyMap<string, string> | null;
  /** What is missing of its requirements, in words; null when it can be used. */
  readonly unavailable: string | null;
}

/** A folder of a project that looks like a skill and is not trusted; nothing of it is told. */
export interface UntrustedSkill {
  /** The folder's name. */
  readonly name: string;
  readonly location: string;
  /** Whether it was trusted with another content. */
  readonly isChanged: boolean;
}

/** A folder that was meant as a skill and cannot be used. */
export interface UnusableSkill {
  /** The folder's name, which is what the skill would be asked for by. */
  readonly name: string;
  /** Its SKILL.md, or the folder that cannot be reached. */
  readonly location: string;
  /** In words: `it is not UTF-8`. */
  readonly problem: string;
}

/** Every skill found. */
export interface Catalogue {
  readonly skills: readonly Skill[];
  readonly untrusted: readonly UntrustedSkill[];
  readonly unusable: readonly UnusableSkill[];
  /** What was left out and why: shadowed, unusable, too many. */
  readonly notices: readonly string[];
}

/** The file that makes a folder a skill. */
export const skillFileName = 'SKILL.md';

/** Most bytes of a SKILL.md, and of its frontmatter. */
export const mostSkillBytes = 262_144;
export const mostFrontmatterBytes = 65_536;
