import { afterEach, describe, expect, it, vi } from 'vitest';
import { ToolFailure } from '../../src/core/failure.ts';
import { Connection, type Handler } from '../../src/wire/connection.ts';
import { connect, Feed } from './peer.ts';

const silent: Handler = { request: async () => null };

/** Two connections that talk to each other. */
function pair(left: Handler, right: Handler) {
  const [toLeft, toRight] = [new Feed(), new Feed()];
  const writer = (feed: Feed) => async (bytes: Uint8Array) => feed.push(bytes.slice());
  const a = new Connection({ input: toLeft, write: writer(toRight), handler: left, maxInputBytes: 1e6 });
  const b = new Connection({ input: toRight, write: writer(toLeft), handler: right, maxInputBytes: 1e6 });
  return { a, b, ended: Promise.all([a.run(), b.run()]), toLeft, toRight };
}

afterEach(() => void vi.useRealTimers());

describe('requests of ours', () => {
  it('are matched to their answers in any order, errors included', async () => {
    const { feed, lines, connection } = connect(silent);
    const [first, second] = [connection.request('a', { x: 1 }), connection.request('b', undefined)];
    expect(await lines.next()).toEqual({ jsonrpc: '2.0', id: 1, method: 'a', params: { x: 1 } });
    expect(await lines.next()).toEqual({ jsonrpc: '2.0', id: 2, method: 'b' });
    feed.push('{"jsonrpc":"2.0","id":2,"error":{"code":5,"message":"no","data":[1]}}\n');
    feed.push('{"jsonrpc":"2.0","id":1,"result":"yes"}\n');
    expect(await second.answer).toEqual({ error: { code: 5, message: 'no', data: [1] } });
    expect(await first.answer).toEqual({ result: 'yes' });
  });

  it.each([
    ['nothing, as JavaScript says undefined', '{"jsonrpc":"2.0","id":1}', { result: null }],
    ['a word for an error', '{"jsonrpc":"2.0","id":1,"error":"no"}', { error: { code: 0, message: 'no' } }],
    ['an error of null beside a result', '{"jsonrpc":"2.0","id":1,"error":null,"result":2}', { result: 2 }],
  ])('are answered by %s', async (_, line, answer) => {
    const { feed, lines, connection } = connect(silent);
    const request = connection.request('ask', {});
    feed.push(`${line}\n`);
    expect(await request.answer).toEqual(answer);
    // Whoever asks nothing here is told what is wrong, and an id of the peer's own stays free for its answer.
    feed.push('{"jsonrpc":"2.0","id":7}\n');
    await lines.next();
    expect(await lines.next()).toMatchObject({ id: 7, error: { code: -32600 } });
    expect(lines.all).toHaveLength(2);
  });

  it.each([
    ['a request that is wrong', '{"jsonrpc":"2.0","id":1,"method":5}', { error: { code: -32600 } }],
    ['a request with a result besides', '{"jsonrpc":"2.0","id":1,"method":"x","result":2}', { result: null }],
  ])('are not answered by %s, which has an id of the peer', async (_, line, answer) => {
    const { feed, lines, connection } = connect(silent);
    const request = connection.request('ask', {});
    await lines.next();
    feed.push(`${line}\n`);
    expect(await lines.next()).toMatchObject({ id: 1, ...answer });
    feed.push('{"jsonrpc":"2.0","id":1,"result":"yes"}\n');
    expect(await request.answer).toEqual({ result: 'yes' });
  });

  it('go both ways at once, nested', async () => {
    const ends = pair(
      { request: async ({ params }) => ({ asked: params }) },
      { request: async () => ({ inner: await ends.b.request('ask', { n: 1 }).answer }) },
    );
    expect(await ends.a.request('outer', {}).answer).toEqual({
      result: { inner: { result: { asked: { n: 1 } } } },
    });
    ends.toLeft.end();
    ends.toRight.end();
    expect(await ends.ended).toEqual(['eof', 'eof']);
  });

  it('that are aborted tell the peer and wait for what it has, as long as they may', async () => {
    const abort = new AbortController();
    const ends = pair(silent, {
      request: ({ signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => setTimeout(resolve, 20, 'partial'), { once: true }),
        ),
    });
    const request = ends.a.request('run', {}, { signal: abort.signal, cancelWaitMs: 10_000 });
    abort.abort();
    expect(await request.answer).toEqual({ result: 'partial' });
  });

  it.each([
    ['aborted', 'cancelled'],
    ['late', 'timed_out'],
  ])('that are %s fail, tell the peer, and free their place', async (how, code) => {
    const { feed, lines, connection } = connect(silent);
    const abort = new AbortController();
    const request = connection.request(
      'slow',
      {},
      how === 'late' ? { timeoutMs: 5 } : { signal: abort.signal },
    );
    expect(await lines.next()).toMatchObject({ method: 'slow' });
    abort.abort();
    await expect(request.answer).rejects.toMatchObject({ code });
    expect(await lines.next()).toEqual({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } });
    feed.push('{"jsonrpc":"2.0","id":1}\n');
    expect(await lines.next()).toMatchObject({ id: 1, error: { code: -32600 } });
    feed.push('{"jsonrpc":"2.0","id":1,"result":"too late"}\n{"jsonrpc":"2.0","id":2,"method":"x"}\n');
    expect(await lines.next()).toMatchObject({ id: 2, result: null });
  });

  it.each([
    [undefined, 'Request "slow" cancelled'],
    [20, 'Request "slow" cancelled; the other side has not said within 0.02 s that it has ended'],
  ])('that are aborted and not answered within %s ms say so', async (cancelWaitMs, message) => {
    const { lines, connection } = connect(silent);
    const abort = new AbortController();
    const wait = cancelWaitMs === undefined ? {} : { cancelWaitMs };
    const { answer } = connection.request('slow', {}, { signal: abort.signal, ...wait });
    await lines.next();
    abort.abort();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled', message });
  });

  it('that are given up twice are cancelled once', async () => {
    const { lines, connection } = connect(silent);
    const abort = new AbortController();
    const options = { timeoutMs: 1, cancelWaitMs: 20, signal: abort.signal };
    const { answer } = connection.request('slow', {}, options);
    await lines.next();
    expect(await lines.next()).toMatchObject({ method: '$/cancelRequest' });
    abort.abort();
    await expect(answer).rejects.toMatchObject({ code: 'timed_out' });
    await connection.notify('after', {});
    expect(lines.all).toHaveLength(3);
  });

  it('that are answered are not cancelled any more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { feed, lines, connection } = connect(silent);
    const abort = new AbortController();
    const { answer } = connection.request('quick', {}, { timeoutMs: 50, signal: abort.signal });
    feed.push('{"jsonrpc":"2.0","id":1,"result":1}\n');
    expect(await answer).toEqual({ result: 1 });
    abort.abort();
    expect(vi.getTimerCount()).toBe(0);
    await connection.notify('after', {});
    expect(lines.all).toHaveLength(2);
  });

  it('whose signal is aborted already are not sent', async () => {
    const { lines, connection } = connect(silent);
    const request = connection.request('slow', {}, { signal: AbortSignal.abort() });
    await expect(request.answer).rejects.toMatchObject({ code: 'cancelled' });
    await connection.notify('after', {});
    expect(lines.all).toEqual(['{"jsonrpc":"2.0","method":"after","params":{}}']);
  });

  it('that do not fit on a line are refused, naming the limit', async () => {
    const { lines, connection } = connect(silent, { maxOutputBytes: () => 100 });
    await expect(connection.request('ask', { text: 'ü'.repeat(25) }).answer).rejects.toMatchObject({
      message: 'Cannot send "ask": its line has 110 bytes, expected at most 100',
    });
    await connection.notify('after', {});
    expect(lines.all).toHaveLength(1);
  });

  it('that are cut off fail', async () => {
    const { feed, connection } = connect(silent);
    const { answer } = connection.request('slow', {});
    feed.end();
    await expect(answer).rejects.toMatchObject({ code: 'tool_failed' });
  });

  it('after the end fail at once', async () => {
    const { feed, connection, ended } = connect(silent);
    feed.end();
    await ended;
    await expect(connection.request('x', {}).answer).rejects.toMatchObject({ code: 'tool_failed' });
  });
});

