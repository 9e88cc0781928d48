import { describe, expect, it } from 'vitest';
import { FixtureClient } from './fixture-service.ts';

const hex = (text: string): string => Buffer.from(text).toString('hex');

/** Everything a client gets for one call. */
async function stream(method: string, params: unknown, id: number | string = 7) {
  const client = new FixtureClient();
  client.send(id, method, params);
  const lines: Record<string, unknown>[] = [];
  do lines.push(await client.lines.next());
  while (lines.at(-1)?.method !== undefined);
  await client.close();
  return lines;
}

describe('a streamed call', () => {
  const chunks = [
    { stream: 'stdout', hex: hex('out') },
    { stream: 'stderr', hex: hex('err') },
  ];

  it.each<[string, string, unknown]>([
    ['by its own name', 'emit', { chunks, _meta: { stream: true } }],
    ['by tools/call', 'tools/call', { name: 'emit', arguments: { chunks }, _meta: { stream: true } }],
  ])('%s sends output and progress before its answer', async (_name, method, params) => {
    const lines = await stream(method, params);
    expect(lines).toMatchObject([
      { method: 'tool/progress', params: { id: 7, bytes: 7, lines: 1, binary: false } },
      { method: 'tool/output', params: { id: 7, seq: 0, stream: 'stdout', text: 'out' } },
      { method: 'tool/output', params: { id: 7, seq: 1, stream: 'stderr', text: 'err' } },
      { id: 7, result: { content: [{ text: 'emitted' }] } },
    ]);
  });

  it('is silent unless it is asked for', async () => {
    expect(await stream('emit', { chunks })).toHaveLength(1);
  });

  it('sends a flood in full frames, all of it', async () => {
    const flood = { chunks: [{ stream: 'stdout', hex: hex('0123456789\n'.repeat(5000)) }], times: 20 };
    const lines = await stream('emit', { ...flood, _meta: { stream: true } }, 'flood');
    const frames = lines.flatMap(({ method, params }) => (method === 'tool/output' ? [Object(params)] : []));
    expect(frames.map(({ text }) => text).join('')).toBe('0123456789\n'.repeat(100_000));
    expect(frames.length).toBeLessThan(40);
    expect(frames[0]).toMatchObject({ id: 'flood' });
  });
});
