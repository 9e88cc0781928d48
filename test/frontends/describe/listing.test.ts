import type { JsonSchema } from '@valibot/to-json-schema';
import { describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '../../../src/config/schema.ts';
import { exportTools } from '../../../src/frontends/describe/export.ts';
import { listTool } from '../../../src/frontends/describe/listing.ts';
import { openRpcDocument } from '../../../src/frontends/describe/openrpc.ts';
import { tell, toldOf } from '../../../src/frontends/describe/told.ts';
import { loadTool, registry } from '../../../src/tools/registry.ts';
import { shell } from '../../../src/tools/shell/tool.ts';
import { contextFor } from '../../helpers/file-context.ts';
import { fixtureTools } from '../rpc/fixture-tools.ts';

const context = contextFor('/nowhere');
const told = await Promise.all(fixtureTools.slice(0, 2).map(toldOf));
const listed = told.map((tool) => listTool(tool, context));

describe('listTool', () => {
  it('lists a tool as MCP does', () => {
    expect(listed[1]).toEqual({
      name: 'words',
      description: 'Fixture words on linux',
      inputSchema: {
        type: 'object',
        properties: {
          first: { type: 'string' },
          rest: { type: 'array', items: { type: 'string' }, default: [] },
        },
        required: ['first'],
        additionalProperties: false,
      },
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    });
  });

  const settings = defaultSettings();
  it.each<[string, Settings, readonly string[], readonly string[]]>([
    ['by default', settings, ['command', 'background'], ['node', 'elevated', 'pty']],
    [
      'without background',
      { ...settings, shell: { ...settings.shell, allowBackground: false } },
      ['command'],
      ['background', 'keep'],
    ],
    [
      'without sessions',
      { ...settings, caps: { ...settings.caps, sessions: 0 } },
      [],
      ['background', 'yieldMs'],
    ],
    ['with nodes', { ...settings, hosts: { box: { command: ['ssh', 'box'] } } }, ['node'], []],
    [
      'with elevation',
      { ...settings, elevated: { enabled: true, allowed: true, mode: 'ask' } },
      ['elevated'],
      [],
    ],
  ])('leaves out what the configuration makes useless: %s', async (_name, given, present, absent) => {
    const { inputSchema } = listTool(await toldOf(shell), contextFor('/nowhere', given));
    const names = Object.keys(inputSchema.properties ?? {});
    for (const name of present) expect(names).toContain(name);
    for (const name of absent) expect(names).not.toContain(name);
  });
});

describe('tell', () => {
  it.each(Object.keys(registry))('says of %s what the tool says, without loading it', async (name) => {
    const [told] = await tell([name], () => Promise.reject(new Error('loaded')));
    const tool = await loadTool(name);
    if (told === undefined || tool === null) throw new Error('no such tool');
    expect(listTool(told, context)).toEqual(listTool(await toldOf(tool), context));
    expect(told.goesElsewhere).toBe(tool.outline !== null);
  });

  it('loads what nothing is written of', async () => {
    const load = async (name: string) => fixtureTools.find((tool) => tool.name === name) ?? null;
    expect(await tell(['words', 'constructor'], load)).toMatchObject([
      { name: 'words', goesElsewhere: false },
    ]);
  });
});

describe('exportTools', () => {
  const [first] = listed;
  it.each([
    ['mcp', { tools: listed }],
    ['openai', [{ type: 'function', function: { name: 'echo', parameters: first?.inputSchema } }, {}]],
    ['anthropic', [{ name: 'echo', input_schema: first?.inputSchema }, { name: 'words' }]],
    ['json-schema', { echo: { title: 'echo', type: 'object' }, words: { required: ['first'] } }],
  ] as const)('%s', (format, expected) => {
    expect(exportTools(listed, format)).toMatchObject(expected);
  });
});

describe('openRpcDocument', () => {
  it('describes tools by their fields and the other methods by name', () => {
    const params: JsonSchema = {
      required: ['a'],
      properties: { a: { type: 'string' }, b: { type: 'number' } },
    };
    const check = { name: 'check', summary: 'Look', params, result: { type: 'null' } } as const;
    const call = { ...check, name: 'call', isCall: true };
    const meta = { type: 'object' } as const;
    const _meta = { name: '_meta', required: false, schema: { $ref: '#/components/schemas/CallMeta' } };
    expect(openRpcDocument('1.2.3', { tools: listed, others: [check, call], meta })).toMatchObject({
      components: { schemas: { CallMeta: meta } },
      openrpc: '1.3.2',
      info: { title: 'agent-tools', version: '1.2.3' },
      methods: [
        {
          name: 'echo',
          params: [
            { name: 'text', required: true },
            { name: 'repeat', required: false },
            {},
            {},
            {},
            {},
            {},
            {},
            _meta,
          ],
        },
        { name: 'words', params: [{ name: 'first' }, { name: 'rest' }, _meta] },
        {
          name: 'check',
          summary: 'Look',
          params: [
            { name: 'a', required: true, schema: { type: 'string' } },
            { name: 'b', required: false, schema: { type: 'number' } },
          ],
          result: { name: 'result', schema: { type: 'null' } },
        },
        { name: 'call', params: [{ name: 'a' }, { name: 'b' }, _meta] },
      ],
    });
  });
});
