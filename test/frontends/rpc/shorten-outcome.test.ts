import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcome } from '../../../src/core/outcome.ts';
import { isRecord } from '../../../src/core/record.ts';
import { WireOutcome } from '../../../src/frontends/rpc/wire-outcome.ts';
import { FixtureClient } from './fixture-service.ts';

const limit = 4096;

/** One answer under a limit of 4096 bytes, with its line. */
async function answer(method: string, params: unknown, setUp?: unknown) {
  const client = new FixtureClient({ caps: { rpcLineBytes: limit } });
  if (setUp !== undefined) await client.ask('initialize', setUp);
  const reply = await client.ask(method, params);
  await client.close();
  const line = client.lines.all.at(-1) ?? '';
  expect(new TextEncoder().encode(`${line}`).length).toBeLessThanOrEqual(setUp === undefined ? limit : 1e9);
  const result = isRecord(reply.result) ? reply.result : {};
  return { reply, result, bytes: line.length, notices: JSON.stringify(result.notices) };
}

const textOf = ({ content }: Record<string, unknown>): string => {
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return isRecord(first) && typeof first.text === 'string' ? first.text : '';
};

describe('a result past the line limit', () => {
  it('keeps head and tail of its text, and says how much is missing', async () => {
    const { result, bytes, notices } = await answer('echo', { text: '0123456789', repeat: 5000 });
    expect(bytes).toBeGreaterThan(limit - 64);
    const [, head, omitted, tail] =
      /^(\d+)\n\[… (\d+) characters left out …\]\n(\d+)$/.exec(textOf(result)) ?? [];
    expect((head ?? '').length + (tail ?? '').length + Number(omitted)).toBe(50_000);
    expect(notices).toContain(`${omitted} characters left out`);
    expect(notices).toContain('(maxLineBytes of initialize, caps.rpcLineBytes)');
    expect(notices).toContain('raise maxLineBytes in initialize');
    expect(result).toMatchObject({ status: 'completed', isError: false, message: 'Done.' });
  });

  it('names the file that holds everything', async () => {
    const { notices } = await answer('echo', { text: 'x', repeat: 50_000, spillPath: '/state/spill/1' });
    expect(notices).toContain('full output: /state/spill/1');
  });

  it.each([
    [{ spillBytes: 9000 }, '(only the first 9000 bytes)'],
    [{ spillBytes: 9000, droppedBytes: 5 }, '(only 9000 bytes)'],
  ])('says when that file has not everything: %o', async (facts, said) => {
    const spill = { spillPath: '/state/spill/1', ...facts };
    const { notices } = await answer('echo', { text: 'x', repeat: 50_000, ...spill });
    expect(notices).toContain(`/state/spill/1 ${said}`);
  });

  it('does without its display when that is too long', async () => {
    const { result, notices } = await answer('echo', { text: 'short', display: 'y'.repeat(9000) });
    expect(result).toMatchObject({ content: [{ text: 'short' }], display: [] });
    expect(notices).toContain('The display was left out');
  });

  it('is the bare facts when nothing else fits', async () => {
    const { result, notices } = await answer('echo', { text: 'x', notices: ['n'.repeat(9000)] });
    expect(result).toMatchObject({ status: 'completed', content: [] });
    const limits = '(maxLineBytes of initialize, caps.rpcLineBytes)';
    expect(notices).toBe(`["The answer was left out: its line would pass 4096 bytes ${limits}"]`);
  });

  it('keeps ids and numbers even then', async () => {
    const facts = {
      sessionId: 'abcdefghijkl',
      exitCode: null,
      lines: 3,
      path: 'p'.repeat(9000),
      output: { bytes: 1 },
    };
    const { result } = await answer('echo', { text: 'x', facts });
    expect(result.details).toEqual({ sessionId: 'abcdefghijkl', exitCode: null, lines: 3 });
  });

  it('is whole for a client that takes longer lines', async () => {
    const params = { text: '0123456789', repeat: 5000 };
    const { result } = await answer('echo', params, { capabilities: { maxLineBytes: 100_000 } });
    expect(textOf(result)).toHaveLength(50_000);
    expect(result.notices).toEqual([]);
  });

  it('ends a page of lines earlier, and says where to go on', async () => {
    const { result, notices } = await answer('page', { lines: 200, start: 11 });
    const lines = textOf(result).split('\n');
    const next = 11 + lines.length;
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.at(-1)).toBe(`${next - 1}\t${'é'.repeat(40)}`);
    expect(result.details).toEqual({
      startLine: 11,
      lines: lines.length,
      totalLines: 5000,
      eof: false,
      truncatedLines: [11],
    });
    expect(notices).toContain(`offset ${next} reads on`);
    expect(result.message).toContain(`Read lines 11 to ${next - 1}`);
  });

  it('ends a page where the next line would not fit any more, whatever is in the lines', {
    tags: ['slow'],
  }, () => {
    const unit = fc.constantFrom('a', '"', '\\', '\u0001', 'é', '😀', '\ud800', 'n');
    const linesOf = fc.array(fc.string({ unit, minLength: 20, maxLength: 40 }), {
      minLength: 400,
      maxLength: 600,
    });
    fc.assert(
      fc.property(linesOf, fc.integer({ min: 2000, max: 6000 }), (lines, most) => {
        const page = outcome({
          status: 'completed',
          message: `Read lines 1 to ${lines.length}.`,
          content: [{ type: 'text', text: lines.join('\n') }],
          details: { startLine: 1, lines: lines.length, eof: true, truncatedLines: [] },
        });
        const shown = JSON.stringify(new WireOutcome(page).shrink(most, most));
        const { details } = JSON.parse(shown);
        const next = Buffer.byteLength(JSON.stringify(lines[details.lines]));
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(most);
        // A number of the page that has more digits than the one it ends at.
        expect(Buffer.byteLength(shown) + next).toBeGreaterThan(most - 6);
      }),
      { numRuns: 100 },
    );
  });

  it('refuses media, naming the limit', async () => {
    const { result } = await answer('image', { bytes: 10_000 });
    expect(result).toMatchObject({ status: 'failed', isError: true, content: [] });
    expect(result.message).toMatch(
      /^Cannot send "image\/png": .* expected at most 4096 \(raise maxLineBytes/,
    );
  });

  it('names more bytes than the limit of a line that media would just pass', async () => {
    const { bytes: around } = await answer('image', { bytes: 2400 });
    const most = 2400 + limit - around;
    const named: number[] = [];
    for (let bytes = most - 9; bytes < most + 9; bytes += 1) {
      const { message = '' } = (await answer('image', { bytes })).result;
      const [, count] = /its line would have about (\d+) bytes/.exec(String(message)) ?? [];
      if (count !== undefined) named.push(Number(count));
    }
    expect(named.length).toBeGreaterThan(0);
    expect(Math.min(...named)).toBeGreaterThan(limit);
    expect(Math.min(...named)).toBeLessThan(limit + 9);
  });

  it('has the shape of MCP through tools/call', async () => {
    const { result } = await answer('tools/call', { name: 'echo', arguments: { text: 'x', repeat: 50_000 } });
    expect(result).toMatchObject({ isError: false, structuredContent: { status: 'completed' } });
    expect(textOf(result)).toContain('characters left out');
  });

  it('fits whatever its text is', async () => {
    const unit = fc.constantFrom('a', '"', '\u0001', 'é', '😀', '\n');
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit, minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 3000 }),
        async (text, repeat) => {
          const { result } = await answer('echo', { text, repeat });
          expect(result.status).toBe('completed');
          expect(textOf(result).length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a batch past the line limit', () => {
  it('shares it out', async () => {
    const client = new FixtureClient({ caps: { rpcLineBytes: 8192 } });
    const call = (id: number, repeat: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'echo',
      params: { text: 'x', repeat },
    });
    client.feed.push(`${JSON.stringify([call(1, 10), call(2, 20_000), call(3, 30_000)])}\n`);
    const line = await client.lines.nextText();
    await client.close();
    expect(line.length).toBeLessThanOrEqual(8192);
    const answers: { result: Record<string, unknown> }[] = JSON.parse(line);
    expect(answers.map(({ result }) => textOf(result).length > 2000)).toEqual([false, true, true]);
  });
});

describe('a cancelled call past the line limit', () => {
  it('keeps its code and loses the middle of its partial output', async () => {
    const client = new FixtureClient({ caps: { rpcLineBytes: 2048 } });
    client.send(1, 'wait', { size: 100_000 });
    client.notify('$/cancelRequest', { id: 1 });
    const { error } = await client.lines.next();
    await client.close();
    expect(JSON.stringify(error).length).toBeLessThanOrEqual(2048);
    expect(error).toMatchObject({
      code: -32800,
      data: {
        status: 'cancelled',
        content: [{ text: expect.stringMatching(/^so far\.+\n\[… \d+ characters/) }],
      },
    });
  });
});
