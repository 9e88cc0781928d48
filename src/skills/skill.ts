/** Where a skill comes from, in order of precedence. */
export type SkillSource = 'project' | 'user' | 'root' | 'shipped';

/** A problem in a SKILL.md, whether or not it is still usable. */
export interface Diagnostic {
  /** From 1. */
  readonly line: number;
  readonly problem: string;
}

/** What a skill requires of the environment of commands. */
export interface Requirements {
  readonly bins: readonly string[];
  readonly env: readonly string[];
  /** Programs of which one is enough; absent if the skill lists none. */
  readonly anyBins?: readonly string[];
}

/** The content of a SKILL.md. */
export interface SkillText {
  readonly name: string;
  readonly description: string;
  /** Whether its body goes into every system prompt. */
  readonly always: boolean;
  readonly requires: Requirements;
  /** The tools that it says it uses; null if it does not say. It never allows anything. */
  readonly allowedTools: readonly string[] | null;
  /** The instructions below the frontmatter. */
  readonly body: string;
}

/** A skill where it was found. */
export interface Skill extends SkillText {
  readonly source: SkillSource;
  /** Real path of its folder; null for a shipped one. */
  readonly folder: string | null;
  /** Its SKILL.md: an absolute path, or `shipped:NAME/SKILL.md`. */
  readonly location: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Hashes of its files by relative path if it is trusted by content, so that nothing else is shown; otherwise null. */
  readonly pins: ReadonlyMap<string, string> | null;
  /** Which requirements are missing, in words; null if it can be used. */
  readonly unavailable: string | null;
}

/** A folder in a project that looks like a skill but is not trusted; its content is not shown. */
export interface UntrustedSkill {
  /** The folder's name. */
  readonly name: string;
  readonly location: string;
  /** Whether it was trusted with other content. */
  readonly isChanged: boolean;
}

/** A folder that was meant as a skill but is not usable. */
export interface UnusableSkill {
  /** The folder's name, by which the skill would be requested. */
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
  /** Which folders of skills cannot be listed, and why; also part of `notices`. */
  readonly unlisted: readonly string[];
  /** What was left out and why: shadowed, unusable, too many. */
  readonly notices: readonly string[];
}

/** The file that makes a folder a skill. */
export const skillFileName = 'SKILL.md';

/** Most bytes of a SKILL.md, and of its frontmatter. */
export const mostSkillBytes = 262_144;
export const mostFrontmatterBytes = 65_536;