describe('writing', () => {
  it('keeps the order, one write at a time, and resolves when written', async () => {
    const written: string[] = [];
    let open = 0;
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { connection } = connect(silent, {
      write: async (bytes) => {
        open += 1;
        expect(open).toBe(1);
        await gate;
        written.push(...new TextDecoder().decode(bytes).trim().split('\n'));
        open -= 1;
      },
    });
    const sent = Array.from({ length: 500 }, (_, n) => connection.notify('n', [n, 'x'.repeat(n)]));
    expect(await Promise.race([sent[0]?.then(() => 'sent'), Promise.resolve('waiting')])).toBe('waiting');
    release();
    await Promise.all(sent);
    expect(written.map((line) => JSON.parse(line).params[0])).toEqual(
      Array.from({ length: 500 }, (_, n) => n),
    );
  });

  it('does not read on while a peer that never reads has 64 MiB to come', { tags: ['slow'] }, async () => {
    const feed = new Feed();
    const answer = 'x'.repeat(1024 * 1024);
    let asked = 0;
    const connection = new Connection({
      input: feed,
      write: () => new Promise(() => {}),
      handler: {
        request: async () => {
          asked += 1;
          return answer;
        },
      },
      maxInputBytes: 1024,
    });
    void connection.run();
    for (let id = 0; id < 200; id += 1) feed.push(`{"jsonrpc":"2.0","id":${id},"method":"big"}\n`);
    // Each turn is enough for one of them.
    for (let turn = 0; turn < 400; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBeGreaterThan(60);
    expect(asked).toBeLessThan(80);
  });

  it('counts very many short answers for what they cost', { tags: ['slow'] }, async () => {
    let asked = 0;
    const handler: Handler = {
      request: async () => {
        asked += 1;
        return null;
      },
    };
    const { feed } = connect(handler, { write: () => new Promise(() => {}) });
    const thousand = '{"jsonrpc":"2.0","id":1,"method":"x"}\n'.repeat(1000);
    for (let chunk = 0; chunk < 400; chunk += 1) feed.push(thousand.replaceAll('"id":1', '"id":null'));
    let before = -1;
    while (asked !== before) {
      before = asked;
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(asked).toBeGreaterThan(50_000);
    expect(asked).toBeLessThan(200_000);
  });

  it('ends cleanly when the peer is gone', async () => {
    const { feed, connection, ended } = connect(
      { request: async () => 1 },
      { write: () => Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })) },
    );
    const request = connection.request('ask', {});
    feed.push('{"jsonrpc":"2.0","id":1,"method":"x"}\n');
    await expect(request.answer).rejects.toMatchObject({ code: 'tool_failed' });
    expect(await ended).toBe('dead');
    await connection.idle();
    await connection.notify('after', {});
  });

  it('ends when the input fails', async () => {
    const input = (async function* () {
      yield new TextEncoder().encode('{"jsonrpc":"2.0","method":"x"}\n');
      throw new Error('ECONNRESET');
    })();
    const { ended } = connect(silent, { input });
    expect(await ended).toBe('eof');
  });
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const request = (id: number, method: string): string => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
const notification = '{"jsonrpc":"2.0","method":"brought"}';

describe('reading', () => {
  it.each([
    ['is taken', () => Promise.resolve()],
    ['cannot be taken', () => Promise.reject(new Error('ENOSPC'))],
  ])('goes on once what a notification brought %s', async (_, outcome) => {
    const served: string[] = [];
    let settle = (): void => {};
    const { feed, lines } = connect({
      request: async ({ method }) => served.push(method),
      notification: () => new Promise<void>((resolve) => (settle = resolve)).then(outcome),
    });
    feed.push(`${notification}\n${request(1, 'beside')}\n`);
    feed.push(`${request(2, 'behind')}\n`);
    await turn();
    expect(served).toEqual(['beside']);
    settle();
    expect([await lines.next(), await lines.next()]).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  it.each([
    ['while it is', false],
    ['as it begins to be', true],
  ])('is stopped %s held up for good by what a notification brought', async (_, isAtOnce) => {
    const { feed, connection, ended } = connect({
      ...silent,
      notification: () => {
        if (isAtOnce) connection.stop();
        return new Promise(() => {});
      },
    });
    feed.push(`${notification}\n`);
    await turn();
    if (!isAtOnce) connection.stop();
    expect(await ended).toBe('stopped');
  });

  it.each([
    ['its end makes a line of what is left', (feed: Feed) => feed.end(), ['whole', 'left']],
    ['to stop it makes none', (_: Feed, stop: () => void) => stop(), ['whole']],
  ])('%s', async (_, end, expected) => {
    const served: string[] = [];
    const { feed, connection, ended } = connect({ request: async ({ method }) => served.push(method) });
    feed.push(`${request(1, 'whole')}\n${request(2, 'left')}`);
    await turn();
    end(feed, () => connection.stop());
    await ended;
    await connection.idle();
    expect(served).toEqual(expected);
  });
});

describe('ending', () => {
  it.each([
    ['a request', request(2, 'second')],
    ['a call without an id', '{"jsonrpc":"2.0","method":"second"}'],
  ])('waits for %s that came while it waited', async (_, line) => {
    const finished: string[] = [];
    const finish = new Map<string, () => void>();
    const { feed, connection } = connect({
      request: async ({ method }) => {
        await new Promise<void>((resolve) => finish.set(method, resolve));
        finished.push(method);
      },
    });
    feed.push(`${request(1, 'first')}\n`);
    await turn();
    const idle = connection.idle().then(() => [...finished]);
    feed.push(`${line}\n`);
    await turn();
    for (const method of ['first', 'second']) {
      finish.get(method)?.();
      await turn();
    }
    expect(await idle).toEqual(['first', 'second']);
  });

  it('stops although so much waits for a peer which does not read that nothing more is read', {
    tags: ['slow'],
  }, async () => {
    const answer = 'x'.repeat(2 * 1024 * 1024);
    const { feed, connection, ended } = connect(
      { request: async () => answer },
      { write: () => new Promise(() => {}) },
    );
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const request = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"long"}\n`;
    feed.push(Array.from({ length: 40 }, (_, id) => request(id)).join(''));
    await turn();
    feed.push(request(40));
    await turn();
    connection.stop();
    expect(await ended).toBe('stopped');
  });

  it('stops without waiting for more input, and answers what its handlers never will', async () => {
    const { feed, lines, connection, ended } = connect({ request: () => new Promise(() => {}) });
    feed.push('{"jsonrpc":"2.0","id":1,"method":"hang"}\n[{"jsonrpc":"2.0","id":2,"method":"hang"}]\n');
    await new Promise((resolve) => setImmediate(resolve));
    connection.stop();
    expect(await ended).toBe('stopped');
    connection.cancelAll();
    connection.abandonAll();
    await connection.idle();
    expect(lines.all.map((line) => JSON.parse(line))).toMatchObject([
      { id: 1, error: { code: -32800 } },
      [{ id: 2, error: { code: -32800 } }],
    ]);
  });

  it('answers what its handlers never will with the failure that ends it', async () => {
    const { feed, lines, connection, ended } = connect({ request: () => new Promise(() => {}) });
    feed.push('{"jsonrpc":"2.0","id":1,"method":"hang"}\n');
    await new Promise((resolve) => setImmediate(resolve));
    connection.stop();
    await ended;
    connection.abandonAll(new ToolFailure('internal', 'Internal fault: planted'));
    await connection.idle();
    expect(lines.all.map((line) => JSON.parse(line))).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal fault: planted' } },
    ]);
  });
});
