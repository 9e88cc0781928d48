import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** The name of a file that would read as further lines of whatever names it. */
const name = 'a\nAll is well.\n\u001b[31mb.txt';
const shown = JSON.stringify(name);

/** The messages and notices of a call, or the message of its error. */
async function said(method: string, params: object, config: readonly string[]): Promise<readonly string[]> {
  const home = tempFolder();
  const cwd = join(home, 'ws');
  mkdirSync(join(cwd, 'folder\n'), { recursive: true });
  writeFileSync(join(cwd, name), 'one\n');
  writeFileSync(join(cwd, 'empty\n'), '');
  symlinkSync(`${home}/elsewhere\n`, join(cwd, 'out\n'));
  const client = closedAfterTest(new RpcClient({ home, cwd, args: config }));
  const { result, error } = await client.request(method, params);
  const { message, notices }: Record<string, unknown> = result ?? { ...error };
  return [String(message), ...(Array.isArray(notices) ? notices.map(String) : [])];
}

describe('a name with line ends stays on the line of its message', () => {
  it.each<[string, object, string]>([
    ['read', { path: name }, `Read line 1 of 1 of ${shown} (end of file).`],
    ['read', { path: 'empty\n' }, '"empty\\n" is empty.'],
    ['read', { path: name, offset: 9 }, `Read no lines of ${shown}: offset 9 is past its end of 1 line.`],
    ['read', { path: `${name.slice(0, -1)}d` }, `did you mean ${shown}?`],
    ['read', { path: 'folder\n' }, 'Cannot read "folder\\n": it is a folder'],
    ['read', { path: '/out\n' }, 'Cannot read "/out\\n": no such file'],
    ['read_media', { path: name }, `Cannot read media ${shown}: `],
    ['write', { path: name, content: 'x' }, `Wrote 1 byte to ${shown}.`],
    ['write', { path: 'new\n', content: 'x' }, 'Created "new\\n" with 1 byte.'],
    ['edit', { path: name, old: 'one', new: 'two' }, `Made 1 replacement in ${shown}.`],
    ['edit', { path: name, old: 'absent', new: 'two' }, `Cannot edit ${shown}: `],
    ['glob', { pattern: '*', path: 'none\n' }, 'Cannot glob "none\\n": no such file'],
    ['glob', { pattern: 'none\n' }, '; "**/none\\n" looks in all folders below.'],
    ['shell', { command: 'true', cwd: 'none\n' }, 'Cannot run in "'],
  ])('%s %j', async (method, params, expected) => {
    const lines = await said(method, params, ['--yolo']);
    expect(lines.join(' ')).toContain(expected);
    for (const line of lines) expect(line.split('\n', 1)).toEqual([line]);
  });

  it.each<[string, object, string]>([
    ['write', { path: name, content: 'x' }, `No rule allows writing "`],
    ['read', { path: 'out\n' }, 'Cannot read "out\\n": '],
    ['shell', { command: "echo x > 'a\nb'" }, '"a\\nb"'],
  ])('%s %j, asked about', async (method, params, expected) => {
    const lines = await said(method, params, []);
    expect(lines.join(' ')).toContain(expected);
    for (const line of lines) expect(line.split('\n', 1)).toEqual([line]);
  });

  it.each<[string, object, string]>([
    ['read', { path: 'empty', 'a\nb': 1 }, '"a\\nb" is not a known field'],
    ['read', { path: 'empty', limit: 'a\nb' }, 'must be a number, not "a\\nb"'],
    ['glob', { pattern: '*', sort: 'a\nb' }, 'must be "path" or "modified", not "a\\nb"'],
    ['shell', { command: 'true', host: 'a\nb' }, '"host" is "a\\nb", '],
    ['shell', { command: 'true', env: { 'a\nb': 'x' } }, '"env.a\\nb" is not a variable name'],
    ['process', { action: 'poll', sessionId: 'a\nb' }, 'Cannot find session "a\\nb": '],
    ['process', { action: 'kill', sessionId: 'x', signal: 'a\nb' }, '"signal" is "a\\nb", '],
    ['process', { action: 'wait', sessionId: 'x', pattern: '(a\nb' }, '`(a\\nb`'],
    ['tools/call', { name: 'a\nb' }, '"a\\nb" is not a tool'],
    ['policy/check', { command: 'ls', rules: [{ tool: 'shell', allow: 'ls', match: ['a\nb'] }] }, '"a\\nb"'],
  ])('%s %j, refused', async (method, params, expected) => {
    const lines = await said(method, params, ['--yolo']);
    expect(lines.join(' ')).toContain(expected);
    for (const line of lines) expect(line.split('\n', 1)).toEqual([line]);
  });

  it('an answer of which the line has no room for more than a part', async () => {
    const client = closedAfterTest(new RpcClient({}));
    await client.request('initialize', { capabilities: { maxLineBytes: 1024 } });
    const { result } = await client.request('read', { path: 'p/'.repeat(600) });
    expect(result?.message).toMatch(/^Cannot read "p.* \[… \d+ characters left out …\] .*existing file$/);
  });
});
