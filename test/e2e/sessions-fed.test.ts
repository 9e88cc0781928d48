import { describe, expect, it } from 'vitest';
import { Home, type SessionRpc, textOf } from '../helpers/sessions.ts';

/** A call with an explicit yieldMs that is fed, and what feeds it: resolves to whether each piece was taken. */
function startFed(client: SessionRpc, params: object) {
  const { id, answer } = client.start('shell', { ...params, _meta: { stdin: true } });
  const feed = async (text: string, eof = false): Promise<unknown> => {
    const base64 = Buffer.from(text).toString('base64');
    return (await client.request('tool/input', { id, base64, eof })).result?.taken;
  };
  return { answer: answer.then(({ result }) => JSON.parse(JSON.stringify(result))), feed };
}

describe('standard input that comes while a call with yieldMs runs', () => {
  it('reaches a command that ends in time, in order and to its end', async () => {
    const client = new Home().sidecar();
    const { answer, feed } = startFed(client, { command: 'wc -c; cat', yieldMs: 120_000 });
    const pieces = Array.from({ length: 6 }, (_, index) => feed('x'.repeat(600_000), index === 5));
    expect(await Promise.all(pieces)).toEqual(Array(6).fill(true));
    const outcome = await answer;
    expect(outcome).toMatchObject({ status: 'completed', details: { exitCode: 0 } });
    expect(textOf(outcome)).toMatch(/^\s*3600000\n$/);
  });

  it('reaches one that goes on, whose input is typed from then on', async () => {
    const client = new Home().sidecar();
    const command = 'read a; echo "first $a"; read b; echo "then $b"';
    const { answer, feed } = startFed(client, { command, yieldMs: 4000 });
    expect(await feed('one\nt')).toBe(true);
    const { status, details } = await answer;
    expect({ status, tail: details.tail }).toEqual({ status: 'running', tail: 'first one\n' });
    expect(await feed('lost')).toBe(false);
    await client.process('write', details.sessionId, { data: 'wo\n' });
    await client.ended(details.sessionId);
    expect(await client.output(details.sessionId)).toBe('first one\nthen two\n');
  });

  it('ends the input of one that goes on where it ended', async () => {
    const client = new Home().sidecar();
    const command = 'cat; echo closed; until test -e go; do sleep 0.1; done';
    const { answer, feed } = startFed(client, { command, yieldMs: 4000 });
    expect(await feed('all', true)).toBe(true);
    const { status, details } = await answer;
    expect({ status, tail: details.tail }).toEqual({ status: 'running', tail: 'allclosed\n' });
    await client.process('kill', details.sessionId);
  });

  it('is told of where a command did not take it', async () => {
    const client = new Home().sidecar();
    const command = 'until test -e go; do sleep 0.1; done';
    const { answer, feed } = startFed(client, { command, yieldMs: 4000 });
    const pieces = Array.from({ length: 4 }, () => feed('x'.repeat(700_000)));
    const { status, details, notices } = await answer;
    expect(status).toBe('running');
    expect(notices).toContainEqual(expect.stringContaining('Not all of its standard input was sent'));
    expect((await Promise.all(pieces))[0]).toBe(true);
    await client.process('kill', details.sessionId);
  });
});
