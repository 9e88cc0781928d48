import { isSecretName } from '../core/environment.ts';
import { isRecord } from '../core/record.ts';
import { sourcePlace } from '../core/source-place.ts';
import { alignColumns } from '../core/text/align-columns.ts';
import { escapeUnseen } from '../core/text/unseen.ts';
import { defaultOrigin, type LoadedConfig, type Origin } from './loaded.ts';
import { listOptions } from './options.ts';
import { valueAt } from './values.ts';

/** A value in force and its origin. */
export interface ConfigRow extends Origin {
  /** Dotted key; `rules[0]` for a single rule. */
  readonly key: string;
  readonly value: unknown;
}

/** All options in the order of the schema, then each rule with its own place. Values that look secret are hidden. */
export function listRows({ settings, origins, rules }: LoadedConfig): readonly ConfigRow[] {
  const rows = listOptions().map(({ key, path }) => {
    const value = valueAt(settings, path);
    const { layer, source, line } = origins[key] ?? defaultOrigin;
    return { key, value: key === 'shell.env.set' ? hideSecrets(value) : value, layer, source, line };
  });
  const ruleRows = rules.map(({ layer, source, line, ...value }, index) => ({
    key: `rules[${index}]`,
    value,
    layer,
    source,
    line,
  }));
  return [...rows, ...ruleRows];
}

function hideSecrets(variables: unknown): unknown {
  if (!isRecord(variables)) return variables;
  const hide = ([name, value]: [string, unknown]) => [name, isSecretName(name) ? '(hidden)' : value];
  return Object.fromEntries(Object.entries(variables).map(hide));
}

/** The rows as aligned columns: key, JSON value, layer and place. */
export function renderRows(rows: readonly ConfigRow[]): string {
  const lists = new Set(rows.map(({ key }) => key.replace(/\[\d+\]$/, '[')));
  const cells = rows
    .filter(({ key }) => !lists.has(`${key}[`))
    .map((row) => [row.key, escapeUnseen(JSON.stringify(row.value)), escapeUnseen(originText(row))]);
  return alignColumns(cells);
}

function originText(origin: Origin): string {
  const { layer } = origin;
  return layer === 'default' ? layer : `${layer} ${sourcePlace(origin)}`;
}
