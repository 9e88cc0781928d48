import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TouchedPath } from '../../../src/core/tool.ts';
import { type AreaRequest, sandboxArea } from '../../../src/hosts/sandbox/sandbox-area.ts';
import { bubblewrapOptions, isFolderInside } from '../../../src/hosts/sandbox/sandbox-bubblewrap.ts';
import { landlockRules } from '../../../src/hosts/sandbox/sandbox-landlock.ts';
import { type Refusal, refusalsOf } from '../../../src/hosts/sandbox/sandbox-refusals.ts';
import { seatbeltProfile } from '../../../src/hosts/sandbox/sandbox-seatbelt.ts';
import type { SandboxReport } from '../../../src/platform/sandbox/sandbox-spec.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const base = realpathSync(tempFolder());
let count = 0;

/** A home with a workspace in it; names that end in a slash are folders, `a -> b` is a link. */
function place(
  names: readonly string[],
  change: (home: string) => Partial<AreaRequest> = () => ({}),
): AreaRequest {
  count += 1;
  const home = join(base, String(count));
  mkdirSync(join(home, 'ws'), { recursive: true });
  for (const name of names) {
    const [path = '', target] = name.split(' -> ').map((part) => part.replace('~', home));
    const at = join(home, path.replace(home, ''));
    mkdirSync(join(at, '..'), { recursive: true });
    if (target !== undefined) symlinkSync(target, at);
    else if (name.endsWith('/')) mkdirSync(at, { recursive: true });
    else writeFileSync(at, name.endsWith('.git') ? `gitdir: ${home}/main/.git/worktrees/w\n` : 'text');
  }
  const ws = join(home, 'ws');
  return {
    workspace: { cwd: ws, roots: [ws], home, realHome: home },
    cwd: ws,
    settings: { network: false, write: [], hide: [], autoAllow: false },
    folders: {
      config: `${home}/.config/agent-tools`,
      state: `${home}/.state`,
      cache: `${home}/.cache/agent-tools`,
      home,
    },
    homes: [home],
    closedPaths: [`${home}/ws/.agent-tools.json`, `${home}/.agent-tools.json`],
    ...change(home),
  };
}

function show(request: AreaRequest) {
  const { realHome: home } = request.workspace;
  const area = sandboxArea(request);
  const short = (paths: readonly string[]) =>
    paths
      .filter((path) => path.startsWith(home))
      .map((path) => path.replace(home, '~'))
      .sort();
  return {
    area,
    home,
    write: short(area.write),
    held: short(area.held),
    hidden: short(area.hidden.map(({ path }) => path)),
    pinned: short(area.pinned),
    placeholders: short(area.placeholders.map(({ path }) => path)),
  };
}

const homeAsRoot = (home: string) => ({
  workspace: { cwd: home, roots: [home], home, realHome: home },
  cwd: home,
});

