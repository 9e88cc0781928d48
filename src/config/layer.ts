import { isRecord } from '../core/record.ts';
import { entriesOf, entryOf, type Option, optionOf } from './options.ts';
import { parseText } from './parse.ts';
import {
  listProblems,
  notAnObject,
  type Problem,
  refuseProblems,
  schemaProblems,
  unknownKey,
  type Whereabouts,
} from './problems.ts';
import { settingsSchema } from './schema.ts';
import { asList } from './values.ts';

/** In the order in which they apply, except that an untrusted project file comes last and may only tighten. */
export type LayerName = 'default' | 'system' | 'user' | 'project' | 'environment' | 'flags';

/** The value of one option in one layer. */
export interface Setting {
  readonly option: Option;
  readonly value: unknown;
  /** The file, variable or flag. */
  readonly source: string;
  readonly line: number | null;
  /** Lines of a list's elements, from 1; null if unknown. */
  readonly elementLines: readonly (number | null)[];
}

export interface Layer {
  readonly name: LayerName;
  readonly settings: readonly Setting[];
}

/** The layer in the text of a config file. Throws `invalid_config`. */
export async function readFileLayer(name: LayerName, source: string, text: string): Promise<Layer> {
  const { value, lines } = await parseText(text, source);
  const reading: Reading = { settings: [], problems: [], source, lines };
  if (isRecord(value)) readGroup(reading, value, settingsSchema, []);
  else reading.problems.push(notAnObject(value, []));
  refuseProblems(reading.problems, reading);
  return { name, settings: reading.settings };
}

interface Reading extends Whereabouts {
  readonly settings: Setting[];
  readonly problems: Problem[];
}

/** Reads only the keys that are given, so a short file costs little. */
function readGroup(
  reading: Reading,
  group: Readonly<Record<string, unknown>>,
  schema: unknown,
  above: readonly string[],
): void {
  for (const [key, value] of Object.entries(group)) {
    const path = [...above, key];
    const node = entryOf(schema, key);
    const option = optionOf(node, path);
    if (option !== null) readOption(reading, option, value);
    else if (key === '$schema' && above.length === 0) reading.problems.push(...schemaProblems(value));
    else if (entriesOf(node) === null) reading.problems.push(unknownKey(path));
    else if (isRecord(value)) readGroup(reading, value, node, path);
    else reading.problems.push(notAnObject(value, path));
  }
}

function readOption({ settings, problems, source, lines }: Reading, option: Option, value: unknown): void {
  problems.push(...listProblems(option, value));
  const elementLines = asList(value).map((_, index) => lines.get(`${option.key}[${index}]`) ?? null);
  settings.push({ option, value, source, line: lines.get(option.key) ?? null, elementLines });
}

/** A value from a variable or flag. */
export interface Assignment {
  readonly option: Option;
  readonly value: unknown;
  readonly source: string;
}

/** The layer of variables or flags. Throws `invalid_config`. */
export function makeLayer(name: LayerName, assignments: readonly Assignment[]): Layer {
  const settings = assignments.map((assignment) => {
    const { option, value, source } = assignment;
    refuseProblems(listProblems(option, value), { source, lines: new Map() });
    return { ...assignment, line: null, elementLines: [] };
  });
  return { name, settings };
}
