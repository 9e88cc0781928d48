import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixedMounts, mountsDescriptors } from '../../../src/platform/sandbox/sandbox-mounts.ts';
import { hasBubblewrap } from '../../helpers/sandbox-levels.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const program = '/usr/bin/bwrap';
const canMount = hasBubblewrap && (await mountsDescriptors(program));
if (!canMount) process.stderr.write('Skipped: mounts of descriptors (bubblewrap is missing or has none)\n');

/** Descriptors for a child, from 3 up. */
class Given {
  readonly all: number[] = [];

  add(descriptor: number): number {
    this.all.push(descriptor);
    return this.all.length + 2;
  }
}

interface Ground {
  readonly ws: string;
  readonly out: string;
  readonly store: string;
  readonly options: readonly string[];
}

/** A workspace with a repository, whose guarded paths are mounted, and a folder outside. */
function ground(): Ground {
  const base = tempFolder();
  const [ws, out] = [join(base, 'ws'), join(base, 'out')];
  const store = join(ws, '.git');
  for (const folder of [ws, out, store, join(store, 'hooks')]) mkdirSync(folder);
  writeFileSync(join(store, 'config'), '');
  const held = ['config', 'hooks'].flatMap((name) => ['--ro-bind', join(store, name), join(store, name)]);
  return {
    ws,
    out,
    store,
    options: ['--ro-bind', '/', '/', '--bind', ws, ws, '--bind', store, store, ...held],
  };
}

/** Lets bubblewrap mount what was fixed, after `meanwhile`; what it says, and its exit status. */
function mounted(options: readonly string[], command: string, meanwhile: () => void) {
  const given = new Given();
  const fixed = fixedMounts(options, given);
  meanwhile();
  try {
    const { status, stderr, stdout } = spawnSync(program, [...fixed.options, '/bin/sh', '-c', command], {
      stdio: ['ignore', 'pipe', 'pipe', ...given.all],
      encoding: 'utf8',
    });
    return { status, said: stderr + stdout };
  } finally {
    for (const descriptor of given.all) closeSync(descriptor);
  }
}

describe('the mounts of a sandbox beside another one', () => {
  it('names what is at the paths now, as descriptors where those can be mounted', () => {
    const { ws, store, options } = ground();
    const given = new Given();
    const { options: fixed, mounts } = fixedMounts(options, given);
    for (const descriptor of given.all) closeSync(descriptor);
    expect(fixed).toEqual([
      ...['--ro-bind', '/', '/', '--bind-fd', '3', ws, '--bind-fd', '4', store],
      ...['--ro-bind-fd', '5', join(store, 'config'), '--ro-bind-fd', '6', join(store, 'hooks')],
    ]);
    const { dev, ino } = statSync(store, { bigint: true });
    expect(mounts.find(({ path }) => path === store)).toEqual({ path: store, identity: `${dev}:${ino}` });
    expect(fixedMounts(options, null)).toEqual({ options, mounts });
  });

  it('leaves what replaces a hidden file, and a folder without content, to their paths', () => {
    const { ws, out, store } = ground();
    const empty = join(ws, 'empty');
    writeFileSync(empty, '');
    const options = ['--tmpfs', out, '--ro-bind', empty, join(store, 'config')];
    const given = new Given();
    const { options: fixed, mounts } = fixedMounts(options, given);
    const { dev, ino } = statSync(empty, { bigint: true });
    expect({ fixed, given: given.all }).toEqual({ fixed: options, given: [] });
    expect(mounts).toEqual([
      { path: out, identity: null },
      { path: join(store, 'config'), identity: `${dev}:${ino}` },
    ]);
  });

  it('refuses a link, at the path and on the way to it, and what went away', () => {
    const { ws, out, store, options } = ground();
    renameSync(store, join(ws, 'moved'));
    symlinkSync('moved', store);
    expect(() => fixedMounts(options, null)).toThrow(`"${store}" became a link meanwhile`);
    const behind = join(store, 'hooks');
    expect(() => fixedMounts(['--ro-bind', behind, behind], null)).toThrow(
      `"${behind}" became a link meanwhile`,
    );
    const gone = join(out, 'gone');
    expect(() => fixedMounts(['--bind', gone, gone], null)).toThrow(`"${gone}" went away meanwhile`);
  });

  it.runIf(canMount)('lets bubblewrap mount them', () => {
    const { ws, store, options } = ground();
    const command = `echo seen > ${ws}/note; echo bad > ${store}/config; ls ${store}; cat ${ws}/note`;
    const { status, said } = mounted(options, command, () => {});
    expect({ status, said }).toEqual({
      status: 0,
      said: expect.stringMatching(/Read-only[^\n]*\nconfig\nhooks\nseen\n$/),
    });
  });

  it.runIf(canMount)('runs nothing, and makes nothing outside, where a link took the place of one', () => {
    const { ws, out, store, options } = ground();
    const { status, said } = mounted(options, `touch ${ws}/ran`, () => {
      renameSync(store, join(ws, 'moved'));
      symlinkSync(out, store);
    });
    expect(status).not.toBe(0);
    expect(said).toContain('bwrap: ');
    expect(readdirSync(out)).toEqual([]);
    expect(readdirSync(ws)).not.toContain('ran');
  });
});
