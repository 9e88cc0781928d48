import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { toJsonSchema } from '../../../src/frontends/describe/json-schema.ts';
import { processTool } from '../../../src/tools/process/tool.ts';
import { actions, plain } from './schemas.ts';

describe('toJsonSchema', () => {
  it('projects a plain object with bounds, defaults and sentences', async () => {
    const schema = await toJsonSchema(plain);
    expect(schema).toMatchObject({
      type: 'object',
      required: ['path'],
      additionalProperties: false,
      properties: {
        path: { type: 'string', description: 'File to read' },
        limit: { type: 'integer', default: 1000, description: 'Lines' },
        env: { type: 'object', additionalProperties: { type: 'string' } },
      },
    });
    expect(schema).not.toHaveProperty('$schema');
  });

  it('makes one object of actions, says whose a field is, and keeps every version of it', async () => {
    expect(await toJsonSchema(actions)).toEqual({
      type: 'object',
      properties: {
        action: {
          type: 'string',
          enum: ['poll', 'kill', 'remove', 'list'],
        },
        id: { type: 'string', description: 'all but list: Session' },
        waitMs: {
          anyOf: [{ type: 'integer', description: 'Milliseconds' }, { type: 'string' }],
          description: 'For all but kill, remove',
        },
        signal: { type: 'string', enum: ['TERM', 'KILL'], description: 'For kill, remove' },
      },
      required: ['action'],
      additionalProperties: false,
    });
  });

  it('leaves what a refusal names to the refusal', async () => {
    const list = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(200));
    const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.maxLength(64));
    const { properties } = await toJsonSchema(v.strictObject({ list, hash }));
    expect(properties).toEqual({
      list: { type: 'array', items: { type: 'string' } },
      hash: { type: 'string' },
    });
  });

  it('tells a list that may be one item alone as the list', async () => {
    const names = v.pipe(v.union([v.array(v.string()), v.string()]), v.description('Names'));
    const { properties } = await toJsonSchema(v.object({ names: v.optional(names) }));
    expect(properties).toEqual({
      names: { type: 'array', items: { type: 'string' }, description: 'Names' },
    });
  });

  it('says once what a field of a list shares with the one of its name beside the list', async () => {
    const text = (sentence: string) => v.pipe(v.string(), v.description(sentence));
    const item = v.strictObject({ old: text('Text to find'), new: text('Its own') });
    const { properties } = await toJsonSchema(
      v.strictObject({ edits: v.array(item), old: text('Text to find'), new: text('Another') }),
    );
    expect(properties).toMatchObject({
      edits: {
        items: {
          properties: { old: { type: 'string' }, new: { type: 'string', description: 'Its own' } },
          required: ['old', 'new'],
        },
      },
      old: { description: 'Text to find' },
    });
    expect(properties).not.toHaveProperty('edits.items.properties.old.description');
  });

  it('names no default of a field that some actions refuse', async () => {
    const { properties = {} } = await toJsonSchema(processTool.input);
    const defaults = Object.entries(properties).flatMap(([name, property]) =>
      typeof property === 'object' && property.default !== undefined ? [name] : [],
    );
    expect(defaults).toEqual([]);
    expect(properties).toMatchObject({ timeout: { description: 'wait: Seconds, default 60' } });
  });

  it('leaves out what JSON Schema cannot say', async () => {
    const checked = v.pipe(
      v.strictObject({ a: v.optional(v.string()) }),
      v.check((value) => value.a !== 'x', 'must not be x'),
    );
    expect(await toJsonSchema(checked)).toMatchObject({
      type: 'object',
      properties: { a: { type: 'string' } },
    });
  });
});
