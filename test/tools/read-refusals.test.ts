import { execFileSync } from 'node:child_process';
import { chmod, open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read } from '../../src/tools/read/tool.ts';
import {
  callTool,
  type FileWorkspace,
  failureOf,
  makeWorkspace,
  planCall,
  textOf,
  withoutRights,
} from '../helpers/file-workspace.ts';
import { heldIn } from '../helpers/held-files.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({
    'three.txt': 'line 1\nline 2\nline 3\n',
    'src/app.ts': 'export const a = 1;\n',
    'link.txt': '-> three.txt',
    'out.txt': '-> ../outside.txt',
    'loop-a': '-> loop-b',
    'loop-b': '-> loop-a',
    dangling: '-> nowhere.txt',
    'to-dangling': '-> dangling',
    'src/gone': '-> none/at/all',
    'folder/inner.txt': 'inner\n',
    'folder-link': '-> folder',
    'latin.txt': latin('ok\ncaf\xe9\nmore\n'),
    'nul-late.txt': Buffer.concat([Buffer.from('a\n'.repeat(6000)), Buffer.from('x\0y\n')]),
    'nul.bin': 'a\0b',
    'utf16.txt': Buffer.from('\ufeffhello\n', 'utf16le'),
    'utf16-bare.txt': Buffer.from('hello there, wide world\n', 'utf16le'),
    'picture.png': latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01'),
    'picture.txt': latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01'),
    'doc.pdf': '%PDF-1.4\n1 0 obj\n',
    program: latin('\x7fELF\x02\x01\x01\0\0\0\0\0'),
    'pack.gz': latin('\x1f\x8b\x08\0\0\0\0\0'),
    'film.mp4': latin('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'),
    'at 2.40\u202fPM.txt': 'x',
    'cafe\u0301.txt': 'x',
    'it\u2019s.txt': 'x',
    '../outside.txt': 'outside\n',
    '../home/mine.txt': 'home\n',
    '../home/gone': '-> nothing',
    '../ws-evil/x.txt': 'evil\n',
  });
});

afterAll(() => ws.remove());

