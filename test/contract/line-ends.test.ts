import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** What ends a line to some readers and stands within a JSON text: next line, line and paragraph separator. */
const ends = 'a\u0085b\u2028c\u2029d';

interface Frame {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly text?: string };
  readonly error?: { readonly message: string };
  readonly result?: { readonly content?: readonly { readonly text: string }[] };
}

/** The frames of an output whose lines end where Unicode ends lines, as `splitlines` of Python reads them. */
function framesOf(output: Buffer): Frame[] {
  const lines = output.toString().split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
  return lines.filter((line) => line !== '').map((line): Frame => JSON.parse(line));
}

const request = (id: unknown, method: string, params: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

function folderWith(text: string): string {
  const home = tempFolder();
  writeFileSync(join(home, 'a.txt'), text);
  return home;
}

describe('a line is one to every reader of lines', () => {
  it('of rpc: answers, ids, errors and output while it runs', async () => {
    const home = folderWith(`${ends}\n`);
    const input = [
      request(ends, 'read', { path: 'a.txt' }),
      request('e', 'read', { path: 'a.txt', [ends]: 1 }),
      request('s', 'shell', { command: 'cat a.txt', _meta: { stream: true } }),
      request('g', 'grep', { pattern: 'b', path: 'a.txt' }),
    ].join('');
    const { status, stdout } = await runCli(['rpc', '--yolo'], { home, input });
    expect(status).toBe(0);
    const frames = framesOf(stdout);
    const answerTo = (id: string): Frame | undefined => frames.find((frame) => frame.id === id);
    expect(answerTo(ends)?.result?.content?.[0]?.text).toBe(`     1\t${ends}`);
    expect(answerTo('e')?.error?.message).toContain(ends);
    expect(answerTo('g')?.result?.content?.[0]?.text).toBe(`a.txt:1:${ends}`);
    const told = frames.filter(({ method }) => method === 'tool/output').map(({ params }) => params?.text);
    expect(told.join('')).toBe(`${ends}\n`);
  });

  it('of mcp', async () => {
    const home = folderWith(ends);
    const input = request(1, 'tools/call', { name: 'read', arguments: { path: 'a.txt' } });
    const { stdout } = await runCli(['mcp', '--yolo'], { home, input });
    const [frame, ...more] = framesOf(stdout);
    expect(frame?.result?.content?.[0]?.text).toContain(ends);
    expect(more).toEqual([]);
  });

  it('of the command line under --json, and of what it checks in a batch', async () => {
    const home = folderWith(ends);
    const read = await runCli(['--json', 'read', 'a.txt'], { home });
    expect(framesOf(read.stdout)).toMatchObject([{ content: [{ text: `     1\t${ends}` }] }]);
    const input = `${JSON.stringify({ argv: ['ls', ends] })}\n`;
    const checked = await runCli(['policy', 'check', '--batch'], { home, input });
    expect(framesOf(checked.stdout)).toHaveLength(1);
  });

  it('and stays within its limit where the escapes make it longer', async () => {
    const home = folderWith('\u2028'.repeat(1900).concat('\n').repeat(40));
    const input = request(1, 'read', { path: 'a.txt' });
    const { stdout } = await runCli(['rpc', '--yolo'], { home, input });
    expect(stdout.length).toBeGreaterThan(30_000);
    expect(stdout.length).toBeLessThanOrEqual(60_001);
    expect(framesOf(stdout)).toMatchObject([{ result: { status: 'completed' } }]);
  });
});
