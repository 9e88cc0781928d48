import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/core/ports.ts';
import { systemFacts } from '../../../src/platform/facts/facts.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

let root = '';
let facts: Facts;

function at(path: string): string {
  return join(root, path);
}

function file(path: string, content = '', mode = 0o644): string {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
  chmodSync(at(path), mode);
  return at(path);
}

beforeEach(() => {
  root = realpathSync(tempFolder());
  for (const folder of ['ws', 'home', 'bin']) mkdirSync(at(folder));
  facts = systemFacts({ home: at('home'), roots: [at('ws')], trustedDirs: [at('bin'), at('ws/tools')] });
});

describe('program', () => {
  it('trusts system folders, prefixes of the home and configured folders', async () => {
    file('bin/tool', '', 0o755);
    file('home/.cargo/bin/cargo', '', 0o755);
    const path = `${at('bin')}:${at('home/.cargo/bin')}:/usr/bin:/bin`;
    for (const name of ['tool', 'cargo', 'env']) {
      expect(facts.look().program(name, at('ws'), path), name).toMatchObject({ trusted: true });
    }
    expect(facts.look().program('no-such-program', at('ws'), path)).toBeNull();
  });

  it.each([
    ['a program in the workspace', 'ws/tools/x', 0o755, 0o755, false],
    ['a program anyone may write', 'bin/x', 0o757, 0o755, false],
    ['a program in a folder anyone may write', 'bin/x', 0o755, 0o777, false],
    ['a program in a sticky folder anyone may write', 'bin/x', 0o755, 0o1777, false],
    ['a program elsewhere', 'other/x', 0o755, 0o755, false],
    ['a program in a closed trusted folder', 'bin/sub/x', 0o755, 0o755, true],
  ])('%s', async (_, path, mode, folderMode, trusted) => {
    file(path, '', mode);
    chmodSync(dirname(at(path)), folderMode);
    expect(facts.look().program(at(path), at('ws'), '')).toMatchObject({ trusted });
  });

  it('judges a link by what it leads to', async () => {
    file('ws/evil', '', 0o755);
    symlinkSync(at('ws/evil'), at('bin/ls'));
    expect(facts.look().program('ls', at('ws'), at('bin'))).toEqual({
      foundPath: at('bin/ls'),
      realPath: at('ws/evil'),
      trusted: false,
    });
  });

  it('climbs from where a link in PATH leads', async () => {
    file('far/bin/x', '', 0o755);
    file('ws/bin/x', '', 0o755);
    mkdirSync(at('far/sub'));
    symlinkSync(at('far/sub'), at('ws/link'));
    const found = facts.look().program('x', at('ws'), `${at('ws/link')}/../bin`);
    expect(found).toMatchObject({ foundPath: at('far/bin/x'), realPath: at('far/bin/x') });
  });

  it('looks relative parts of PATH up from the cwd', async () => {
    file('ws/sub/x', '', 0o755);
    expect(facts.look().program('x', at('ws/sub'), '.:/usr/bin')).toMatchObject({ realPath: at('ws/sub/x') });
    expect(facts.look().program('x', at('ws'), '.:/usr/bin')).toBeNull();
  });
});

