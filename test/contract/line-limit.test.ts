import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/core/record.ts';
import { png } from '../fixtures/files/media.ts';
import { waitFor } from '../helpers/processes.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** What makes JSON long: characters of two and four bytes, and such that are escaped. */
const wide = 'é😀"\\';

interface Answered {
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly notices: string;
}

function answered(result: unknown): Answered {
  const { content, details, notices } = isRecord(result) ? result : {};
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  const text = isRecord(first) && typeof first.text === 'string' ? first.text : '';
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(60_000);
  expect(text).not.toContain('left out');
  return { text, details: isRecord(details) ? details : {}, notices: String(notices) };
}

/** A sidecar in a folder with a file of a thousand wide lines. */
function open(limits: object = {}) {
  const home = tempFolder();
  mkdirSync(join(home, 'ws'));
  const client = closedAfterTest(new RpcClient({ home, cwd: join(home, 'ws') }));
  const lines = Array.from({ length: 1000 }, (_, index) => `${index} ${wide.repeat(20)}`);
  writeFileSync(join(home, 'ws', 'wide.txt'), `${lines.join('\n')}\n`);
  const ask = async (method: string, params: object): Promise<Answered> =>
    answered((await client.request(method, params)).result);
  const ready = client.request('initialize', { capabilities: limits });
  return { client, home, lines, ask, ready };
}

describe('a page past the line limit', () => {
  it.each([
    ['without limit', {}, { limit: 0 }],
    ['with lines around', {}, { limit: 0, context: 1, pattern: '^\\d*5 ' }],
    ['on a shorter line', { maxLineBytes: 8192 }, { limit: 1000 }],
  ])('of grep ends earlier %s, and its offset goes on', { tags: ['slow'] }, async (_, limits, more) => {
    const { ask, lines, ready } = open(limits);
    await ready;
    const call = { pattern: '^\\d', ...more };
    const seen: string[] = [];
    let pages = 0;
    for (let offset = 0; ; pages += 1) {
      const { text, details, notices } = await ask('grep', { ...call, offset });
      seen.push(...text.split('\n').filter((line) => line.startsWith('wide.txt:')));
      if (details.nextOffset === null) break;
      expect(notices).toContain(`offset ${details.nextOffset} goes on`);
      expect(notices).toContain('The page ended to stay within');
      expect(details.nextOffset).toBe(seen.length);
      offset = seen.length;
    }
    expect(pages).toBeGreaterThan(0);
    const wanted = lines.map((line, index) => `wide.txt:${index + 1}:${line}`);
    expect(seen).toEqual('pattern' in more ? wanted.filter((line) => /:\d*5 /.test(line)) : wanted);
  });

  it('of grep ends earlier for each call of a batch', async () => {
    const { client } = open();
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'grep',
      params: { pattern: '^\\d', limit: 200 },
    });
    client.send([call(1001), call(1002)]);
    await waitFor(() => client.unmatched.length === 2, 'both answers');
    for (const { result } of client.unmatched) {
      const { text, details } = answered(result);
      expect(details.nextOffset).toBe(text.split('\n').length);
    }
  });

  it('of glob ends earlier, and says so', { tags: ['slow'] }, async () => {
    const { ask, home, ready } = open({ maxLineBytes: 8192 });
    await ready;
    const name = wide.repeat(20).replaceAll('"', 'ö').replaceAll('\\', '"');
    for (let index = 0; index < 400; index += 1) writeFileSync(join(home, 'ws', `${name}${index}.md`), '');
    const { text, details, notices } = await ask('glob', { pattern: '*.md' });
    const shown = text.split('\n').length;
    expect(shown).toBeLessThan(400);
    expect(details).toMatchObject({ matches: 400, shown, truncated: true });
    expect(notices).toContain(`Only the first ${shown} of 400 paths are listed to stay within a line`);
  });
});

