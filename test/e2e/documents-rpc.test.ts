import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { failureTable } from '../../src/core/failure.ts';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { blocksOf, namesIn, root, tableAfter } from '../helpers/document-blocks.ts';
import { isShownAs } from '../helpers/document-run.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('docs/json-rpc.md', () => {
  const document = 'docs/json-rpc.md';

  it('shows what is really said', async () => {
    const [talk] = blocksOf(document);
    const home = realpathSync(tempFolder());
    const folder = join(home, 'project');
    mkdirSync(folder);
    const child = spawn(binary, ['rpc'], {
      cwd: folder,
      env: cleanEnv(home),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const said = createInterface(child.stdout)[Symbol.asyncIterator]();
    for (const line of (talk?.body ?? '').split('\n').filter((text) => text !== '')) {
      if (line.startsWith('--> ')) child.stdin.write(`${line.slice(4)}\n`);
      else {
        const { value } = await said.next();
        const printed = `<-- ${String(value).replaceAll(home, '/home/you')}`;
        expect(isShownAs(printed, line), `shown is ${line}\nsaid is ${printed}`).toBe(true);
      }
    }
    expect(await said.next()).toMatchObject({ done: true });
  });

  it('lists every method that a client may call', async () => {
    const client = new RpcClient({ args: [] });
    await client.request('initialize', { capabilities: { approvals: true } });
    const { result } = await client.request('rpc.discover');
    await client.close();
    const methods: unknown = result?.methods;
    const known = Array.isArray(methods) ? methods.map(({ name }) => name) : [];
    const listed = tableAfter(document, '<!-- methods -->').flatMap(([names]) => namesIn(names));
    expect(listed.toSorted()).toEqual(known.toSorted());
  });

  it('lists every error', () => {
    const ofMcpAlone = ['missing_capability', 'unknown_resource', 'unsupported_version'];
    const listed = tableAfter(document, '## Errors').map(([code]) => Number(code));
    const codes = Object.entries(failureTable).flatMap(([name, { rpcCode }]) =>
      rpcCode === null || ofMcpAlone.includes(name) ? [] : [rpcCode],
    );
    expect(listed.toSorted()).toEqual([...new Set(codes)].toSorted());
  });
});

describe('the facts in docs/outcome.md', () => {
  const rows = tableAfter('docs/outcome.md', '<!-- details -->');
  const home = tempFolder();
  const client = new RpcClient({ home });
  afterAll(() => client.close());

  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  writeFileSync(join(home, 'pixel.png'), Buffer.from(png, 'base64'));

  /** The facts of the first row that begins so. */
  function shown(call: string): readonly string[] {
    const row = rows.find(([name = '']) => name.trim().startsWith(call));
    expect(row, `there is no row of ${call}`).toBeDefined();
    return namesIn(row?.[1]);
  }

  async function facts(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    return (await client.request(method, params)).result?.details ?? {};
  }

  it.each([
    ['`shell` |', 'shell', { command: 'echo one' }],
    ['`read` |', 'read', { path: 'pixel.txt' }],
    ['`read_media`', 'read_media', { path: 'pixel.png' }],
    ['`write`', 'write', { path: 'made.txt', content: 'made\n' }],
    ['`edit`', 'edit', { path: 'made.txt', old: 'made', new: 'done' }],
    ['`glob`', 'glob', { pattern: '*' }],
    ['`grep`', 'grep', { pattern: 'done' }],
    ['`skill list`', 'skill', { action: 'list' }],
    ['`skill show`', 'skill', { action: 'show', name: 'tmux' }],
    ['`skill prompt`', 'skill', { action: 'prompt' }],
    ['`skill validate`', 'skill', { action: 'validate', path: join(root, 'skills/tmux') }],
    ['`process list`', 'process', { action: 'list' }],
    ['`process clear`', 'process', { action: 'clear' }],
    ['any that policy refuses', 'shell', { command: 'rm -rf /' }],
    ['any that fails', 'read', { path: 'missing' }],
  ])('of %s', async (call, method, params) => {
    writeFileSync(join(home, 'pixel.txt'), 'text\n');
    expect(shown(call.replace(' |', '')).toSorted()).toEqual(
      Object.keys(await facts(method, params)).toSorted(),
    );
  });

  it('of the streams of a command', async () => {
    const { output } = await facts('shell', { command: 'true' });
    expect(shown('its `output`')).toEqual(Object.keys(output ?? {}));
    const { output: split } = await facts('shell', { command: 'true', streams: 'split' });
    expect(Object.keys(split ?? {})).toEqual(['stdout', 'stderr']);
  });

  it('of a call that waits for a person', async () => {
    const asking = new RpcClient({ home, args: [] });
    const { result } = await asking.request('shell', { command: 'touch x' });
    await asking.close();
    expect(shown('any that waits').toSorted()).toEqual(Object.keys(result?.details ?? {}).toSorted());
  });

  it('of a session with a description', async () => {
    const given = { command: 'true', background: true, description: 'for a test' };
    const { sessionId } = await facts('shell', given);
    const ended = await facts('process', { action: 'wait', sessionId, timeout: 20 });
    expect(ended.description).toBe('for a test');
    expect(readFileSync(join(root, 'docs/outcome.md'), 'utf8')).toContain('A session has `description`');
  });

  it('of a session, from its start to its end', async () => {
    const command = 'echo ready; read line';
    const started = await facts('shell', { command, background: true, pty: true });
    expect(shown('`shell` that goes on').toSorted()).toEqual(Object.keys(started).toSorted());
    const { sessionId } = started;
    const names = async (action: string, params: object = {}): Promise<readonly string[]> =>
      Object.keys(await facts('process', { action, sessionId, ...params })).toSorted();
    const running = [...shown('a session'), ...shown('one that runs')];
    const runningWith = (...more: readonly string[]): readonly string[] => [...running, ...more].toSorted();
    expect(await names('wait', { pattern: 'ready', timeout: 20 })).toEqual(
      runningWith(...shown('`process wait`')),
    );
    expect(await names('resize', { cols: 80, rows: 20 })).toEqual(runningWith());
    expect(await names('poll')).toEqual(runningWith(...shown('`process poll`')));
    expect(await names('log')).toEqual(runningWith(...shown('`process log`')));
    expect(await names('screen')).toEqual(runningWith(...shown('`process screen`')));
    expect(await names('paste', { text: 'x' })).toEqual(shown('`process write`').toSorted());
    const ended = [...shown('a session'), ...shown('one that has ended')].toSorted();
    expect(await names('kill')).toEqual(ended);
    expect(await names('remove')).toEqual(ended);
  });
});
