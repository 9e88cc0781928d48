import { cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A workspace with one of everything the tools look at. */
function workspace(): string {
  const folder = realpathSync(tempFolder());
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a.ts'), 'export const a = 1;\n// TODO: more\n');
  writeFileSync(join(folder, 'src/b.ts'), 'export const b = 2;\r\n');
  writeFileSync(join(folder, 'pixel.png'), png);
  writeFileSync(join(folder, '.env'), 'KEY=1\n');
  return folder;
}

const cases: readonly (readonly [
  tool: string,
  input: Record<string, unknown>,
  expected: Record<string, unknown>,
])[] = [
  [
    'read',
    { path: 'src/a.ts' },
    {
      status: 'completed',
      content: [{ type: 'text', text: '     1\texport const a = 1;\n     2\t// TODO: more' }],
    },
  ],
  ['read', { path: 'src/a.ts', offset: -1 }, { status: 'completed' }],
  [
    'read',
    { path: 'missing' },
    { status: 'failed', message: 'Cannot read "missing": no such file, expected an existing file' },
  ],
  ['read', { path: 'pixel.png' }, { status: 'failed' }],
  [
    'read_media',
    { path: 'pixel.png' },
    { status: 'completed', details: { mimeType: 'image/png', width: 1, height: 1 } },
  ],
  ['read_media', { path: 'src/a.ts' }, { status: 'failed' }],
  [
    'write',
    { path: 'new/c.txt', content: 'x\n' },
    { status: 'completed', details: { created: true, bytes: 2 } },
  ],
  ['write', { path: '../outside.txt', content: 'x' }, { status: 'failed' }],
  ['edit', { path: 'src/a.ts', old: '1', new: '$&' }, { status: 'completed', details: { replacements: 1 } }],
  ['edit', { path: 'src/a.ts', old: 'absent', new: 'x' }, { status: 'failed' }],
  [
    'glob',
    { pattern: '**/*.ts' },
    { status: 'completed', content: [{ type: 'text', text: 'src/a.ts\nsrc/b.ts' }] },
  ],
  ['glob', { pattern: '../*' }, { status: 'failed' }],
  [
    'grep',
    { pattern: 'TODO' },
    { status: 'completed', content: [{ type: 'text', text: 'src/a.ts:2:// TODO: more' }] },
  ],
  ['grep', { pattern: 'absent' }, { status: 'completed', isError: false }],
  ['grep', { pattern: '-e', fixedStrings: true }, { status: 'completed' }],
];

describe('every tool answers the same Outcome through every frontend', () => {
  it.each(cases)('%s %j', async (tool, input, expected) => {
    const original = workspace();
    const outcomes: string[] = [];
    for (const frontend of ['cli', 'rpc', 'mcp'] as const) {
      const cwd = realpathSync(tempFolder());
      cpSync(original, cwd, { recursive: true, preserveTimestamps: true });
      const outcome = await callThrough(frontend, { tool, input, cwd });
      outcomes.push(JSON.stringify(outcome).replaceAll(cwd, 'WORKSPACE'));
    }
    expect(JSON.parse(outcomes[0] ?? '')).toMatchObject(expected);
    expect(outcomes[1]).toBe(outcomes[0]);
    const { content: payload, ...facts } = JSON.parse(outcomes[0] ?? '');
    const { content, ...shared } = JSON.parse(outcomes[2] ?? '');
    expect(shared).toEqual(facts);
    for (const item of payload) {
      if (item.type !== 'text') expect(content).toContainEqual(item);
      else expect(content.some(({ text = '' }) => text.startsWith(item.text))).toBe(true);
    }
  });
});

interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly cwd: string;
}

async function callThrough(frontend: 'cli' | 'rpc' | 'mcp', { tool, input, cwd }: Call): Promise<unknown> {
  if (frontend === 'cli') {
    const { stdout } = await runCli([tool.replace('_', '-'), '--yolo', '--json', '--input', '-'], {
      cwd,
      input: JSON.stringify(input),
    });
    return JSON.parse(stdout.toString());
  }
  const client = new RpcClient({ cwd, mode: frontend });
  try {
    if (frontend === 'rpc') return (await client.request(tool, input)).result;
    await client.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    client.notify('notifications/initialized', {});
    const { result } = await client.request('tools/call', { name: tool, arguments: input });
    return mcpOutcome(result);
  } finally {
    await client.close();
  }
}

/** MCP carries the payload in `content`, what a model must know besides after it, and the rest in `structuredContent`. */
function mcpOutcome(result: Record<string, unknown> | undefined): unknown {
  return { ...Object(result?.structuredContent), content: result?.content };
}

it('media is written as it is', async () => {
  const folder = workspace();
  const mp4 = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');
  writeFileSync(join(folder, 'clip.mp4'), mp4);
  for (const [name, bytes] of [
    ['pixel.png', png],
    ['clip.mp4', mp4],
  ] as const) {
    const { status, stdout, stderr } = await runCli(['read-media', name], { home: folder });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: bytes, stderr: '' });
  }
});
