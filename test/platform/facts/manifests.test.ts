import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkedManifests } from '../../../src/platform/facts/manifests.ts';

describe('manifests that are links', () => {
  let folder: string;
  const put = (path: string, text = '{}') => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const link = (path: string, target: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(folder, target), join(folder, path));
  };
  const root = (workspaces: unknown) => put('package.json', JSON.stringify({ workspaces }));
  const found = () => linkedManifests(folder)?.map((path) => path.slice(folder.length + 1));

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'manifests-')));
    put('credentials', 'key = x');
    put('w/b/package.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each<[string, unknown]>([
    ['a folder', ['w/a']],
    ['a folder with a dot and a slash', ['./w/a/']],
    ['a folder that others are left out of', ['w/b', 'w/a', '!w/a']],
    ['a wildcard', ['w/*']],
    ['a wildcard for the first folder', ['*/a']],
    ['a class', ['w/[ab]']],
    ['folders at any depth', ['**']],
    ['folders at any depth below one', ['w/**']],
    ['folders at any depth above one', ['**/a']],
    ['a choice', ['{w,x}/*']],
    ['a choice with slashes', ['{w/a,x}']],
    ['a list of its own', { packages: ['w/*'] }],
  ])('are found in workspaces by %s', (_, workspaces) => {
    root(workspaces);
    link('w/a/package.json', 'credentials');
    expect(found()).toEqual(['w/a/package.json']);
  });

  it.each(['node_modules/x', 'node_modules/@s/x', 'node_modules/y/node_modules/x', 'w/b/node_modules/x'])(
    'are found in %s',
    (place) => {
      root(['w/*']);
      link(`${place}/package.json`, 'credentials');
      expect(found()).toEqual([`${place}/package.json`]);
    },
  );

  it('are found in the folder itself', () => {
    link('package.json', 'credentials');
    expect(found()).toEqual(['package.json']);
  });

  it('are found in what a link leads to', () => {
    root([]);
    link('node_modules/y', 'elsewhere');
    link('elsewhere/node_modules/x/package.json', 'credentials');
    expect(found()).toEqual(['elsewhere/node_modules/x/package.json']);
  });

  it.each<[string, unknown]>([
    ['no workspaces', undefined],
    ['others', ['x/*', 'w']],
    ['none that is text', [1, null]],
    ['a number', 1],
  ])('are not looked for with %s', (_, workspaces) => {
    root(workspaces);
    link('w/a/package.json', 'credentials');
    expect(found()).toEqual([]);
  });

  it('are none where links lead to manifests, in a circle too', () => {
    root(['w/**']);
    link('node_modules/b', 'w/b');
    link('w/b/node_modules/top', '.');
    link('w/c', 'w');
    expect(found()).toEqual([]);
  });

  it('cannot be told of a manifest that is too long, and are none of one that is malformed', () => {
    put('package.json', `{"workspaces":["w/*"],"x":"${'x'.repeat(70_000)}"}`);
    expect(found()).toBeUndefined();
    put('package.json', '{"workspaces":["w/*"');
    expect(found()).toEqual([]);
  });
});