describe('path', () => {
  it('follows links where they stand, so that ".." leaves what they lead to', async () => {
    mkdirSync(at('far/deep'), { recursive: true });
    file('far/secret');
    symlinkSync(at('far/deep'), at('ws/link'));
    expect(facts.look().path('link/../secret', at('ws')).realPath).toBe(at('far/secret'));
    expect(facts.look().path('link/../missing/x', at('ws')).realPath).toBe(at('far/missing/x'));
  });

  it.each([
    ['a file', 'ws/f', { exists: true, kind: 'file' }],
    ['a folder', 'ws', { exists: true, kind: 'folder' }],
    ['nothing', 'ws/none/x', { exists: false, kind: 'missing' }],
    ['what a file cannot hold', 'ws/f/x', { exists: false, kind: 'missing' }],
  ])('knows %s', async (_, path, expected) => {
    file('ws/f');
    expect(facts.look().path(at(path), '/')).toEqual({ realPath: at(path), ...expected });
  });

  it('tells a device', () => {
    expect(facts.look().path('/dev/null', '/')).toMatchObject({ exists: true, kind: 'other' });
  });

  it('resolves dangling links, loops and odd names without throwing', async () => {
    symlinkSync(at('ws/nowhere'), at('ws/dangling'));
    symlinkSync('loop', at('ws/loop'));
    expect(facts.look().path('dangling', at('ws')).realPath).toBe(at('ws/nowhere'));
    expect(facts.look().path('loop', at('ws')).exists).toBe(false);
    expect(facts.look().path('a\0b', at('ws')).exists).toBe(false);
    expect(facts.look().path(`x/${'y'.repeat(5000)}`, at('ws')).exists).toBe(false);
  });

  it('sees one moment in one look, and the present in the next', () => {
    mkdirSync(at('ws/folder'));
    const look = facts.look();
    expect(look.path('folder/new', at('ws')).exists).toBe(false);
    rmSync(at('ws/folder'), { recursive: true });
    symlinkSync(at('home'), at('ws/folder'));
    file('home/new');
    expect(look.path('folder/new', at('ws')).exists).toBe(false);
    expect(facts.look().path('folder/new', at('ws')).realPath).toBe(at('home/new'));
  });

  it('leaves out what names nothing on the way', () => {
    file('ws/f');
    for (const path of ['./f', 'f/', './/f/.', `${at('ws')}//f`]) {
      expect(facts.look().path(path, at('ws')), path).toMatchObject({ realPath: at('ws/f'), kind: 'file' });
    }
  });

  it('tells two hard names of one file by their identity', async () => {
    file('ws/a');
    expect(facts.look().path('a', at('ws')).identity).toBeUndefined();
    linkSync(at('ws/a'), at('ws/b'));
    const [a, b] = ['a', 'b'].map((name) => facts.look().path(name, at('ws')));
    expect(a?.identity).toBeDefined();
    expect(a?.identity).toBe(b?.identity);
  });
});

describe('expand', () => {
  it('reaches what a shell reaches', async () => {
    for (const name of ['a.ts', 'b.ts', 'c.js', '-x.ts', '.d.ts', 'sub/e.ts', 'sub/f/g.ts'])
      file(`ws/${name}`);
    const given = async (...segments: readonly (string | RegExp)[]) =>
      facts
        .look()
        .expand(segments, at('ws'))
        ?.map((match) => match.given)
        .sort();
    expect(await given(/^(?!\.).*\.ts$/)).toEqual(['-x.ts', 'a.ts', 'b.ts']);
    expect(await given('sub', /^(?!\.).*$/)).toEqual(['sub/e.ts', 'sub/f']);
    expect(await given(/^(?!\.).*$/, 'e.ts')).toEqual(['sub/e.ts']);
    expect(await given('', ...at('ws/sub').slice(1).split('/'), /^e.*$/)).toEqual([at('ws/sub/e.ts')]);
    expect(await given('none', /^.*$/)).toEqual([]);
  });

  it('gives up on very many', { tags: ['slow'] }, async () => {
    for (let i = 0; i < 1100; i += 1) file(`ws/${i}`);
    expect(facts.look().expand([/^.*$/], at('ws'))).toBeNull();
  });
});

