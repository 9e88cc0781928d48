import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandHome, isInside, isInsideAny, shownPath } from '../../../src/core/paths/containment.ts';
import { compileNameGlob } from '../../../src/core/paths/name-glob.ts';
import { nativeWindowsPath, windowsPathProblem } from '../../../src/core/paths/windows-path.ts';
import { oneLinePath } from '../../../src/core/text/one-line.ts';

describe('isInside', () => {
  it.each([
    ['/ws', '/ws', true],
    ['/ws/a', '/ws', true],
    ['/ws/a/b', '/ws', true],
    ['/ws-evil', '/ws', false],
    ['/ws-evil/a', '/ws', false],
    ['/', '/ws', false],
    ['/w', '/ws', false],
    ['/ws/..a', '/ws', true],
    ['/ws/...', '/ws', true],
    ['/etc/passwd', '/', true],
    ['/WS/a', '/ws', false],
    ['/ws/', '/ws', true],
    ['/ws', '/ws/', true],
    ['/ws/a', '/ws/', true],
    ['/ws/../etc', '/ws', false],
    ['/ws/./a', '/ws', true],
    ['/ws//a', '/ws', true],
    ['/.ws/a', '/.ws', true],
    ['/ws/a', '/ws/.', true],
    ['/etc', '/ws/..', true],
  ])('%s in %s: %s', (path, root, inside) => {
    expect(isInside(path, root)).toBe(inside);
  });

  it('agrees with the segments of both paths', () => {
    const segment = fc.constantFrom('a', 'b', 'ab', '..b', 'a b', '日');
    const segments = fc.array(segment, { maxLength: 4 });
    fc.assert(
      fc.property(segments, segments, (path, root) => {
        const expected = root.every((name, index) => path[index] === name);
        expect(isInside(`/${path.join('/')}`, `/${root.join('/')}`)).toBe(expected);
      }),
    );
  });

  it('takes any of several roots', () => {
    expect(isInsideAny('/b/c', ['/a', '/b'])).toBe(true);
    expect(isInsideAny('/c', ['/a', '/b'])).toBe(false);
    expect(isInsideAny('/c', [])).toBe(false);
  });
});

describe('shownPath and oneLinePath', () => {
  it.each([
    ['/ws/a/b', '/ws', 'a/b'],
    ['/ws', '/ws', '.'],
    ['/other', '/ws', '/other'],
    ['/ws-evil/a', '/ws', '/ws-evil/a'],
  ])('%s seen from %s is %s', (path, cwd, shown) => {
    expect(shownPath(path, cwd)).toBe(shown);
  });

  it.each([
    ['a b', 'a b'],
    ['日本', '日本'],
    ['a\nb', '"a\\nb"'],
    ['a\u001b[31m', '"a\\u001b[31m"'],
    ['a\u009b31m\u007f', '"a\\u009b31m\\u007f"'],
    ['a\u2028b', '"a\\u2028b"'],
    ['sj.\u202egpj', '"sj.\\u202egpj"'],
    ['👩\u200d💻', '👩\u200d💻'],
  ])('%j is listed as %s', (path, shown) => {
    expect(oneLinePath(path)).toBe(shown);
  });
});

describe('Windows paths', () => {
  it.each([
    ['/c/Users/x', 'C:\\Users\\x'],
    ['/c', 'C:\\'],
    ['/cygdrive/d/x y', 'D:\\x y'],
    ['//server/share/f', '\\\\server\\share\\f'],
    ['src/a.ts', 'src\\a.ts'],
    ['C:/x', 'C:\\x'],
    ['/code/x', '\\code\\x'],
  ])('%s is %s', (path, native) => {
    expect(nativeWindowsPath(path)).toBe(native);
  });

  it.each([
    ['C:\\x\\a.ts', null],
    ['src\\..\\a.ts', null],
    ['\\\\server\\share\\f', null],
    ['console.ts', null],
    ['.\\x\\.\\falcon', null],
    ['C:\\x\\\\.\\y', null],
    ['nul .txt', "device's name"],
    ['nul.a\nb', "device's name"],
    ['C:x', 'drive'],
    ['C:', 'drive'],
    ['\\\\.\\PhysicalDrive0', 'device path'],
    ['\\\\?\\C:\\x', 'device path'],
    ['\\??\\C:\\x', 'device path'],
    ['a.txt:hidden', 'stream'],
    ['C:\\.env::$DATA', 'stream'],
    ['a\\nul', "device's name"],
    ['CON.txt', "device's name"],
    ['lpt1', "device's name"],
    ['secret.', 'drops'],
    ['.env ', 'drops'],
    ['a<b', 'holds "<"'],
    ['src\\*.ts', 'holds "*"'],
    ['a\tb', 'holds "\\t"'],
  ])('%s: %s', (path, problem) => {
    if (problem === null) expect(windowsPathProblem(path)).toBeNull();
    else expect(windowsPathProblem(path)).toContain(problem);
  });
});

