import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findFolders } from '../../../src/platform/machine/folders.ts';
import { isTrusted, listTrusted, setTrusted } from '../../../src/platform/store/trust-store.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

let home: string;
let store: string;
const folders = () => findFolders({ HOME: home });
beforeEach(() => {
  home = tempFolder();
  mkdirSync(folders().state, { recursive: true });
  store = join(folders().state, 'trust.json');
});

describe('the store of what is trusted', () => {
  it('keeps one entry a path, and all that come at once', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => `/project-${index}`);
    await Promise.all(paths.map((path) => setTrusted(folders(), path, 'ab')));
    await setTrusted(folders(), '/project-3', 'cd');
    await setTrusted(folders(), '/project-4', null);
    const rows = await listTrusted(folders());
    expect(rows.map(({ path }) => path).sort()).toEqual(paths.filter((_, index) => index !== 4).sort());
    expect(rows.find(({ path }) => path === '/project-3')?.sha256).toBe('cd');
  });

  it.each(['{broken', '{}', 'null', '"text"', ''])(
    'that holds %j trusts nothing and is not replaced',
    async (text) => {
      writeFileSync(store, text);
      expect(await listTrusted(folders())).toEqual([]);
      expect(await isTrusted(folders(), '/project', '')).toBe(false);
      await expect(setTrusted(folders(), '/project', 'ab')).rejects.toThrow(
        `Cannot read "${store}": it is not what was written`,
      );
      expect(readFileSync(store, 'utf8')).toBe(text);
    },
  );
});
