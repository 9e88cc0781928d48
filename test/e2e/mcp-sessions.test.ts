import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: {
    readonly notices: readonly string[];
    readonly details: Readonly<Record<string, unknown>>;
  };
}

let home: string;
let client: RpcClient;
beforeEach(() => {
  home = tempFolder();
  client = new RpcClient({ mode: 'mcp', home });
});
afterEach(() => client.close());

async function call(name: string, input: object): Promise<Result> {
  const { result } = await client.request('tools/call', { name, arguments: input });
  return result as unknown as Result;
}

const background = (command: string, more: object = {}): Promise<Result> =>
  call('shell', { command, background: true, ...more });
const idOf = ({ structuredContent }: Result): string => String(structuredContent.details.sessionId);

/** The first result that says something besides: already the one that started a session may. */
async function firstTold(start: Result): Promise<Result> {
  let result = start;
  while (result.structuredContent.notices.length === 0)
    result = await call('shell', { command: 'echo other' });
  return result;
}

it.each([
  ['exit 3', {}, 'with exit code 3'],
  ['kill -TERM $$', {}, 'by SIGTERM'],
  ['sleep 60', { timeout: 1 }, 'by its time limit'],
])('the end of a session is told with the next result: %s', async (command, more, how) => {
  const start = await background(command, more);
  const id = idOf(start);
  const { content, structuredContent } = await firstTold(start);
  const notice = expect.stringMatching(
    new RegExp(`^Session ${id} has ended ${how} after [\\d.]+s; process poll`),
  );
  expect(structuredContent.notices).toEqual([notice]);
  expect(content.map(({ text }) => text).join('\n')).toContain(`(Session ${id} has ended ${how}`);
  expect((await call('shell', { command: 'echo other' })).structuredContent.notices).toEqual([]);
});

it.each([
  ['read', { path: 5 }],
  ['process', { action: 'list', more: true }],
])('it is told with a result about wrong arguments too: %s %j', async (name, wrong) => {
  const id = idOf(await background('until [ -e go ]; do sleep 0.05; done; exit 5'));
  writeFileSync(join(home, 'go'), '');
  let result = await call(name, wrong);
  while (result.structuredContent.notices.length === 0) result = await call(name, wrong);
  expect(result.structuredContent).toMatchObject({
    details: { failure: 'invalid_input' },
    notices: [expect.stringContaining(`Session ${id} has ended with exit code 5`)],
  });
});

it.each([
  ['wait', (id: string) => ({ action: 'wait', sessionId: id, timeout: 20 })],
  ['list', () => ({ action: 'list' })],
])('is not told again after process %s', async (_, input) => {
  const id = idOf(await background('exit 3'));
  const other = idOf(await background('sleep 0.2; exit 4'));
  await call('process', { action: 'wait', sessionId: other, timeout: 20 });
  expect((await call('process', { action: 'wait', sessionId: id, timeout: 20 })).content).not.toEqual([]);
  await call('process', input(id));
  expect((await call('shell', { command: 'true' })).structuredContent.notices).toEqual([]);
});