describe('refusals', () => {
  it.each([
    ['missing.txt', 'Cannot read "missing.txt": no such file, expected an existing file'],
    ['tree.txt', 'did you mean "three.txt"?'],
    ['x": it is a folder, y', 'no such file'],
    ['src/ap.ts', 'did you mean "src/app.ts"?'],
    [
      'scr/app.ts',
      'no such file, nor the folder "scr", expected an existing file; did you mean "src/app.ts"?',
    ],
    ['scr/none.ts', 'expected an existing file; did you mean the folder "src"?'],
    ['none/at/all.txt', 'no such file, nor the folder "none", expected an existing file'],
    ['folder-link/iner.txt', 'did you mean "folder-link/inner.txt"?'],
    ['folder-link/no/inner.txt', 'no such file, nor the folder "folder-link/no", expected'],
    ['at 2.40 PM.txt', 'did you mean "at 2.40\u202fPM.txt"? It is written with U+202F'],
    ['caf\u00e9.txt', 'did you mean "cafe\u0301.txt"? It is written with U+0301'],
    ["it's.txt", 'did you mean "it\u2019s.txt"? It is written with U+2019'],
    ['it\u2019z.txt', 'did you mean "it\u2019s.txt"?'],
    ['cafe\\314\\201.txt', 'no such file, expected an existing file; did you mean "cafe\u0301.txt"?'],
    ['"it\\342\\200\\231s.txt"', 'no such file, expected an existing file; did you mean "it\u2019s.txt"?'],
    ['it\\342\\200s.txt', 'no such file, expected an existing file'],
    [
      'a/src/app.ts',
      'no such file, nor the folder "a", expected an existing file; did you mean "src/app.ts"?',
    ],
    ['b/src/app.ts', 'did you mean "src/app.ts"?'],
    ['/src/app.ts', 'did you mean "src/app.ts"?'],
    ['src\\app.ts', 'did you mean "src/app.ts"?'],
    ['a/../../outside.txt', 'give an absolute path'],
    ['dangling', 'no such file, as the symbolic link "dangling" leads to "nowhere.txt", which is not there'],
    ['to-dangling', 'as the symbolic link "to-dangling" leads to "nowhere.txt", which is not there'],
    ['~/gone', 'no such file, as the symbolic link "'],
    ['src/gone/x.ts', 'as the symbolic link "src/gone" leads to "src/none/at/all", which is not there'],
    ['src', 'it is a folder, expected a regular file; glob lists folders'],
    ['/', 'it is a folder, expected a regular file; shell lists folders'],
    ['three.txt/', 'it is a file, and the path names a folder'],
    ['src/app.ts//', 'it is a file, and the path names a folder'],
    ['link.txt/.', 'it is a file, and the path names a folder'],
    ['three.txt/x', 'a part of the path is not a folder'],
    ['../outside.txt', 'give an absolute path'],
    ['../ws-evil/x.txt', 'give an absolute path'],
    ['out.txt', 'give an absolute path'],
    ['loop-a', 'loop of symbolic links'],
    ['a\0b', 'NUL byte'],
    ['x'.repeat(300), 'too long'],
    ['nul.bin', 'it is binary data, expected UTF-8 text; use shell to look into it'],
    ['nul-late.txt', 'line 6001 holds a NUL byte'],
    ['latin.txt', 'line 2 holds bytes that are not UTF-8'],
    ['utf16.txt', 'it is UTF-16 text, expected UTF-8 text; convert it with shell and iconv'],
    ['utf16-bare.txt', 'it is UTF-16 text'],
    ['picture.png', 'it is an image (PNG), expected a text file; use read_media'],
    ['picture.txt', 'use read_media'],
    ['film.mp4', 'it is a video (MP4)'],
    ['doc.pdf', 'it is a PDF document'],
    ['program', 'it is an ELF program'],
    ['pack.gz', 'it is a gzip archive'],
    ['/dev/null', 'it is a device'],
    ['/dev/zero', 'it is a device'],
  ])('%s', async (path, message) => {
    const offset = path === 'nul-late.txt' ? { offset: -3 } : {};
    const failure = await failureOf(read, { path, ...offset }, ws.context);
    expect(failure).toContain(message);
    expect(failure).toMatch(/^Cannot read ".*": .*, expected .*[^.]$/s);
  });

  it.each([
    [{}, '"path" is missing'],
    [{ path: '' }, '"path" must not be empty'],
    [{ path: 'x', offset: 0 }, '"offset" is 0, must be 1 or more, or negative'],
    [{ path: 'x', offset: 1.5 }, '"offset" is 1.5, must be a whole number'],
    [{ path: 'x', offset: 2 ** 53 }, '"offset" is 9007199254740992, must be at most 9007199254740991'],
    [{ path: 'x', offset: -(2 ** 53) }, '"offset" is -9007199254740992, must be at least -9007199254740991'],
    [{ path: 'x', limit: 0 }, '"limit" is 0, must be at least 1'],
    [{ path: 'x', limit: 1001 }, '"limit" is 1001, must be at most 1000'],
    [{ path: 'x', ofset: 1 }, 'did you mean "offset"?'],
  ])('%j is invalid', async (input, message) => {
    expect(await failureOf(read, input, ws.context)).toContain(message);
  });

  it('refuses pipes and sockets without waiting for them', async () => {
    execFileSync('mkfifo', [ws.at('pipe')]);
    const server = createServer().listen(ws.at('socket'));
    await new Promise((done) => server.once('listening', done));
    expect(await failureOf(read, { path: 'pipe' }, ws.context)).toContain('it is a named pipe');
    expect(await failureOf(read, { path: 'socket' }, ws.context)).toContain('it is a socket');
    server.close();
  });

  it('refuses the hole of a sparse file without reading through it', async () => {
    const file = await open(ws.at('sparse.txt'), 'w');
    await file.write('text\n'.repeat(2000));
    await file.truncate(4_000_000_000_000);
    await file.close();
    const failure = await failureOf(read, { path: 'sparse.txt', offset: 1999 }, ws.context);
    expect(failure).toContain('line 2001 holds a NUL byte');
  });

  it('names missing permission', async () => {
    await ws.fill({ 'secret.txt': 'x\n', 'closed/x.txt': 'x\n' });
    await chmod(ws.base, 0o755);
    await chmod(ws.at('secret.txt'), 0);
    await chmod(ws.at('closed'), 0);
    const failures = await withoutRights(async () => [
      await failureOf(read, { path: 'secret.txt' }, ws.context),
      await failureOf(read, { path: 'closed/x.txt' }, ws.context),
    ]);
    await chmod(ws.at('closed'), 0o755);
    expect(failures[0]).toContain('permission denied');
    expect(failures[1]).toContain('a folder on the way may not be searched');
  });
});

describe('paths and effects', () => {
  it.each([
    ['three.txt', 'three.txt'],
    ['link.txt', 'three.txt'],
    ['folder-link/inner.txt', 'folder/inner.txt'],
    ['dangling', 'nowhere.txt'],
    ['no/such/folder', 'no/such/folder'],
  ])('%s is judged as %s', async (given, real) => {
    const plan = await planCall(read, { path: given }, ws.context);
    expect(plan.effects).toEqual([{ kind: 'read', path: ws.at(real), given }]);
    expect(plan.title).toBe(`read ${given}`);
  });

  it('reads outside by absolute path and through the home folder', async () => {
    const outside = `${ws.base}/outside.txt`;
    expect(textOf(await callTool(read, { path: outside }, ws.context))).toBe('     1\toutside');
    expect(textOf(await callTool(read, { path: '~/mine.txt' }, ws.context))).toBe('     1\thome');
    const through = await planCall(read, { path: ws.at('out.txt') }, ws.context);
    expect(through.effects).toMatchObject([{ path: outside }]);
  });

  it('reads what was judged, not what took its place', async () => {
    await ws.fill({ 'swap.txt': 'mine\n', 'swapped/x.txt': 'mine\n' });
    const file = await planCall(read, { path: 'swap.txt' }, ws.context);
    const below = await planCall(read, { path: 'swapped/x.txt' }, ws.context);
    execFileSync('ln', ['-sf', `${ws.base}/outside.txt`, ws.at('swap.txt')]);
    execFileSync('mv', [ws.at('swapped'), ws.at('moved')]);
    await ws.fill({ '../other/x.txt': 'outside\n', swapped: '-> ../other' });
    const { signal } = new AbortController();
    const sink = { output() {}, progress() {} };
    await expect(file.execute(signal, sink, {})).rejects.toThrow('became a symbolic link meanwhile');
    await expect(below.execute(signal, sink, {})).rejects.toThrow('its path changed meanwhile');
    if (process.platform === 'linux') expect(heldIn(ws.base)).toEqual([]);
  });
});
