import { checkLayer } from './check.ts';
import { listOptions, type Option } from './options.ts';
import { parseText } from './parse.ts';
import { putAt, valueAt } from './values.ts';

/** In the order in which they apply; an untrusted project file comes last and may only tighten. */
export type LayerName = 'default' | 'system' | 'user' | 'project' | 'environment' | 'flags';

/** What one layer says of one option. */
export interface Setting {
  readonly option: Option;
  readonly value: unknown;
  /** The file, the variable or the flag. */
  readonly source: string;
  readonly line: number | null;
  /** Lines of a list's elements. */
  readonly elementLines: readonly (number | null)[];
}

export interface Layer {
  readonly name: LayerName;
  readonly settings: readonly Setting[];
}

/** The layer of a config file's text. Throws `invalid_config`. */
export async function readFileLayer(name: LayerName, source: string, text: string): Promise<Layer> {
  const { value, lines } = await parseText(text, source);
  checkLayer(value, { source, lines });
  const settings: Setting[] = [];
  for (const option of listOptions()) {
    const given = valueAt(value, option.path);
    if (given === undefined) continue;
    const elementLines = Array.isArray(given)
      ? given.map((_, index) => lines.get(`${option.key}[${index}]`) ?? null)
      : [];
    settings.push({ option, value: given, source, line: lines.get(option.key) ?? null, elementLines });
  }
  return { name, settings };
}

/** A value that does not come from a file. */
export interface Assignment {
  readonly option: Option;
  readonly value: unknown;
  readonly source: string;
}

/** The layer of variables or flags. Throws `invalid_config`. */
export function makeLayer(name: LayerName, assignments: readonly Assignment[]): Layer {
  for (const { option, value, source } of assignments) {
    checkLayer(nest(option.path, value), { source, lines: new Map() });
  }
  return {
    name,
    settings: assignments.map((assignment) => ({ ...assignment, line: null, elementLines: [] })),
  };
}

function nest(path: readonly string[], value: unknown): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  path.forEach((_, index) => {
    putAt(root, path.slice(0, index + 1), index === path.length - 1 ? value : {});
  });
  return root;
}