describe.runIf(process.platform === 'linux')('what a process has open', () => {
  it.each([
    ['/proc/self/cwd/x', true],
    ['/proc//self/./cwd', true],
    ['/proc/thread-self/root/etc', true],
    [`/proc/${process.pid}/cwd/../x`, true],
    ['/dev/fd/0/x', true],
    ['/dev/stdin', false],
    ['/proc/self/status', false],
    ['/tmp', false],
  ])('%s: %s', (path, expected) => {
    expect(facts.look().path(path, '/').isProcess === true).toBe(expected);
  });

  it.each([
    ['/dev/stderr', 2],
    ['/dev/fd/3', 3],
    ['/dev/./fd/99', 99],
    ['/proc/self/fd/0', 0],
    ['/proc/thread-self/fd/1', 1],
    [`/proc/${process.pid}/fd/1`, undefined],
    [`/proc/self/../${process.pid}/fd/1`, undefined],
    ['/dev/fd/0/x', undefined],
    ['/dev/null', undefined],
  ])('%s is descriptor %s of whoever opens it', (path, expected) => {
    expect(facts.look().path(path, '/').descriptor).toBe(expected);
  });

  it('is found behind links', () => {
    file('ws/f');
    symlinkSync('/proc/self/cwd/x', at('ws/first'));
    symlinkSync('first', at('ws/second'));
    expect(facts.look().path('second', at('ws')).isProcess).toBe(true);
    expect(facts.look().path('f', at('ws')).isProcess).toBeUndefined();
  });
});

it('hashes regular files only: a pipe would be waited for', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  expect(await facts.hash(at('pipe'))).toBeNull();
  expect(await facts.hash('/dev/zero')).toBeNull();
});

