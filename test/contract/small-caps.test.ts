import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

interface Facts {
  readonly status: string;
  readonly content: readonly { readonly text: string }[];
  readonly notices: readonly string[];
  readonly details: {
    readonly lines: number;
    readonly eof: boolean;
    readonly truncatedLines: readonly number[];
    readonly bytes: number;
    readonly cursor: number;
    readonly droppedBytes: number;
    readonly sessionId: string;
    readonly output: { readonly omittedBytes: number };
  };
}

const lines = Array.from({ length: 40 }, (_, index) => 'é'.repeat(index));

/** A server with one cap, in a folder with a file of lines that grow; closed after `use`. */
async function withCap(
  caps: Readonly<Record<string, number>>,
  use: (call: (tool: string, input: object) => Promise<Facts>) => Promise<void>,
): Promise<void> {
  const home = tempFolder();
  writeFileSync(join(home, 'c.json'), JSON.stringify({ caps }));
  writeFileSync(join(home, 'a.txt'), `${lines.join('\n')}\n`);
  const client = new RpcClient({ home, cwd: home, args: ['--yolo', '--config', 'c.json'] });
  try {
    await use(async (tool, input) => (await client.request(tool, input)).result as unknown as Facts);
  } finally {
    await client.close();
  }
}

describe('caps as small as they may be', () => {
  it('cut a line behind its first character', () =>
    withCap({ lineChars: 1 }, async (call) => {
      const { content, details } = await call('shell', { command: "printf 'é😀x\\nab\\nc\\n'" });
      expect(content[0]?.text).toMatch(/^é\[… 2 more characters\]\na\[… 1 more character\]\nc\n/);
      expect(details.output.omittedBytes).toBe(6);
      const page = await call('read', { path: 'a.txt', limit: 3 });
      expect(page.content[0]?.text).toBe('     1\t\n     2\té\n     3\té[… 2 more bytes]');
      expect(page.details.truncatedLines).toEqual([3]);
    }));

  it.each([100, 127, 500])('turn a file into pages of %d bytes that leave nothing out', (readBytes) =>
    withCap({ readBytes }, async (call) => {
      let read = 0;
      for (let eof = false; !eof; ) {
        const { status, content, details } = await call('read', { path: 'a.txt', offset: read + 1 });
        expect(status).toBe('completed');
        expect(details.lines).toBeGreaterThan(0);
        expect(Buffer.byteLength(content[0]?.text ?? '')).toBeLessThanOrEqual(readBytes);
        read += details.lines;
        eof = details.eof;
      }
      expect(read).toBe(lines.length);
    }),
  );

  it('hold for what a wait shows of the end of a session, in its time and in vain', () =>
    withCap({ outputChars: 100 }, async (call) => {
      const { details } = await call('shell', { command: 'seq 5000; cat', stdin: '', background: true });
      const wait = async (how: object) => {
        const { content } = await call('process', { action: 'wait', sessionId: details.sessionId, ...how });
        return content[0]?.text.split('\n').filter((line) => /^\d+$/.test(line)) ?? [];
      };
      const last = Array.from({ length: 19 }, (_, index) => String(4982 + index));
      expect(await wait({ timeout: 60 })).toEqual(last);
      expect(await wait({ pattern: 'never' })).toEqual(last);
    }));

  it('hold for a screen', () =>
    withCap({ outputChars: 100 }, async (call) => {
      const terminal = { pty: true, cols: 20, rows: 60, background: true };
      const { details } = await call('shell', { command: 'seq 50; read x', ...terminal });
      const { sessionId } = details;
      const shown = async () => (await call('process', { action: 'screen', sessionId })).content[0]?.text;
      await expect.poll(shown).toMatch(/\n50\n$/);
      const { content, notices } = await call('process', { action: 'screen', sessionId });
      const rows = (content[0]?.text ?? '').split('\n');
      const at = rows.indexOf('[… 45 bytes, 15 lines omitted …]');
      expect([rows[0], rows[at - 1], rows[at + 1], rows.at(-2)]).toEqual(['1', '19', '35', '50']);
      expect(notices).toEqual(['45 bytes, 15 rows of the screen omitted; resize makes it smaller']);
    }));

  it('hold for the lines that a page of a session has where the call names no size', () =>
    withCap({ outputLines: 3 }, async (call) => {
      const { details } = await call('shell', { command: 'seq 5', background: true });
      const { sessionId } = details;
      await call('process', { action: 'wait', sessionId, timeout: 60 });
      const page = async (more: object) => {
        const shown = await call('process', { sessionId, ...more });
        return { shown: shown.content[0]?.text, ...shown.details };
      };
      expect(await page({ action: 'poll' })).toMatchObject({ shown: '1\n2\n3\n', cursor: 6, more: true });
      expect(await page({ action: 'poll', cursor: 6 })).toMatchObject({ shown: '4\n5\n', more: false });
      expect((await page({ action: 'poll', maxBytes: 10 })).shown).toBe('1\n2\n3\n4\n5\n');
      expect((await page({ action: 'log', offset: 2, limit: 9 })).shown).toBe('2\n3\n4\n5\n');
    }));

  it('keep the beginning and the end of a session, and say what is between', () =>
    withCap({ sessionLogBytes: 1024 }, async (call) => {
      const { details } = await call('shell', { command: 'seq 5000', background: true });
      await call('process', { action: 'wait', sessionId: details.sessionId, timeout: 60 });
      const page = await call('process', { action: 'poll', sessionId: details.sessionId });
      expect(page.details).toMatchObject({ bytes: 23_893, cursor: 23_893 });
      expect(page.details.droppedBytes).toBeGreaterThanOrEqual(23_893 - 1024);
      expect(page.details.droppedBytes).toBeLessThan(23_893 - 512);
      expect(page.content[0]?.text).toMatch(/^1\n2\n/);
      expect(page.content[0]?.text).toMatch(/\n4999\n5000\n$/);
    }));
});
