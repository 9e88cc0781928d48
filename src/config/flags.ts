import { cannot } from '../core/failure.ts';
import { type Assignment, type Layer, makeLayer } from './layer.ts';
import { findOption } from './options.ts';

/** The global flags that set options, as typed. */
export interface ConfigFlags {
  readonly security?: string | undefined;
  readonly ask?: string | undefined;
  readonly host?: string | undefined;
  /** Short for security full and ask off. */
  readonly yolo?: boolean | undefined;
}

const yoloKeys = [
  ['security', 'full'],
  ['ask', 'off'],
] as const;

/** The layer of the flags; null without any. Throws `invalid_config`. */
export function readFlagsLayer(flags: ConfigFlags): Layer | null {
  const assignments: Assignment[] = [];
  const assign = (key: string, value: string, source: string) => {
    const option = findOption(key);
    if (option !== null) assignments.push({ option, value, source });
  };
  for (const name of ['security', 'ask'] as const) {
    const value = flags[name];
    if (value !== undefined) assign(`approval.${name}`, value, `--${name}`);
  }
  if (flags.host !== undefined) assign('host', flags.host, '--host');
  if (flags.yolo === true) {
    for (const [name, value] of yoloKeys) {
      const given = flags[name];
      if (given === undefined) assign(`approval.${name}`, value, '--yolo');
      else if (given !== value) {
        throw cannot(
          'use flag',
          '--yolo',
          `"--${name}" is "${given}"`,
          `"${value}" with "--yolo"`,
          'invalid_config',
        );
      }
    }
  }
  return assignments.length === 0 ? null : makeLayer('flags', assignments);
}