describe('the area of a sandbox', () => {
  it('keeps a repository from being made in a root', () => {
    const { write, held, placeholders } = show(place([]));
    expect(write).toEqual(['~/ws']);
    expect(held).toEqual(['~/ws/.git']);
    expect(placeholders).toEqual(['~/ws/.git']);
  });

  it('holds what git runs or is led by, and pins the way to it', () => {
    const { held, pinned, placeholders } = show(
      place(['ws/.git/hooks/sample', 'ws/.git/config', 'ws/.git/modules/', 'ws/.agents/']),
    );
    const inGit = (...names: readonly string[]) => names.map((name) => `~/ws/.git/${name}`);
    const missing = ['branches', 'commondir', 'modules', 'remotes', 'worktrees'];
    expect(held).toEqual(['~/ws/.agents', ...inGit(...missing, 'config', 'hooks').sort()]);
    expect(pinned).toEqual(['~/ws/.git']);
    expect(placeholders).toEqual(inGit(...missing));
  });

  it('holds what git runs in a bare repository, also in a folder of the root', () => {
    const bare = show(place(['ws/HEAD', 'ws/objects/', 'ws/hooks/', 'ws/config']));
    expect(bare.held).toEqual(expect.arrayContaining(['~/ws/hooks', '~/ws/config', '~/ws/.git']));
    const below = show(
      place(['ws/r.git/HEAD', 'ws/r.git/objects/', 'ws/r.git/hooks/'], (home) => ({
        cwd: `${home}/ws/r.git`,
      })),
    );
    expect(below.held).toEqual(expect.arrayContaining(['~/ws/r.git/hooks', '~/ws/r.git/config']));
  });

  it('holds what runs by itself in a home that is the root and named by a link', () => {
    const request = place(['.bashrc', '.config/'], homeAsRoot);
    const { home } = request.workspace;
    const link = `${home}-link`;
    symlinkSync(home, link);
    const folders = {
      config: `${link}/.config/agent-tools`,
      state: `${link}/.state`,
      cache: `${link}/.cache`,
      home: link,
    };
    const { area, held, hidden, placeholders } = show({
      ...request,
      workspace: { ...request.workspace, home: link },
      folders,
    });
    expect(held).toEqual(
      expect.arrayContaining(['~/.bashrc', '~/.zshrc', '~/.config/agent-tools', '~/.cache']),
    );
    expect(hidden).toContain('~/.state');
    expect(area.hidden).toContainEqual({ path: `${home}/.state`, isFolder: true });
    expect(placeholders).toEqual(
      expect.arrayContaining(['~/.zshrc', '~/.config/agent-tools', '~/.state', '~/.cache']),
    );
  });

  it('shows a place it would hide where that is a root itself', () => {
    const root = (home: string) => ({
      workspace: { cwd: home, roots: [`${home}/.ssh`], home, realHome: home },
    });
    expect(show(place(['.ssh/config'])).hidden).toContain('~/.ssh');
    expect(show(place(['.ssh/config'], root)).hidden).not.toContain('~/.ssh');
  });

  it('holds what a link to nothing would make in a root', () => {
    const { held, placeholders } = show(place(['.zshrc -> ~/ws/rc']));
    expect(held).toContain('~/ws/rc');
    expect(placeholders).toContain('~/ws/rc');
  });

  it('holds the file of a worktree, and what it leads to where that can be written', () => {
    const names = ['main/.git/worktrees/w/commondir', 'main/.git/hooks/', 'main/.git/config', 'ws/.git'];
    expect(show(place(names)).held).toEqual(['~/ws/.git']);
    const both = place(names, (home) => ({
      workspace: { cwd: `${home}/ws`, roots: [`${home}/ws`, `${home}/main`], home, realHome: home },
    }));
    expect(show(both).held).toEqual(
      expect.arrayContaining([
        '~/ws/.git',
        '~/main/.git/hooks',
        '~/main/.git/config',
        '~/main/.git/worktrees',
      ]),
    );
  });

  it('holds the configuration that a worktree has of its own where the repository says so', () => {
    const names = ['main/.git/worktrees/w/commondir', 'main/.git/config', 'ws/.git'];
    const request = place(names, (home) => ({
      workspace: { cwd: `${home}/ws`, roots: [`${home}/ws`, `${home}/main`], home, realHome: home },
    }));
    const { home } = request.workspace;
    writeFileSync(`${home}/main/.git/worktrees/w/commondir`, '../..\n');
    writeFileSync(`${home}/main/.git/config`, '[extensions]\n\tworktreeConfig = true\n');
    expect(show(request).held).toContain('~/main/.git/worktrees/w/config.worktree');
  });

  it('holds a folder whole that has a link where something must be held', () => {
    const { held, pinned } = show(place(['ws/.git/config', 'ws/.git/hooks -> ../githooks']));
    expect(held).toContain('~/ws/.git');
    expect(pinned).toEqual([]);
  });

  it('refuses a root with a link in the place of .git', () => {
    expect(() => sandboxArea(place(['elsewhere/', 'ws/.git -> ~/elsewhere']))).toThrow('is a symbolic link');
  });

  it.each([
    ['/', 'it is the whole file system'],
    ['~/.config/agent-tools/x', 'it lies in a folder that is closed to every tool'],
    ['~/.state', 'it lies in a folder that is closed to every tool'],
  ])('refuses the root %s', (root, state) => {
    const request = place([], (home) => {
      const cwd = root.replace('~', home);
      return { workspace: { cwd, roots: [cwd], home, realHome: home }, cwd };
    });
    expect(() => sandboxArea(request)).toThrow(state);
  });

  it('hides secrets, also where a link leads and where a list says', () => {
    const request = place(['keys/id', '.ssh -> ~/keys', '.aws/credentials', '.netrc', 'notes/'], (home) => ({
      settings: { network: false, write: [], hide: ['~/notes', `${home}/missing`], autoAllow: false },
    }));
    expect(show(request).hidden).toEqual(['~/.aws', '~/.netrc', '~/keys', '~/notes']);
  });

  it('hides what a link in a root leads to, wherever that lies', () => {
    const links = ['.config/gh -> ~/data/gh', '.local/share -> ~/data/share'];
    const { hidden, held } = show(
      place(['data/gh/hosts.yml', 'data/share/keyrings/k', ...links], homeAsRoot),
    );
    expect(hidden).toEqual(expect.arrayContaining(['~/data/gh', '~/data/share/keyrings']));
    expect(held).toEqual(expect.arrayContaining(['~/.config', '~/.local', '~/data/share']));
    const listed = place(['vault/key', 'ws/conf/vault -> ~/vault'], (home) => ({
      settings: { network: false, write: [], hide: [`${home}/ws/conf/vault`], autoAllow: false },
    }));
    expect(show(listed).hidden).toEqual(['~/vault']);
  });

  it('hides the secrets of an account whose home is not HOME', () => {
    const request = place(['account/.ssh/id', 'account/.netrc'], (home) => ({
      homes: [home, `${home}/account`],
    }));
    expect(show(request).hidden).toEqual(['~/account/.netrc', '~/account/.ssh']);
  });

  it('hides the secrets of another folder for configuration, and holds what runs from there', () => {
    const request = place(['ws/etc/gh/hosts.yml', 'ws/etc/git/config'], (home) => ({
      folders: {
        config: `${home}/ws/etc/agent-tools`,
        state: `${home}/.state`,
        cache: `${home}/.cache/agent-tools`,
        home,
      },
    }));
    const { hidden, held } = show(request);
    expect(hidden).toContain('~/ws/etc/gh');
    expect(held).toEqual(expect.arrayContaining(['~/ws/etc/git', '~/ws/etc/fish', '~/ws/etc/agent-tools']));
  });

  it('where the home is a root, keeps start-up files, credentials and its own folders', () => {
    const { held, hidden, pinned, placeholders } = show(place(['.bashrc', '.config/git/'], homeAsRoot));
    expect(held).toEqual(
      expect.arrayContaining(['~/.bashrc', '~/.profile', '~/.config/agent-tools', '~/.config/git']),
    );
    expect(hidden).toEqual(expect.arrayContaining(['~/.ssh', '~/.state']));
    expect(placeholders).toEqual(
      expect.arrayContaining(['~/.agents', '~/.ssh', '~/.profile', '~/.config/agent-tools']),
    );
    expect(pinned).toEqual(expect.arrayContaining(['~/.config', '~/.cache']));
  });

  it.each([
    ['', []],
    [', also while another command does', ['ws/.agent-tools.json']],
  ])('keeps a project file from being put before the one above%s', (_, names) => {
    const request = place(['.git/HEAD', '.agent-tools.json', ...names]);
    const { area } = show(request);
    expect(area.placeholders).toContainEqual({ path: join(request.cwd, '.agent-tools.json'), text: 'text' });
  });

  it('passes over entries of sandbox.write that do not exist, and takes those that do', () => {
    const request = place(['build/'], () => ({
      settings: { network: false, write: ['~/build', '~/missing'], hide: [], autoAllow: false },
    }));
    expect(show(request).write).toEqual(['~/build', '~/ws']);
  });

  it.each<
    [entries: readonly string[], names: readonly string[], write: readonly string[], told: string | null]
  >([
    [['build'], ['out/', 'ws/build -> ../out'], [], '~/ws/build'],
    [['~/ws/build'], ['out/', 'ws/build -> ~/out'], [], '~/ws/build'],
    [['build/x'], ['out/x/', 'ws/build -> ../out'], [], '~/ws/build'],
    [['~/way'], ['out/', 'ws/build -> ../out', 'way -> ~/ws/build'], [], '~/ws/build'],
    [['~/data', '~/data/x'], ['out/', 'data/', 'data/x -> ../out'], ['~/data'], '~/data/x'],
    // What can be written all the same, but for what is guarded.
    [['build'], ['ws/other/', 'ws/build -> other'], [], null],
    [['build'], ['ws/.git/hooks/', 'ws/build -> .git/hooks'], [], null],
    [['build'], ['ws/build/'], [], null],
    // What is meant by who wrote it.
    [['~/way'], ['out/', 'way -> out'], ['~/out'], null],
    [['../out'], ['out/'], ['~/out'], null],
    [['.agents/x'], ['ws/.agents/x/'], ['~/ws/.agents/x'], null],
  ])('sandbox.write opens of %j, with %j, beside the root: %j', (entries, names, write, told) => {
    const shown = show(
      place(names, () => ({ settings: { network: false, write: [...entries], hide: [], autoAllow: false } })),
    );
    expect(shown.write.filter((path) => path !== '~/ws')).toEqual(write);
    const { home } = shown;
    const notice = `"${entries.at(-1)}" of sandbox.write is passed over: it leads outside through "${told?.replace('~', home)}"`;
    if (told === null) expect(shown.area.notices).toEqual([]);
    else expect(shown.area.notices).toEqual([expect.stringContaining(notice)]);
  });
});

