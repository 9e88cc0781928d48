import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let client: RpcClient;
let sessionId: string;
let listed: Readonly<Record<string, Readonly<Record<string, Bounds>>>>;

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, Bounds>> };
}

beforeAll(async () => {
  const home = tempFolder();
  writeFileSync(join(home, 'a'), 'a\n');
  client = new RpcClient({ home, cwd: home, args: ['--yolo'] });
  const { result } = await client.request('shell', { command: 'true', background: true });
  sessionId = String(result?.details?.sessionId);
  await client.request('process', { action: 'wait', sessionId });
  const tools = (await client.request('tools/list')).result?.tools as readonly Listed[];
  listed = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema.properties]));
});
afterAll(() => client.close());

const command = { command: 'true' };
const started = { ...command, yieldMs: 120_000 };
const of = (action: string) => ({ action, sessionId: '' });

/** Lowest and highest value of each number. */
const rows: readonly (readonly [tool: string, input: object, field: string, low: number, high: number])[] = [
  ['shell', command, 'timeout', 1, 300],
  ['shell', started, 'timeout', 0, 86_400],
  ['shell', command, 'yieldMs', 10, 120_000],
  ['shell', command, 'idleTimeout', 0.1, 86_400],
  ['shell', { ...command, pty: true }, 'cols', 1, 1000],
  ['shell', { ...command, pty: true }, 'rows', 1, 1000],
  ['process', of('poll'), 'waitMs', 0, 30_000],
  ['process', of('poll'), 'maxBytes', 1, 1_048_576],
  ['process', of('log'), 'limit', 1, 10_000],
  ['read', { path: 'a' }, 'limit', 1, 1000],
  ['read_media', { path: 'a' }, 'maxBytes', 1, 1_073_741_824],
  ['glob', { pattern: '*' }, 'limit', 1, 1000],
  ['grep', { pattern: 'a' }, 'limit', 0, Number.MAX_SAFE_INTEGER],
  ['grep', { pattern: 'a' }, 'offset', 0, Number.MAX_SAFE_INTEGER],
  ['grep', { pattern: 'a' }, 'before', 0, 1000],
  ['grep', { pattern: 'a' }, 'after', 0, 1000],
  ['grep', { pattern: 'a' }, 'context', 0, 1000],
  ['grep', { pattern: 'a' }, 'timeout', 1, 300],
];

describe.each(rows)('%s %j', (tool, input, field, low, high) => {
  const call = (value: number) =>
    client.request(tool, { ...input, ...('sessionId' in input ? { sessionId } : {}), [field]: value });

  it(`takes ${field} from ${low} to ${high}`, async () => {
    for (const value of [low, high]) expect((await call(value)).error).toBeUndefined();
  });

  it(`refuses ${field} beside that, without clamping it, and its schema says no other number`, async () => {
    for (const value of [low < 1 && low > 0 ? low / 2 : low - 1, high + 1]) {
      const { error } = await call(value);
      expect(error).toMatchObject({ code: -32602, data: { field } });
      expect(error?.message).toContain(`"${field}" is ${value}, must be at `);
    }
    const { minimum = low, maximum = high } = listed[tool]?.[field] ?? {};
    expect(minimum).toBeLessThanOrEqual(low);
    expect(maximum).toBeGreaterThanOrEqual(high);
  });
});

it('has a row for every number whose bound the schemas say', () => {
  const bounded = Object.entries(listed).flatMap(([tool, fields]) =>
    Object.entries(fields).flatMap(([field, { minimum, maximum }]) =>
      minimum === undefined && maximum === undefined ? [] : [`${tool} ${field}`],
    ),
  );
  const known = new Set(rows.map(([tool, , field]) => `${tool} ${field}`));
  // Of a terminal that is there, and of a wait that may last: test/tools/process.test.ts.
  const elsewhere = ['process cols', 'process rows', 'process timeout'];
  expect(bounded.filter((one) => !known.has(one))).toEqual(elsewhere);
});
