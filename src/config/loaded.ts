import type { LayerName } from './layer.ts';
import type { Rule, Settings } from './schema.ts';

/** Where a value comes from. */
export interface Origin {
  readonly layer: LayerName;
  /** The file, the variable or the flag; `built-in` for a default. */
  readonly source: string;
  /** 1-based, null where there are no lines. */
  readonly line: number | null;
}

export type LoadedRule = Rule & Origin;

/** The configuration in force. */
export interface LoadedConfig {
  readonly settings: Settings;
  /** By dotted key, every option. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** The rules of all layers, first layer first, with their places. */
  readonly rules: readonly LoadedRule[];
  /** Rules that a lock or the want of trust keeps out of force. */
  readonly leftOut: readonly LoadedRule[];
  /** What was ignored and why, one sentence each. */
  readonly notices: readonly string[];
}

export const defaultOrigin: Origin = { layer: 'default', source: 'built-in', line: null };
