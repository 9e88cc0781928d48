import { execFileSync } from 'node:child_process';
import { chmod, chown, link, lstat, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/platform/files/sha256.ts';
import { requireWorkspaceOf } from '../../src/tools/write/lost-workspace.ts';
import { write } from '../../src/tools/write/tool.ts';
import {
  callTool,
  type FileWorkspace,
  failureOf,
  makeWorkspace,
  planCall,
  withoutRights,
} from '../helpers/file-workspace.ts';

const made: FileWorkspace[] = [];
let ws: FileWorkspace;

beforeEach(async () => {
  ws = await makeWorkspace({
    'old.txt': 'old\n',
    'folder/in.txt': 'in\n',
    'link.txt': '-> old.txt',
    'new-link.txt': '-> folder/made.txt',
    'out-link.txt': '-> ../outside.txt',
    'loop-a': '-> loop-b',
    'loop-b': '-> loop-a',
    '../outside.txt': 'outside\n',
    'binary.bin': Buffer.from([0, 255, 1]),
  });
  made.push(ws);
});

afterAll(async () => {
  for (const each of made) await each.remove();
});

const leftovers = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('.agent-tools-'));

describe('what is written', () => {
  it.each<[string, object, string, string, string]>([
    ['over a file', { path: 'old.txt', content: 'new\n' }, 'old.txt', 'new\n', 'Wrote 4 bytes to "old.txt".'],
    ['a new file', { path: 'n.txt', content: 'new' }, 'n.txt', 'new', 'Created "n.txt" with 3 bytes.'],
    ['an empty file', { path: 'n.txt', content: '' }, 'n.txt', '', 'Created "n.txt" with 0 bytes.'],
    ['one byte', { path: 'n.txt', content: 'x' }, 'n.txt', 'x', 'Created "n.txt" with 1 byte.'],
    ['over it with nothing', { path: 'old.txt', content: '' }, 'old.txt', '', 'Wrote 0 bytes to "old.txt".'],
    ['CRLF as given', { path: 'old.txt', content: 'a\r\nb\n' }, 'old.txt', 'a\r\nb\n', 'Wrote 5 bytes'],
    ['a byte order mark', { path: 'n.txt', content: '\ufeffa' }, 'n.txt', '\ufeffa', '4 bytes'],
    ['CJK and emoji', { path: 'n.txt', content: '日本😀' }, 'n.txt', '日本😀', '10 bytes'],
    ['a NUL', { path: 'n.txt', content: 'a\0b' }, 'n.txt', 'a\0b', '3 bytes'],
    ['patterns', { path: 'n.txt', content: '$& \\1 %s' }, 'n.txt', '$& \\1 %s', '8 bytes'],
    ['with parents', { path: 'a/b/c.txt', content: 'x' }, 'a/b/c.txt', 'x', 'Created "a/b/c.txt"'],
    ['through a symlink', { path: 'link.txt', content: 'x' }, 'old.txt', 'x', 'Wrote 1 byte to "link.txt".'],
    ['through a dangling symlink', { path: 'new-link.txt', content: 'x' }, 'folder/made.txt', 'x', 'Created'],
    ['over binary data', { path: 'binary.bin', content: 'x' }, 'binary.bin', 'x', 'Wrote 1 byte'],
    [
      'at the end',
      { path: 'old.txt', content: 'more\n', mode: 'append' },
      'old.txt',
      'old\nmore\n',
      'Appended 5 bytes',
    ],
    [
      'at the end of none',
      { path: 'n.txt', content: 'x', mode: 'append' },
      'n.txt',
      'x',
      'Created "n.txt" with 1',
    ],
    [
      'nothing at the end',
      { path: 'old.txt', content: '', mode: 'append' },
      'old.txt',
      'old\n',
      'Appended 0 bytes',
    ],
    [
      'with the expected hash',
      { path: 'old.txt', content: 'x', expectedHash: sha256(Buffer.from('old\n')).toUpperCase() },
      'old.txt',
      'x',
      'Wrote',
    ],
  ])('%s', async (_name, input, file, content, message) => {
    const result = await callTool(write, input, ws.context);
    expect(await readFile(ws.at(file), 'utf8')).toBe(content);
    expect(result).toMatchObject({ status: 'completed', isError: false, content: [] });
    const notice = 'Appended in place by one write, not atomically.';
    expect(result.notices).toEqual(message.startsWith('Appended') ? [notice] : []);
    expect(result.message).toContain(message);
    expect(result.details).toMatchObject({
      path: ws.at(file),
      bytes: Buffer.byteLength(content),
      hash: sha256(Buffer.from(content)),
    });
    expect(await leftovers(ws.root)).toEqual([]);
    expect((await lstat(ws.at('link.txt'))).isSymbolicLink()).toBe(true);
  });

  it('writes 8 MB exactly', { tags: ['slow'] }, async () => {
    const content = 'é\n'.repeat(2_800_000);
    await callTool(write, { path: 'big.txt', content }, ws.context);
    expect(await readFile(ws.at('big.txt'), 'utf8')).toBe(content);
  });
});

