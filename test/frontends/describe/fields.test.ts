import { describe, expect, it } from 'vitest';
import { actionsOf, type Field, fieldsOf } from '../../../src/frontends/describe/fields.ts';
import { actions, plain } from './schemas.ts';

const base = {
  options: [],
  required: false,
  fallback: undefined,
  least: null,
  most: null,
  description: '',
};

describe('fieldsOf', () => {
  it.each<[string, Partial<Field>]>([
    ['path', { kind: 'string', required: true, description: 'File to read' }],
    ['limit', { kind: 'integer', fallback: 1000, least: 1, description: 'Lines' }],
    ['wait', { kind: 'number', least: 0, most: 9, description: 'Seconds' }],
    ['ratio', { kind: 'number' }],
    ['sort', { kind: 'picklist', options: ['path', 'modified'], fallback: 'path' }],
    ['hidden', { kind: 'boolean', fallback: false }],
    ['argv', { kind: 'list' }],
    ['edits', { kind: 'list' }],
    ['env', { kind: 'record', description: 'Variables' }],
    ['hash', { kind: 'string', description: 'SHA-256' }],
    ['mode', { kind: 'picklist', options: ['append'], description: 'How' }],
    ['cursor', { kind: 'integer' }],
    ['nested', { kind: 'object' }],
  ])('reads %s', (name, expected) => {
    expect(fieldsOf(plain).find((field) => field.name === name)).toEqual({ name, ...base, ...expected });
  });

  it('keeps the order of declaration', () => {
    expect(fieldsOf(plain).map(({ name }) => name)).toEqual(Object.keys(plain.entries));
  });

  it('merges the fields of all actions; what only some require is not required', () => {
    expect(fieldsOf(actions)).toMatchObject([
      { name: 'action', kind: 'picklist', options: ['poll', 'kill', 'remove', 'list'], required: true },
      { name: 'id', kind: 'string', required: false, description: 'Session' },
      { name: 'waitMs', kind: 'integer', required: false, fallback: 0 },
      { name: 'signal', kind: 'picklist', options: ['TERM', 'KILL'], required: false },
    ]);
  });
});

describe('actionsOf', () => {
  it('lists each action with its own fields', () => {
    const listed = actionsOf(actions).map(({ name, description, fields }) => [
      name,
      description,
      fields.map((field) => `${field.name}${field.required ? '!' : ''}: ${field.kind}`),
    ]);
    expect(listed).toEqual([
      ['poll', 'Read new output', ['id!: string', 'waitMs: integer']],
      ['kill', 'End it', ['id!: string', 'signal: picklist']],
      ['remove', 'End it', ['id!: string', 'signal: picklist']],
      ['list', '', ['waitMs: string']],
    ]);
  });

  it('finds none in a plain object', () => {
    expect(actionsOf(plain)).toEqual([]);
  });
});
