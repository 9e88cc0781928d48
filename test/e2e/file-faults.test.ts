import { spawnSync } from 'node:child_process';
import { chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const script = join(import.meta.dirname, '../fixtures/files/attributes.py');
const attributes = (...args: readonly string[]) =>
  spawnSync('python3', [script, ...args], { encoding: 'utf8' });

/** Runs a program in which a system call fails as strace(1) is told. */
function injected(fault: string, [program, ...words]: readonly string[], folder: string) {
  const flags = ['-f', '-qq', '-o', join(folder, 'calls'), '-e', `trace=${fault.split(':')[0]}`];
  const { status, stderr } = spawnSync(
    'strace',
    [...flags, '-e', `inject=${fault}`, program ?? '', ...words],
    {
      cwd: join(folder, 'files'),
      env: cleanEnv(folder),
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    },
  );
  return { status, stderr };
}

/** A home with a folder of files, one of which has an attribute, and an owner that is not its maker's. */
function homeWithFile() {
  const folder = tempFolder();
  const file = join(folder, 'files/f');
  spawnSync('mkdir', [join(folder, 'files')]);
  writeFileSync(file, 'old');
  return { folder, file, isMarked: attributes('set', file, 'user.note=68656c6c6f').status === 0 };
}

function canInject(): boolean {
  const { folder, isMarked } = homeWithFile();
  return isMarked && injected('flistxattr:error=EIO', ['true'], folder).status === 0;
}

const isReady = canInject();
if (!isReady)
  process.stderr.write('Skipped: faults of attributes (need strace, leave to trace, and attributes)\n');

const broken = 'Cannot edit "f": its disk or device reports an error (EIO), expected a sound one';
const inPlace = (what: string) =>
  `Written in place, not atomically: its ${what} could not be kept otherwise.`;

describe.runIf(isReady)('where an attribute of a file that is changed', () => {
  it.each([
    ['cannot be listed', 'flistxattr:error=EIO:when=1', broken],
    ['cannot be listed whole', 'flistxattr:error=EIO:when=2', broken],
    ['cannot be listed on the new file', 'flistxattr:error=EIO:when=3', broken],
    ['cannot be read', 'fgetxattr:error=EIO:when=1', broken],
    ['cannot be set', 'fsetxattr:error=EIO:when=1', broken],
    ['may not be listed', 'flistxattr:error=EPERM:when=1', inPlace('attributes')],
    ['may not be read', 'fgetxattr:error=EACCES:when=1', inPlace('attribute user.note')],
    ['has no room', 'fsetxattr:error=ENOSPC:when=1', inPlace('attribute user.note')],
    ['passes the quota', 'fsetxattr:error=EDQUOT:when=1', inPlace('attribute user.note')],
    ['is not supported', 'fsetxattr:error=EOPNOTSUPP:when=1', inPlace('attribute user.note')],
  ])('%s, it is not lost', (_, fault, said) => {
    const { folder, file } = homeWithFile();
    const words = [binary, '--yolo', 'edit', 'f', '--old', 'old', '--new', 'new'];
    const isRefused = said === broken;
    expect(injected(fault, words, folder)).toEqual({
      status: isRefused ? 1 : 0,
      stderr: `agent-tools: ${said}\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe(isRefused ? 'old' : 'new');
    expect(attributes('show', file).stdout).toBe('user.note=68656c6c6f\n');
    expect(readdirSync(join(folder, 'files'))).toEqual(['f']);
  });

  it.each(['EOPNOTSUPP', 'ENOSYS'])('cannot be there, as the system says %s, it is changed', (code) => {
    const { folder, file } = homeWithFile();
    const words = [binary, '--yolo', 'write', 'f', 'new'];
    expect(injected(`flistxattr:error=${code}`, words, folder)).toEqual({ status: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe('new');
  });
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('Skipped: faults of the owner of a file (need root)\n');

describe.runIf(isReady && isRoot)('where a new file cannot get', () => {
  const full = 'the disk is full, expected room for the new content (df and df -i tell)';
  const used = 'the disk quota is used up, expected room for the new content';
  const failed = 'its disk or device reports an error (EIO), expected a sound one';
  it.each([
    ['the owner', 'fchown', 'EIO', failed],
    ['the owner', 'fchown', 'ENOSPC', full],
    ['the owner', 'fchown', 'EDQUOT', used],
    ['the mode', 'fchmod', 'EIO', failed],
    ['the mode', 'fchmod', 'ENOSPC', full],
  ])('%s of the old one (%s: %s), that one stays', (_, call, code, said) => {
    const { folder, file } = homeWithFile();
    chownSync(file, 1234, 1234);
    expect(injected(`${call}:error=${code}`, [binary, '--yolo', 'write', 'f', 'new'], folder)).toEqual({
      status: 1,
      stderr: `agent-tools: Cannot write "f": ${said}\n`,
    });
    expect([readFileSync(file, 'utf8'), statSync(file).uid]).toEqual(['old', 1234]);
    expect(readdirSync(join(folder, 'files'))).toEqual(['f']);
  });
});

describe.runIf(isReady)('where neither a change nor its temporary file can be taken back', () => {
  const failed = ['its disk or device reports an error (EIO)', 'a sound one'] as const;
  const readOnly = ['the file system is read-only', 'a writable place'] as const;
  const edit = ['edit', 'f', '--old', 'old', '--new', 'new'];
  it.each([
    ['an edit', 'rename,unlink:error=EIO', edit, failed],
    ['a file', 'rename,unlink:error=EIO', ['write', 'f', 'new'], failed],
    ['a new file', 'link,unlink:error=EROFS', ['write', 'n', 'new'], readOnly],
  ])('%s, the failure names it (%s)', (_, fault, words, [state, wanted]) => {
    const { folder, file } = homeWithFile();
    const { status, stderr } = injected(fault, [binary, '--yolo', ...words], folder);
    const [temporary = ''] = readdirSync(join(folder, 'files')).filter((name) => name !== 'f');
    expect(temporary).toMatch(/^\.agent-tools-/);
    expect({ status, stderr: stderr.split('\n').at(-2) }).toEqual({
      status: 1,
      stderr: `agent-tools: Cannot ${words[0]} "${words[1]}": ${state}, and the temporary file "${temporary}" stays beside it, expected ${wanted}`,
    });
    expect(readFileSync(file, 'utf8')).toBe('old');
  });
});

describe.runIf(isReady)('where the temporary name of a new file cannot be removed', () => {
  it('the notice says why', () => {
    const { folder } = homeWithFile();
    const write = [binary, '--yolo', 'write', 'new', 'fresh'];
    const { status, stderr } = injected('unlink:error=EIO:when=1', write, folder);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(
        /^agent-tools: Its temporary file "\S+" stays beside it, as its disk or device reports an error \(EIO\)\.\n$/,
      ),
    });
    expect(readFileSync(join(folder, 'files/new'), 'utf8')).toBe('fresh');
  });
});