describe('what is made of an area', () => {
  it('bubblewrap mounts a folder before what is in it, and hides before it shows', () => {
    const request = place(['.ssh/ws2/', 'ws/.git/hooks/'], (home) => ({
      workspace: { cwd: `${home}/ws`, roots: [`${home}/ws`, `${home}/.ssh/ws2`], home, realHome: home },
    }));
    const { home } = request.workspace;
    const options = bubblewrapOptions(sandboxArea(request), '/empty', []).join(' ');
    const order = [`--bind ${home}/ws `, `--bind ${home}/ws/.git `, `--ro-bind ${home}/ws/.git/hooks `].map(
      (text) => options.indexOf(text),
    );
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(options).toContain('--unshare-net');
    expect(options).toContain('--remount-ro /proc');
  });

  it('bubblewrap hides what is in a root, and nothing that a fresh folder covers', () => {
    const hidden = ['/tmp/root/.env', '/tmp/elsewhere/.env', '/home/u/.netrc'].map((path) => ({
      path,
      isFolder: false,
    }));
    const area = { ...sandboxArea(place([])), write: ['/home/u/ws', '/tmp/root'], held: [], hidden };
    const options = bubblewrapOptions(area, '/empty', []);
    const covered = options.flatMap((option, at) => (option === '/empty' ? [options[at + 1]] : []));
    expect(covered).toEqual(['/home/u/.netrc', '/tmp/root/.env']);
  });

  it('a folder is there inside unless it is below one that is empty there', () => {
    const area = {
      ...sandboxArea(place([])),
      write: ['/home/u/ws', '/tmp/root'],
      hidden: [{ path: '/home/u/.ssh', isFolder: true }],
    };
    const isThere = (folder: string): boolean => isFolderInside(folder, area);
    const there = ['/home/u/ws/below', '/home/u/.ssh', '/etc', '/tmp', '/tmp/root/a'];
    expect(there.filter((folder) => !isThere(folder))).toEqual([]);
    expect(['/home/u/.ssh/deep', '/tmp/elsewhere', '/var/tmp/x'].filter(isThere)).toEqual([]);
  });

  it('Landlock allows the neighbours of what is hidden and follows no link', () => {
    const request = place(['.ssh/id', 'other/', 'shortcut -> ~/.ssh']);
    const { home } = request.workspace;
    const read = landlockRules(sandboxArea(request))
      .filter(({ access }) => access === 'read')
      .map(({ path }) => path);
    expect(read).toContain(join(home, 'other'));
    for (const path of ['/', home, join(home, '.ssh'), join(home, 'shortcut')])
      expect(read).not.toContain(path);
  });

  it('Landlock opens devices one by one, and no terminal', () => {
    const open = landlockRules(sandboxArea(place([]))).filter(({ path }) => `${path}/`.startsWith('/dev/'));
    expect(open.map(({ access }) => access)).toEqual(open.map(() => 'use'));
    expect(open.map(({ path }) => path)).toContain('/dev/null');
    expect(open.map(({ path }) => path)).not.toContain('/dev');
  });

  it('Landlock refuses a root that holds what cannot be kept apart', () => {
    expect(() => landlockRules(sandboxArea(place(['.ssh/id'], homeAsRoot)))).toThrow(
      'which Landlock cannot keep apart',
    );
  });

  it('Seatbelt denies after it allows, and escapes paths', () => {
    const request = place(['ws/.git/hooks/', '.ssh/id'], (home) => ({
      settings: { network: false, write: [], hide: [`${home}/a"b`], autoAllow: false },
    }));
    mkdirSync(join(request.workspace.home, 'a"b'));
    const { home } = request.workspace;
    const lines = seatbeltProfile(sandboxArea(request)).split('\n');
    const at = (text: string): number => lines.findIndex((line) => line.includes(text));
    expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
    expect(at('(allow file-write*')).toBeLessThan(at('(deny file-write* '));
    expect(lines[at('(deny file-read* file-write*')]).toContain(`(subpath "${home}/.ssh")`);
    expect(lines[at('(deny file-read* file-write*')]).toContain('a\\"b"');
    expect(lines).toContain('(deny network*)');
  });

  it.each([true, false])('Seatbelt lets the network be reached: %s', (network) => {
    const settings = { network, write: [], hide: [], autoAllow: false };
    const lines = seatbeltProfile(sandboxArea(place([], () => ({ settings })))).split('\n');
    expect(lines.includes('(deny network*)')).toBe(!network);
    expect(lines.includes('(allow network-outbound (remote ip))')).toBe(network);
  });

  const full = { level: 'full', isSetUp: true, unrouted: 0 } as const;
  const partial = { ...full, level: 'partial', unrouted: null } as const;
  it.each<readonly [name: string, access: TouchedPath['access'], path: string, SandboxReport, Refusal[]]>([
    ['a write outside', 'write', '/etc/x', full, [{ what: 'write', path: '/etc/x' }]],
    ['a write to a private folder', 'write', '/tmp/x', full, []],
    [
      'a write to a folder that is private in full alone',
      'write',
      '/tmp/x',
      partial,
      [{ what: 'write', path: '/tmp/x' }],
    ],
    ['a write to a device', 'write', '/dev/null', partial, []],
    ['a write to what is held', 'write', '/ws/.git/hooks', full, [{ what: 'write', path: '/ws/.git/hooks' }]],
    ['a read outside', 'read', '/etc/x', full, []],
    ['a read of what is hidden', 'read', '/ws/.env', partial, [{ what: 'read', path: '/ws/.env' }]],
    ['packets without a route', 'read', '/etc/x', { ...full, unrouted: 2 }, [{ what: 'network' }]],
  ])('%s is told apart', (_, access, path, report, expected) => {
    const area = {
      ...sandboxArea(place([])),
      write: ['/ws'],
      held: ['/ws/.git/hooks'],
      hidden: [{ path: '/ws/.env', isFolder: false }],
    };
    expect(refusalsOf(area, report, [{ access, path }])).toEqual(expected);
  });
});