describe('compileNameGlob', () => {
  it.each([
    ['*.secret', '/ws/a/b.SECRET', true],
    ['*.secret', '/ws/a.secret/b', false],
    ['conf/*.yml', '/ws/x/conf/a.yml', true],
    ['conf/*.yml', '/ws/conf/a/b.yml', false],
    ['conf/**', '/ws/conf/a/b.yml', true],
    ['**/vault/*', '/vault/x', true],
    ['/ws/top', '/ws/top', true],
    ['/ws/top', '/a/ws/top', false],
    ['{a,b}.txt', '/ws/b.txt', true],
    ['[ab]?.txt', '/ws/bx.txt', true],
    ['[!ab].txt', '/ws/a.txt', false],
    ['a[.txt', '/ws/a[.txt', true],
    ['[z-a].txt', '/ws/[z-a].txt', false],
    ['private**', '/ws/private-1/a/b', true],
    ['a**b', '/ws/ax/y/zb', true],
    ['a**b', '/ws/ax/y/zc', false],
    ['\\*.txt', '/ws/a.txt', false],
    [`${'a**'.repeat(10)}{`, `/ws/${'a**'.repeat(10)}{`, true],
    ['a{.txt', '/ws/a{.txt', true],
    ['CONF/*.YML', '/ws/conf/a.yml', true],
    ['a**b**c', '/ws/ax/yb/zc', true],
    ['{a,b}*'.repeat(11), `/ws/${'{A,b}*'.repeat(11)}`, true],
    ['{a,b}*'.repeat(11), `/ws/${'{a,b}x'.repeat(11)}`, false],
    ['{a,b}?'.repeat(11), `/ws/${'{a,b}x'.repeat(11)}`, false],
    ['{a,b}[x]'.repeat(11), `/ws/${'{a,b}x'.repeat(11)}`, false],
    ['a.b', '/ws/axb', false],
    ['/*', '/ws/a', false],
    ['a/**/b', '/ws/a/b', true],
    ['/ws/**b', '/ws/a/xb', true],
    ['x(1)+$.txt', '/ws/x(1)+$.txt', true],
  ])('%s takes %s: %s', (glob, path, taken) => {
    expect(compileNameGlob(glob)(path)).toBe(taken);
  });

  it.each([
    ['\\**', '/ws/*a', true],
    ['\\**', '/ws/*a/b', false],
    ['\\***', '/ws/*a/b', false],
    ['\\***x', '/ws/*a/bx', true],
    ['\\**x', '/ws/*a/bx', false],
    ['\\**x', '/ws/*ax', true],
    ['{x**,b}', '/ws/x1/y', true],
    ['{**,b}x', '/ws/a/x', true],
  ])('%s with stars within a name takes %s: %s', (glob, path, taken) => {
    expect(compileNameGlob(glob)(path)).toBe(taken);
  });

  it('takes linear time for a run of stars', () => {
    const before = process.cpuUsage();
    expect(compileNameGlob(`a/${'*'.repeat(50_000)}`)('/ws/a/b')).toBe(true);
    expect(compileNameGlob(`a/${'*'.repeat(50_000)}b`)('/ws/a/c/b')).toBe(true);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(20_000);
  });
});

describe('expandHome', () => {
  it.each([
    ['~', '/h'],
    ['~/x', '/h/x'],
    ['~x', '~x'],
    ['a/~', 'a/~'],
  ])('%s is %s', (path, expanded) => {
    expect(expandHome(path, '/h')).toBe(expanded);
  });
});