describe('what is refused', () => {
  it.each<[string, object, string]>([
    ['a folder', { path: 'folder', content: 'x' }, 'it is a folder, expected a regular file'],
    ['a trailing slash', { path: 'n/', content: 'x' }, 'it names a folder'],
    ['a file with a trailing dot', { path: 'old.txt/.', content: 'x' }, 'it names a folder'],
    ['a file as a folder', { path: 'old.txt/x', content: 'x' }, 'a part of the path is not a folder'],
    [
      'a missing folder',
      { path: 'a/b.txt', content: 'x', createParents: false },
      'its folder does not exist',
    ],
    ['below /proc', { path: '/proc/nowhere/x/y.txt', content: 'x' }, 'its folder takes no new files'],
    ['in /proc', { path: '/proc/nowhere', content: 'x' }, 'its folder takes no new files'],
    ['a device', { path: '/dev/null', content: 'x' }, 'it is a device'],
    ['outside by relative path', { path: '../outside.txt', content: 'x' }, 'give an absolute path'],
    ['outside by symlink', { path: 'out-link.txt', content: 'x' }, 'give an absolute path'],
    ['a loop', { path: 'loop-a', content: 'x' }, 'loop of symbolic links'],
    ['a long name', { path: 'x'.repeat(300), content: 'x' }, 'too long'],
    ['another hash', { path: 'old.txt', content: 'x', expectedHash: '0'.repeat(64) }, 'it has changed'],
    ['a hash of nothing', { path: 'n.txt', content: 'x', expectedHash: '0'.repeat(64) }, 'no such file'],
    ['half a pair', { path: 'n.txt', content: '\ud83d' }, '"content" holds half of a surrogate pair'],
    ['an unknown mode', { path: 'n.txt', content: 'x', mode: 'truncate' }, '"mode" must be'],
    ['no content', { path: 'n.txt' }, '"content" is missing'],
    ['a short hash', { path: 'n.txt', content: 'x', expectedHash: 'abc' }, 'must be a SHA-256 in hex'],
  ])('%s', async (_name, input, message) => {
    expect(await failureOf(write, input, ws.context)).toContain(message);
    expect(await readFile(ws.at('old.txt'), 'utf8')).toBe('old\n');
    expect(await readFile(`${ws.base}/outside.txt`, 'utf8')).toBe('outside\n');
    expect(await leftovers(ws.root)).toEqual([]);
  });

  it('pipes, without waiting for a reader', async () => {
    execFileSync('mkfifo', [ws.at('pipe')]);
    expect(await failureOf(write, { path: 'pipe', content: 'x' }, ws.context)).toContain(
      'it is a named pipe',
    );
  });

  it('read-only files and folders', async () => {
    await chmod(ws.base, 0o755);
    await chmod(ws.at('old.txt'), 0o444);
    await writeFile(ws.at('folder/own.txt'), 'own\n');
    await chmod(ws.at('folder/own.txt'), 0o666);
    await chmod(ws.at('folder'), 0o555);
    const failures = await withoutRights(async () => [
      await failureOf(write, { path: 'old.txt', content: 'x' }, ws.context),
      await failureOf(write, { path: 'folder/own.txt', content: 'x' }, ws.context),
      await failureOf(write, { path: 'folder/made/x.txt', content: 'x' }, ws.context),
    ]).finally(() => chmod(ws.at('folder'), 0o755));
    for (const failure of failures) expect(failure).toContain('permission denied');
    expect(await readFile(ws.at('folder/own.txt'), 'utf8')).toBe('own\n');
    expect(await leftovers(ws.at('folder'))).toEqual([]);
  });
});

