import { spawnSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInside } from '../../../src/core/paths/containment.ts';
import { resolvePath, resolveRealPath } from '../../../src/platform/files/resolve-path.ts';
import { type FileWorkspace, makeWorkspace } from '../../helpers/file-workspace.ts';

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({
    'a.txt': 'a',
    'sub/b.txt': 'b',
    'to-sub': '-> sub',
    'to-out': '-> ../out',
    'to-etc': '-> /etc',
    'to-new': '-> ../out/new.txt',
    'chain-1': '-> chain-2',
    'chain-2': '-> to-new',
    'loop-1': '-> loop-2',
    'loop-2': '-> loop-1',
    '../out/c.txt': 'c',
    '../ws-evil/d.txt': 'd',
    '../home/': '',
  });
});

afterAll(() => ws.remove());

describe('resolvePath', () => {
  it.each([
    ['a.txt', 'ws/a.txt', true],
    ['./sub//b.txt', 'ws/sub/b.txt', true],
    ['sub/../a.txt', 'ws/a.txt', true],
    ['../ws/a.txt', 'ws/a.txt', true],
    ['to-sub/b.txt', 'ws/sub/b.txt', true],
    ['to-sub/new/deep.txt', 'ws/sub/new/deep.txt', true],
    ['new/', 'ws/new', true],
    ['.', 'ws', true],
    ['ROOT/a.txt', 'ws/a.txt', true],
    ['ROOT/to-out/c.txt', 'out/c.txt', false],
    ['ROOT/to-new', 'out/new.txt', false],
    ['ROOT/chain-1', 'out/new.txt', false],
    ['ROOT/../ws-evil/d.txt', 'ws-evil/d.txt', false],
    ['~', 'home', false],
    ['~/x', 'home/x', false],
    ['a.txt/x', 'ws/a.txt/x', true],
    ['n1/n2/n3/n4/n5/n6'.repeat(20), `ws/${'n1/n2/n3/n4/n5/n6'.repeat(20)}`, true],
  ])('%s', async (given, real, inside) => {
    const named = given.replace('ROOT', ws.root);
    const resolved = await resolvePath(named, ws.context.workspace, 'read');
    expect(resolved).toEqual({ path: join(ws.base, real), given: named, inside });
  });

  it.each([
    ['..', 'give an absolute path'],
    ['../out/c.txt', 'give an absolute path'],
    ['../ws-evil/d.txt', 'give an absolute path'],
    ['to-out/c.txt', 'give an absolute path'],
    ['to-etc/passwd', 'it leads outside the workspace to "/etc/passwd"'],
    ['chain-1', 'give an absolute path'],
    ['loop-1', 'loop of symbolic links'],
    ['loop-1/x', 'loop of symbolic links'],
    ['', 'the path is empty'],
    ['a\0b', 'NUL byte'],
    ['n'.repeat(300), 'a name in it is too long, expected a shorter name'],
    ['~user/x/../../../..', 'give an absolute path'],
  ])('refuses %j', async (given, message) => {
    await expect(resolvePath(given, ws.context.workspace, 'edit')).rejects.toThrow(message);
    await expect(resolvePath(given, ws.context.workspace, 'edit')).rejects.toThrow(/^Cannot edit "/);
  });

  it('says that too many files are open, and what helps', () => {
    const module = join(import.meta.dirname, '../../../src/platform/files/resolve-path.ts');
    const program = `
      import { openSync, writeSync } from 'node:fs';
      import { resolvePath } from ${JSON.stringify(module)};
      const workspace = { cwd: '/', roots: ['/'], home: '/' };
      try {
        for (;;) openSync('/dev/null');
      } catch {}
      const failure = await resolvePath('usr', workspace, 'edit').then(() => null, (error) => error.message);
      writeSync(1, String(failure));
      process.exit();`;
    const bun = join(import.meta.dirname, '../../../node_modules/.bin/bun');
    const limited = ['-c', 'ulimit -n 256; exec "$@"', 'sh', bun, '--eval', program];
    expect(spawnSync('sh', limited, { encoding: 'utf8', timeout: 40_000 }).stdout).toBe(
      'Cannot edit "usr": too many files are open, expected a free descriptor, or a higher limit (ulimit -n)',
    );
  });

  it('counts further roots as inside', async () => {
    const workspace = { ...ws.context.workspace, roots: [ws.root, join(ws.base, 'out')] };
    expect(await resolvePath('to-out/c.txt', workspace, 'read')).toMatchObject({ inside: true });
    expect(await resolvePath('../out/c.txt', workspace, 'read')).toMatchObject({ inside: true });
    await expect(resolvePath('../ws-evil/d.txt', workspace, 'read')).rejects.toThrow('absolute');
  });

  it('never takes a relative path out of the workspace', async () => {
    const segment = fc.constantFrom(
      '..',
      '.',
      'sub',
      'to-sub',
      'to-out',
      'to-etc',
      'to-new',
      'chain-1',
      'x',
      '',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 6 }), async (segments) => {
        const given = segments.join('/') || '.';
        if (given.startsWith('/')) return;
        const resolved = await resolvePath(given, ws.context.workspace, 'read').catch(() => null);
        if (resolved !== null) expect(isInside(resolved.path, ws.root)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('resolveRealPath', () => {
  it('follows a link before the dots behind it in what another link says', async () => {
    await ws.fill({
      '../out/deep/er/': '',
      'to-deep': '-> ../out/deep/er',
      'to-beside': '-> to-deep/../new.txt',
    });
    expect(resolveRealPath(ws.at('to-beside'))).toBe(join(ws.base, 'out/deep/new.txt'));
    await expect(resolvePath('to-beside', ws.context.workspace, 'read')).rejects.toThrow('leads outside');
  });

  it('follows at most 40 links, however they branch', async () => {
    const names = Array.from({ length: 41 }, (_, index) => `branch-${index}`);
    const links = names.map((name, index) => [
      name,
      `-> branch-${index + 1}/../branch-${index + 1}/../missing`,
    ]);
    await ws.fill(Object.fromEntries(links));
    expect(() => resolveRealPath(ws.at('branch-0'))).toThrow('ELOOP');
  });

  it('is idempotent and follows dangling links to their end', () => {
    const real = resolveRealPath(ws.at('chain-1'));
    expect(real).toBe(join(ws.base, 'out/new.txt'));
    expect(resolveRealPath(real)).toBe(real);
  });

  it('gives up on a long chain of dangling links', async () => {
    for (let i = 0; i < 60; i += 1) await symlink(`hop-${i + 1}`, ws.at(`hop-${i}`));
    expect(() => resolveRealPath(ws.at('hop-0'))).toThrow(expect.objectContaining({ code: 'ELOOP' }));
  });

  it('resolves the root', () => {
    expect(resolveRealPath('/')).toBe('/');
  });
});
