import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const script = join(import.meta.dirname, '../fixtures/files/attributes.py');
const attributes = (...args: readonly string[]) =>
  spawnSync('python3', [script, ...args], { encoding: 'utf8' });

/** One entry of an access control list in the form of the kernel: tag, permissions, id. */
function entry(tag: number, permissions: number, id = 0xffffffff): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(tag, 0);
  bytes.writeUInt16LE(permissions, 2);
  bytes.writeUInt32LE(id, 4);
  return bytes.toString('hex');
}

/** Owner and user 1234 may read and write, the file's group may do nothing: its mode is 0660 all the same. */
const list = `02000000${entry(1, 6)}${entry(2, 6, 1234)}${entry(4, 0)}${entry(16, 6)}${entry(32, 0)}`;

function probe(): boolean {
  const file = join(tempFolder(), 'probe');
  writeFileSync(file, '');
  return attributes('set', file, `system.posix_acl_access=${list}`, 'user.note=00').status === 0;
}

describe.skipIf(process.platform !== 'linux' || !probe())('a file with extended attributes', () => {
  it.each([
    ['write', ['write', 'f', 'new']],
    ['edit', ['edit', 'f', '--old', 'old', '--new', 'new']],
  ])('keeps them through %s, the access control list among them', async (_name, args) => {
    const home = tempFolder();
    const file = join(home, 'f');
    writeFileSync(file, 'old');
    chmodSync(file, 0o660);
    attributes('set', file, `system.posix_acl_access=${list}`, 'user.note=68656c6c6f', 'user.empty=');
    const before = attributes('show', file).stdout;
    const { status, stderr } = await runCli(['--yolo', ...args], { home });
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(attributes('show', file).stdout).toBe(before);
    expect(before).toContain(`system.posix_acl_access=${list}\n`);
    expect(statSync(file).mode & 0o7777).toBe(0o660);
  });

  it('gives new content no capabilities that the old one had', async () => {
    const home = tempFolder();
    const file = join(home, 'f');
    writeFileSync(file, 'old');
    // VFS_CAP_REVISION_2 with CAP_NET_RAW permitted and effective: struct vfs_cap_data of linux/capability.h.
    const capability = '0100000200200000000000000000000000000000';
    attributes('set', file, 'user.note=68656c6c6f', `security.capability=${capability}`);
    const { status, stderr } = await runCli(['--yolo', 'write', 'f', 'new'], { home });
    expect([status, stderr]).toEqual([0, '']);
    expect(attributes('show', file).stdout).toBe('user.note=68656c6c6f\n');
  });

  it('takes no access control list over from its folder', async () => {
    const home = tempFolder();
    const file = join(home, 'd/f');
    mkdirSync(join(home, 'd'));
    writeFileSync(file, 'old');
    chmodSync(file, 0o660);
    attributes('set', join(home, 'd'), `system.posix_acl_default=${list}`);
    await runCli(['--yolo', 'write', 'd/f', 'new'], { home });
    expect(attributes('show', file).stdout).toBe('');
    expect(statSync(file).mode & 0o7777).toBe(0o660);
    await runCli(['--yolo', 'write', 'd/fresh', 'new'], { home });
    expect(attributes('show', join(home, 'd/fresh')).stdout).toContain('system.posix_acl_access');
  });
});

/** Sets an attribute of the file system, as `lsattr` shows it; false where that is not allowed, or there is none. */
const mark = (flag: string, file: string): boolean => spawnSync('chattr', [flag, file]).status === 0;

describe('a file that the file system keeps as it is', () => {
  it.for(['i', 'a'])('is said to be, where it may be marked so (+%s)', async (flag, context) => {
    const home = tempFolder();
    const file = join(home, 'f');
    writeFileSync(file, 'old');
    if (!mark(`+${flag}`, file))
      context.skip(`chattr +${flag} is not allowed, or the file system has no such mark`);
    try {
      const { status, stderr } = await runCli(['--yolo', 'write', 'f', 'new'], { home });
      expect([status, stderr]).toEqual([
        1,
        'agent-tools: Cannot write "f": the system does not permit it, expected access to it and to its folder, neither immutable nor for appending alone (lsattr)\n',
      ]);
      expect(readFileSync(file, 'utf8')).toBe('old');
    } finally {
      mark(`-${flag}`, file);
    }
  });
});
