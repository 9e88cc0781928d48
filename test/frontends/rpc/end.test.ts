import { describe, expect, it } from 'vitest';
import { ToolFailure } from '../../../src/core/failure.ts';
import { serveRpc } from '../../../src/frontends/rpc/serve.ts';
import type { ServeIo } from '../../../src/frontends/serving/serve-io.ts';
import type { Service } from '../../../src/runtime/service.ts';
import { Feed, Lines } from '../../wire/peer.ts';
import { fixtureService } from './fixture-service.ts';

/** A server whose client may be slow to read. */
function serve(io: Partial<ServeIo> = {}, service: Partial<Service> = {}) {
  const feed = new Feed();
  const lines = new Lines();
  const stop = new AbortController();
  const whole = { input: feed, write: lines.write, stop: stop.signal, ...io };
  const ended = serveRpc({ ...fixtureService(), ...service }, whole, '9.9.9');
  const send = (id: number, method: string): void =>
    feed.push(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: {} })}\n`);
  return { feed, lines, stop, ended, send };
}

/** A client that reads nothing before `read`; `looked` resolves once the server has looked so often whether it does. */
function slowClient(stalledMs: number, looks = 3) {
  const lines = new Lines();
  let read: () => void = () => {};
  const reading = new Promise<void>((resolve) => (read = resolve));
  let look: () => void = () => {};
  const looked = new Promise<string>((resolve) => (look = () => resolve('waits')));
  let count = 0;
  const io = {
    write: async (bytes: Uint8Array): Promise<void> => {
      await reading;
      await lines.write(bytes);
    },
    stalledMs: (): number => {
      count += 1;
      if (count === looks) look();
      return stalledMs;
    },
  };
  return { io, lines, read, looked };
}

const answers = ({ all }: Lines): readonly unknown[] => all.map((line) => JSON.parse(line));

describe('the end of a server', () => {
  it('comes at once where it was told to end before it began', async () => {
    const stop = AbortSignal.abort();
    expect(await serve({ stop }).ended).toBe('stopped');
  });

  it('waits for a client that reads slowly, as long as it reads', { tags: ['slow'] }, async () => {
    const client = slowClient(0);
    const { feed, ended, send } = serve(client.io);
    send(1, 'ping');
    feed.end();
    expect(await Promise.race([ended, client.looked])).toBe('waits');
    client.read();
    expect(await ended).toBe('eof');
    expect(answers(client.lines)).toMatchObject([{ id: 1, result: {} }]);
  });

  it('waits no longer for one that has stopped reading, nor once it is told to end', {
    tags: ['slow'],
  }, async () => {
    const stalled = serve(slowClient(5000).io);
    stalled.send(1, 'ping');
    stalled.feed.end();
    expect(await stalled.ended).toBe('eof');
    const client = slowClient(0);
    const { feed, stop, ended, send } = serve(client.io);
    send(1, 'ping');
    feed.end();
    await client.looked;
    stop.abort();
    expect(await ended).toBe('eof');
  });

  it('does not wait where everything was read', async () => {
    const { feed, ended } = serve({ stalledMs: () => 0 });
    feed.end();
    expect(await ended).toBe('eof');
  });

  it('says of what does not end why the server does, also where its end goes wrong', {
    tags: ['slow'],
  }, async () => {
    const shutdown = async (): Promise<void> => {
      throw new Error('it goes wrong');
    };
    const { lines, stop, ended, send } = serve({}, { shutdown });
    send(1, 'hang');
    send(2, 'ping');
    expect(await lines.next()).toMatchObject({ id: 2 });
    stop.abort(new ToolFailure('tool_failed', 'There was a fault.'));
    expect(await ended).toBe('stopped');
    expect(answers(lines)).toMatchObject([{ id: 2 }, { id: 1, error: { message: 'There was a fault.' } }]);
  });

  it('answers a call with what it had done, and one that has no end', async () => {
    const { feed, lines, ended, send } = serve(
      {},
      { extraMethods: { endless: () => new Promise(() => {}) } },
    );
    send(1, 'wait');
    send(2, 'endless');
    send(3, 'ping');
    expect(await lines.next()).toMatchObject({ id: 3 });
    feed.end();
    expect(await ended).toBe('eof');
    const told = answers(lines);
    const content = [{ type: 'text', text: 'so far' }];
    expect(told).toContainEqual(
      expect.objectContaining({
        id: 1,
        error: expect.objectContaining({ data: expect.objectContaining({ content }) }),
      }),
    );
    expect(told).toContainEqual(
      expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32800 }) }),
    );
  });
});
