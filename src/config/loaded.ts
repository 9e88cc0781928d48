import type { LayerName } from './layer.ts';
import type { Rule, Settings } from './schema.ts';

/** Where a value comes from. */
export interface Origin {
  readonly layer: LayerName;
  /** The file, variable or flag; `built-in` for a default. */
  readonly source: string;
  /** From 1; null if there are no lines. */
  readonly line: number | null;
}

export type LoadedRule = Rule & Origin;

/** The configuration in force. */
export interface LoadedConfig {
  readonly settings: Settings;
  /** The origins of all options, by dotted key. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** The rules of all layers with their places, first layer first. */
  readonly rules: readonly LoadedRule[];
  /** Rules not in force because of a lock or missing trust. */
  readonly leftOut: readonly LoadedRule[];
  /** What was ignored and why, one sentence each. */
  readonly notices: readonly string[];
}

export const defaultOrigin: Origin = { layer: 'default', source: 'built-in', line: null };
