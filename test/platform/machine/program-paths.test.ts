import { expect, it } from 'vitest';
import { windowsProgramPaths } from '../../../src/platform/machine/program-paths.ts';

const inFolders = 'C:\\a;;D:\\b';

it.each<[name: string, paths: readonly string[]]>([
  [
    'npm',
    ['C:\\a\\npm.com', 'C:\\a\\npm.exe', 'C:\\a\\npm.bat', 'C:\\a\\npm.cmd'].concat(
      ['com', 'exe', 'bat', 'cmd'].map((ending) => `D:\\b\\npm.${ending}`),
    ),
  ],
  ['./gradlew', ['com', 'exe', 'bat', 'cmd'].map((ending) => `C:\\w\\gradlew.${ending}`)],
  ['..\\x', ['com', 'exe', 'bat', 'cmd'].map((ending) => `C:\\x.${ending}`)],
  ['/d/x/tsc', ['com', 'exe', 'bat', 'cmd'].map((ending) => `D:\\x\\tsc.${ending}`)],
])('%s: every ending, folder by folder', (name, paths) => {
  expect(windowsProgramPaths(name, 'C:\\w', inFolders)).toEqual(paths);
});

it.each([
  ['npm.cmd', 'C:\\a\\npm.cmd'],
  ['python3.12', 'C:\\a\\python3.12'],
  ['D:\\x\\npm.CMD', 'D:\\x\\npm.CMD'],
  ['.bin/tsc.cmd', 'C:\\w\\.bin\\tsc.cmd'],
])('%s: first as it is written', (name, path) => {
  const [first, second] = windowsProgramPaths(name, 'C:\\w', inFolders);
  expect([first, second]).toEqual([path, `${path}.com`]);
});

it.each(['npm.cmd.', 'npm.cmd ', 'npm.cmd::$DATA', 'C:npm', '\\\\?\\C:\\a\\npm.cmd', 'nul', 'a"b'])(
  'nothing for %j, which does not mean what it looks like',
  (name) => {
    expect(windowsProgramPaths(name, 'C:\\w', inFolders)).toEqual([]);
  },
);
