import type { InputSchema } from '../../../core/tool.ts';
import { type Field, fieldsOf } from '../../describe/fields.ts';
import { type Flag, type FlagKind, kebab } from '../flags.ts';

/** Fields that are global flags on the command line. */
export const globalFields: ReadonlySet<string> = new Set(['cwd', 'host', 'security', 'ask']);

function kindOf(field: Field): FlagKind {
  switch (field.kind) {
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'record':
      return 'record';
    case 'string':
    case 'picklist':
      return 'string';
    case 'list':
    case 'object':
      return 'json';
  }
}

function placeholderOf(field: Field): string {
  if (field.kind === 'picklist') return field.options.join('|');
  if (field.kind === 'record') return 'NAME=VALUE';
  return kindOf(field) === 'json' ? 'JSON' : field.kind === 'string' ? 'TEXT' : 'N';
}

/** Whether a field has no flag: lists and objects are given by `--input`. */
export function isFlagless(field: Field): boolean {
  return kindOf(field) === 'json';
}

/** The flags of a tool, derived from its schema. */
export function toolFlags(schema: InputSchema): readonly Flag[] {
  return fieldFlags(fieldsOf(schema));
}

/** The flags of some fields of a tool. */
export function fieldFlags(fields: readonly Field[]): readonly Flag[] {
  return fields.filter((field) => !globalFields.has(field.name) && !isFlagless(field)).map(flagOf);
}

function flagOf(field: Field): Flag {
  const kind = kindOf(field);
  return {
    name: kebab(field.name),
    field: field.name,
    kind,
    get description() {
      return field.description;
    },
    get placeholder() {
      return kind === 'boolean' ? undefined : placeholderOf(field);
    },
  };
}

/** The whole input of a tool, for fields without a flag. */
export const inputFlag: Flag = {
  name: 'input',
  field: '$input',
  kind: 'string',
  placeholder: 'JSON|@FILE|-',
  description: 'The input object as JSON; flags win over its fields, --env over each variable alone',
};

/** Closes the command's standard input even if there is a pipe, file or socket. */
export const noStdinFlag: Flag = {
  name: 'no-stdin',
  field: '$noStdin',
  kind: 'switch',
  description: 'Close its standard input',
};