describe('repository', () => {
  const clean = { drivers: [] };
  const configOf = async (config: string) => {
    execFileSync('git', ['init', '-q', at('ws')]);
    writeFileSync(at('ws/.git/config'), config);
    mkdirSync(at('ws/sub'), { recursive: true });
    return facts.look().repository(at('ws/sub'));
  };

  it.each([
    ['config', 'ws/.git/config'],
    ['a link to other repositories', 'ws/.gitmodules'],
    ['index', 'ws/.git/index'],
  ])('does not wait for a pipe in the place of its %s', async (_, path) => {
    execFileSync('git', ['init', '-q', at('ws')]);
    rmSync(at(path), { force: true });
    execFileSync('mkfifo', [at(path)]);
    expect(facts.look().repository(at('ws'))?.drivers).toEqual([
      expect.stringMatching(/^(a file|an index) that cannot be read$/),
    ]);
  });

  it('reads a configuration of very many drivers', { tags: ['slow'] }, async () => {
    const found = await configOf(`[filter "x"]\n${'clean=x\n'.repeat(300_000)}`);
    expect(found?.drivers.length).toBe(300_000);
  });

  it.each([
    ['.git file', 'ws/.git', 'gitdir: st\xffore\n'],
    ['commondir', 'ws/.git/commondir', 'st\xffore\n'],
  ])('says so when its %s names a folder that cannot be read', async (_, path, text) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), Buffer.from(text, 'latin1'));
    expect(facts.look().repository(at('ws'))?.drivers).toContain('a folder that cannot be read');
  });

  it('says so when its index names a repository that cannot be read', async () => {
    execFileSync('git', ['init', '-q', at('ws')]);
    const entry = Buffer.from(`160000 ${'1'.repeat(40)} 0\tsub\xff\n`, 'latin1');
    execFileSync('git', ['-C', at('ws'), 'update-index', '--index-info'], { input: entry });
    expect(facts.look().repository(at('ws'))?.drivers).toEqual(['a folder that cannot be read']);
  });

  it('says so when not all folders of submodules can be looked through', async () => {
    execFileSync('git', ['init', '-q', at('ws')]);
    for (let number = 0; number < 80; number += 1)
      mkdirSync(at(`ws/.git/modules/a${number}`), { recursive: true });
    expect(facts.look().repository(at('ws'))?.drivers).toEqual(['very many submodules']);
  });

  it('is null outside any', async () => {
    expect(facts.look().repository(at('home'))).toBeNull();
  });

  it.each([
    ['[core]\n\tbare = false\n[remote "o"]\n\turl = x\n', clean],
    ['[filter "lfs"]\n\tclean = x\n', { drivers: ['filter.lfs.clean'] }],
    ['[FILTER "l"] Smudge=x', { drivers: ['filter.l.smudge'] }],
    ['[diff "p"]\ntextconv = x', { drivers: ['diff.p.textconv'] }],
    ['[diff.p]\ncommand = x', { drivers: ['diff.p.command'] }],
    ['[diff]\nexternal = x', { drivers: ['diff.external'] }],
    ['[gpg "ssh"]\nprogram = x', { drivers: ['gpg.ssh.program'] }],
    ['[include]\npath = x', { drivers: ['include.path'] }],
    ['[includeIf "gitdir:/"]\npath = x', { drivers: ['includeif.gitdir:/.path'] }],
    ['[core]\nfsmonitor = ./x', clean],
    ['[Filter "A.b\\"C"]\nClean = x', { drivers: ['filter.A.b"C.clean'] }],
    ['[hook "x"]\nevent = post-index-change\ncommand = y', { drivers: ['hook.x.event'] }],
    ['[hook "x"]\nevent = pre-commit\ncommand = y', clean],
    ['# \\\n[filter "x"]\nfoo = a\\\n[user]\nclean = x', { drivers: ['filter.x.clean'] }],
    ['[user]\nname = "a\\"b" # [\n[filter "x"]\nprocess = y', { drivers: ['filter.x.process'] }],
    ['[format]\npretty = %h %G?', { drivers: ['format.pretty'] }],
    ['[pretty]\nmine = format:%GK', { drivers: ['pretty.mine'] }],
    ['[format]\npretty = "%+"G?', { drivers: ['format.pretty'] }],
    ['[pretty]\nmine = %h% GS', { drivers: ['pretty.mine'] }],
    ['[tag]\nsort = -*signature', { drivers: ['tag.sort'] }],
    ['[branch]\nsort = -committerdate', clean],
    ['[format]\npretty = oneline', clean],
    ['[alias]\nwhatchanged = !x', { drivers: ['alias.whatchanged'] }],
    ['[core]\nworktree = ../..', { drivers: ['core.worktree'] }],
    ['[core]\nworktree = ..', clean],
    ['[remote "o"]\npartialCloneFilter = blob:none', { drivers: ['remote.o.partialclonefilter'] }],
    ['[mailmap]\nfile = "a\\tb "  # c', { reads: [expect.stringMatching(/\/a\tb $/)] }],
    ['[blame]\nignoreRevsFile = %(prefix)/../x', { drivers: ['blame.ignorerevsfile'] }],
    ['[mailmap]\nfile = ~root/x', { drivers: ['mailmap.file'] }],
    ['[mailmap]\nfile = ~/x', { drivers: [], reads: ['~/x'] }],
    ['[mailmap]\nfile = :(optional)x', { reads: [expect.stringMatching(/\/ws\/x$/)] }],
    ['[mailmap]\nfile =  a" " b \t', { reads: [expect.stringMatching(/\/a {2}b$/)] }],
    ['[broken', { drivers: ['a file that cannot be read'] }],
  ])('reads %j', async (config, expected) => {
    expect(await configOf(config)).toMatchObject(expected);
  });

  it('looks into worktrees and submodules', async () => {
    await configOf('[core]\nbare = false\n');
    file('ws/.git/modules/a/b/config', '[filter "x"]\nclean = y\n');
    file('elsewhere/.git', `gitdir: ${at('ws/.git/worktrees/w')}\n`);
    file('ws/.git/worktrees/w/commondir', '../..\n');
    file('ws/.git/worktrees/w/config.worktree', '[diff]\nexternal = x\n');
    expect(facts.look().repository(at('ws'))).toMatchObject({ drivers: ['filter.x.clean'] });
    expect([...(facts.look().repository(at('elsewhere'))?.drivers ?? [])].sort()).toEqual([
      'diff.external',
      'filter.x.clean',
    ]);
  });
});

describe('hash', () => {
  it('is that of the content, or null', async () => {
    const expected = createHash('sha256').update('abc').digest('hex');
    expect(await facts.hash(file('ws/f', 'abc'))).toBe(expected);
    expect(await facts.hash(at('ws/none'))).toBeNull();
    expect(await facts.hash(at('ws'))).toBeNull();
  });
});