describe('what is kept', () => {
  it.each([0o600, 0o644, 0o755, 0o4755])('mode %o', async (mode) => {
    await chmod(ws.at('old.txt'), mode);
    await callTool(write, { path: 'old.txt', content: 'x' }, ws.context);
    expect((await stat(ws.at('old.txt'))).mode & 0o7777).toBe(mode);
  });

  it.runIf(process.getuid?.() === 0)('the owner', async () => {
    await chown(ws.at('old.txt'), 1234, 2345);
    await callTool(write, { path: 'old.txt', content: 'x' }, ws.context);
    expect(await stat(ws.at('old.txt'))).toMatchObject({ uid: 1234, gid: 2345 });
  });

  it.runIf(process.getuid?.() === 0)('the owner, where only writing in place keeps it', async () => {
    await chmod(ws.base, 0o755);
    await chmod(ws.root, 0o777);
    await chmod(ws.at('old.txt'), 0o666);
    const result = await withoutRights(() => callTool(write, { path: 'old.txt', content: 'x' }, ws.context));
    const owner = 'its owner or group could not be kept otherwise';
    expect(result.notices).toContain(`Written in place, not atomically: ${owner}.`);
    expect(await stat(ws.at('old.txt'))).toMatchObject({ uid: 0, mode: 0o100_666 });
    expect(await readFile(ws.at('old.txt'), 'utf8')).toBe('x');
    expect(await leftovers(ws.root)).toEqual([]);
  });

  it('hard links, by writing in place, with a notice', async () => {
    await link(ws.at('old.txt'), ws.at('second.txt'));
    const result = await callTool(write, { path: 'old.txt', content: 'shorter' }, ws.context);
    expect(result.notices).toEqual(['Written in place, not atomically: it has 2 hard links.']);
    expect(await readFile(ws.at('second.txt'), 'utf8')).toBe('shorter');
    await callTool(write, { path: 'second.txt', content: 's' }, ws.context);
    expect(await readFile(ws.at('old.txt'), 'utf8')).toBe('s');
  });

  it('a file and a new one, in a folder from which nothing can be removed', async ({ skip }) => {
    await writeFile(ws.at('folder/old.txt'), 'old\n');
    try {
      execFileSync('chattr', ['+a', ws.at('folder')], { stdio: 'ignore' });
    } catch {
      skip('no right to make an append-only folder, or none on this file system');
    }
    try {
      const left =
        /^Its temporary file "\.agent-tools-[-\d]+" stays beside it, as its folder lets none be removed\.$/;
      const made = await callTool(write, { path: 'folder/new.txt', content: 'x' }, ws.context);
      expect(made.notices).toEqual([expect.stringMatching(left)]);
      expect(await readFile(ws.at('folder/new.txt'), 'utf8')).toBe('x');
      const { notices } = await callTool(write, { path: 'folder/old.txt', content: 'y' }, ws.context);
      const folder = 'its folder lets no file take its place';
      const inPlace = `Written in place, not atomically: ${folder}.`;
      expect(notices).toEqual([inPlace, expect.stringMatching(left)]);
      expect(await readFile(ws.at('folder/old.txt'), 'utf8')).toBe('y');
    } finally {
      execFileSync('chattr', ['-a', ws.at('folder')]);
    }
  });

  it('the umask for new files', async () => {
    const mask = process.umask(0o027);
    await callTool(write, { path: 'n.txt', content: 'x' }, ws.context);
    process.umask(mask);
    expect((await stat(ws.at('n.txt'))).mode & 0o777).toBe(0o640);
  });
});

describe('plans', () => {
  const before = sha256(Buffer.from('old\n'));
  const after = sha256(Buffer.from('x'));

  it('name the real path and both hashes, and show the change', async () => {
    const plan = await planCall(write, { path: 'link.txt', content: 'x' }, ws.context);
    expect(plan.effects).toEqual([
      { kind: 'write', path: ws.at('old.txt'), given: 'link.txt', before, after },
    ]);
    expect(plan.display).toMatchObject([
      { type: 'diff', path: 'old.txt', text: expect.stringContaining('-old') },
    ]);
    expect(plan.title).toBe('write link.txt');
    const fresh = await planCall(write, { path: 'n.txt', content: 'x' }, ws.context);
    expect(fresh.effects).toMatchObject([{ before: null, after }]);
    const append = await planCall(write, { path: 'old.txt', content: 'x', mode: 'append' }, ws.context);
    expect(append.effects).toMatchObject([{ before, after: sha256(Buffer.from('old\nx')) }]);
  });

  it('that cannot succeed only read', async () => {
    const plan = await planCall(write, { path: 'folder', content: 'x' }, ws.context);
    expect(plan.effects).toEqual([{ kind: 'read', path: ws.at('folder'), given: 'folder' }]);
    const orphan = { path: 'none/x', content: 'x', createParents: false };
    const [effect] = (await planCall(write, orphan, ws.context)).effects;
    expect(effect).toEqual({ kind: 'read', path: ws.at('none/x'), given: 'none/x' });
    const made = await planCall(write, { ...orphan, path: 'folder/x' }, ws.context);
    expect(made.effects).toMatchObject([{ kind: 'write' }]);
  });

  it('write nothing before they run, nor once they are cancelled', async () => {
    const input = { path: 'a/n.txt', content: 'x' };
    await planCall(write, input, ws.context);
    const cancelled = callTool(write, input, ws.context, AbortSignal.abort());
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect(await readdir(ws.root)).not.toContain('a');
  });
});

describe('a workspace that was removed', () => {
  it.each(['new.txt', 'folder/new.txt'])('is named, and not made anew for %s', async (name) => {
    await rm(ws.root, { recursive: true });
    for (const path of [name, ws.at(name)])
      expect(await failureOf(write, { path, content: 'x' }, ws.context)).toBe(
        `Cannot write "${path}": its workspace "${ws.root}" is gone, expected an existing folder`,
      );
    await expect(stat(ws.root)).rejects.toThrow('ENOENT');
    await callTool(write, { path: `${ws.base}/beside/new.txt`, content: 'x' }, ws.context);
  });

  it('is not taken for one that cannot be examined, which is said with the cause', () => {
    const root = ws.at('loop-a');
    const target = { given: 'new.txt', path: `${root}/new.txt`, inside: true };
    const state = `its workspace "${root}" cannot be examined (it leads through a loop of symbolic links)`;
    expect(() => requireWorkspaceOf(target, { roots: [root] })).toThrow(
      `Cannot write "new.txt": ${state}, expected a path that can be resolved`,
    );
    expect(() => requireWorkspaceOf(target, { roots: [root, ws.base] })).not.toThrow();
  });
});