it('media may take what the others of a batch leave of its line', async () => {
  const { client, home } = open();
  const names = ['most.png', 'more.png'];
  for (const [index, name] of names.entries())
    writeFileSync(join(home, 'ws', name), Buffer.concat([png, Buffer.alloc(44_000 + 2000 * index)]));
  const answers: unknown[] = [];
  for (const path of names) {
    client.send([
      { jsonrpc: '2.0', id: path, method: 'read_media', params: { path } },
      { jsonrpc: '2.0', id: `${path} ping`, method: 'ping' },
    ]);
    await waitFor(() => client.unmatched.some(({ id }) => id === path), path);
    answers.push(client.unmatched.find(({ id }) => id === path)?.result?.message);
  }
  expect(answers).toEqual([
    expect.stringMatching(/^Read "most.png": image\/png/),
    expect.stringMatching(
      /^Cannot send "image\/png": its line would have about \d+ bytes, expected at most 60000 /,
    ),
  ]);
});

describe('output past the line limit', { tags: ['slow'] }, () => {
  it.each([
    ['within the caps', 1900, 9],
    ['past the cap of lines', 2100, 9],
    ['past the cap of characters', 1900, 30],
  ])('loses its middle %s, and a file has all of it', async (_, count, width) => {
    const { ask } = open();
    const command = `for i in $(seq ${count}); do echo "$i ${'😀'.repeat(width)}"; done`;
    const { text, details, notices } = await ask('shell', { command });
    const whole = Array.from(
      { length: count },
      (_unused, index) => `${index + 1} ${'😀'.repeat(width)}\n`,
    ).join('');
    expect(details.output).toMatchObject({ bytes: Buffer.byteLength(whole), truncated: true });
    const { spillPath, omittedBytes } = isRecord(details.output) ? details.output : {};
    expect(readFileSync(String(spillPath), 'utf8')).toBe(whole);
    expect(notices).toContain(`full output: ${spillPath}`);
    const [head = '', tail = ''] = text.split(/\[… .* omitted …\]\n|\(\d+ bytes, .*$/);
    expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
    expect(Buffer.byteLength(head + tail) + Number(omittedBytes)).toBe(Buffer.byteLength(whole));
  });

  it('of two streams fits together', async () => {
    const { ask } = open();
    const print = 'for i in $(seq 1000); do echo "$i 😀😀😀😀😀😀😀😀😀"; done';
    const { details } = await ask('shell', { command: `${print}; (${print}) >&2`, streams: 'split' });
    const { stdout, stderr } = isRecord(details.output) ? details.output : {};
    for (const stream of [stdout, stderr]) {
      const { spillPath } = isRecord(stream) ? stream : {};
      expect(readFileSync(String(spillPath), 'utf8')).toContain('\n1000 😀');
    }
  });

  it('is kept rather than the display of a long command', async () => {
    const { ask } = open();
    const { text, notices } = await ask('shell', { command: `seq 1 1900 # ${'x'.repeat(58_000)}` });
    expect(text.split('\n')).toHaveLength(1901);
    expect(notices).toContain('The display was left out');
  });
});

describe('a session with a very long command', () => {
  it('is listed and polled', async () => {
    const { ask } = open();
    const command = `echo ready; read -r line; echo "$line" # ${'é'.repeat(60_000)}`;
    const { details } = await ask('shell', { command, background: true });
    const { sessionId } = details;
    await ask('process', { action: 'wait', sessionId, pattern: 'ready', timeout: 20 });
    const listed = await ask('process', { action: 'list' });
    expect(listed.details.sessions).toMatchObject([{ sessionId, command: expect.stringContaining('…') }]);
    const page = await ask('process', { action: 'poll', sessionId });
    expect(page).toMatchObject({ text: 'ready\n', details: { cursor: 6 } });
    expect(String(page.details.command)).toMatch(/^echo ready;.*é\[… \d+ more bytes\]$/);
    await ask('process', { action: 'remove', sessionId });
  });
});

it('pages of a session fit the line that the client takes, and none of its output is passed over', async () => {
  const { client, ask, ready } = open({ maxLineBytes: 4096 });
  await ready;
  const command = 'for i in $(seq 300); do echo "$i 😀😀😀😀😀😀"; done';
  // On a busy machine its output is there before the answer, which leaves some of it out.
  const { result } = await client.request('shell', { command, background: true });
  const { sessionId } = isRecord(result) && isRecord(result.details) ? result.details : {};
  await ask('process', { action: 'wait', sessionId, timeout: 20 });
  let [text, cursor, more] = ['', 0, true];
  while (more) {
    const page = await ask('process', { action: 'poll', sessionId, cursor });
    text += page.text;
    cursor = Number(page.details.cursor);
    more = page.details.more === true;
  }
  expect(text).toBe(Array.from({ length: 300 }, (_, index) => `${index + 1} ${'😀'.repeat(6)}\n`).join(''));
});

it('a session that printed much is named where the line is short, and so is its end', {
  tags: ['slow'],
}, async () => {
  const { client, ready } = open({ maxLineBytes: 4096 });
  await ready;
  const command = 'for i in $(seq 300); do echo "$i 😀😀😀😀😀😀"; done; read -r line';
  const { result } = await client.request('shell', { command, yieldMs: 1500 });
  const { details, message, notices } = isRecord(result) ? result : {};
  const { sessionId } = isRecord(details) ? details : {};
  expect(message).toContain(`running as session ${sessionId}`);
  expect(String(notices)).toContain('details.tail was left out');
  const ended = new Promise((resolve) => {
    client.onNotification = ({ method, params }) => method === 'session/exited' && resolve(params);
  });
  await client.request('process', { action: 'kill', sessionId });
  const exit = await ended;
  expect(exit).toMatchObject({ sessionId, tail: expect.stringMatching(/300 (😀){6}\n$/u) });
  expect(Buffer.byteLength(JSON.stringify(exit))).toBeLessThan(4096);
});

describe('facts past the line limit', { tags: ['slow'] }, () => {
  const listed = async (client: RpcClient) => {
    const { result } = await client.request('approvals/list', {});
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(60_000);
    const { approvals, notices } = isRecord(result) ? result : {};
    return { approvals: Array.isArray(approvals) ? approvals : [], notices };
  };

  it('are the first of what waits for a person, and how much more there is', async () => {
    const { client } = open();
    const calls = Array.from({ length: 70 }, (_, index) =>
      client.request('shell', { command: `touch some-file-${index}`, security: 'allowlist', ask: 'on-miss' }),
    );
    for (const call of calls) expect((await call).result).toMatchObject({ status: 'approval_required' });
    const { approvals, notices } = await listed(client);
    expect(approvals.length).toBeGreaterThan(20);
    expect(approvals.length).toBeLessThan(70);
    expect(notices).toEqual([
      `"approvals" has the first ${approvals.length} of 70 to keep the line under its limit (maxLineBytes of initialize, caps.rpcLineBytes).`,
    ]);
  });

  it('have the beginning of a command that waits', async () => {
    const { client } = open();
    const command = `touch ${'x'.repeat(60_000)}`;
    await client.request('shell', { command, security: 'allowlist', ask: 'on-miss' });
    const { approvals, notices } = await listed(client);
    expect(approvals).toMatchObject([{ state: 'waiting', title: expect.stringContaining('touch xxx') }]);
    expect(notices).toEqual([expect.stringContaining('were cut')]);
  });

  it('are a decision with the first of its commands', async () => {
    const { client } = open();
    const { result } = await client.request('policy/check', { command: 'ls;'.repeat(800) });
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(60_000);
    expect(result).toMatchObject({
      decision: 'allow',
      notices: [expect.stringMatching(/"commands" has the first \d+ of 800/)],
    });
  });
});
