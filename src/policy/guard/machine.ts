import type { Candidate } from '../pattern.ts';
import { baseName } from '../programs/wrappers.ts';

const diskPrograms: ReadonlySet<string> = new Set(
  'mkfs mke2fs mkswap wipefs blkdiscard mkdosfs mkntfs newfs'.split(' '),
);
const diskWriters: ReadonlySet<string> = new Set('tee cp mv shred truncate install sponge'.split(' '));
const stoppers: ReadonlySet<string> = new Set('shutdown reboot halt poweroff telinit'.split(' '));
const diskNames =
  /^\/dev\/(sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|disk\d|rdisk\d|dm-\d|md\d|mapper\/.|loop\d|zd\d|nbd\d|sr\d)/;
const harmlessOptions: ReadonlySet<string> = new Set(['--help', '--version', '-V', '-c', '--show', '-?']);

/** Whether a path is a disk or a part of one, by its name. */
export function isDiskName(path: string): boolean {
  return diskNames.test(path.replace(/\/{2,}/g, '/'));
}

function texts(words: readonly Candidate[]): readonly string[] {
  return words.filter((word): word is string => typeof word === 'string');
}

/** Why a command would wipe a disk; `isBlock` tells block devices by what they are. */
export function diskProblem(words: readonly Candidate[], isBlock: (path: string) => boolean): string | null {
  const [program, ...args] = texts(words);
  if (program === undefined || typeof words[0] !== 'string') return null;
  const base = baseName(program);
  const makesDisk = diskPrograms.has(base) || base.startsWith('mkfs.') || base.startsWith('newfs_');
  if (makesDisk && !args.every((arg) => harmlessOptions.has(arg))) return `it runs ${base} on a disk`;
  const isDisk = (path: string) => path.startsWith('/dev/') && (isDiskName(path) || isBlock(path));
  if (base === 'dd') {
    const output = args.find((arg) => arg.startsWith('of='))?.slice(3);
    return output !== undefined && isDisk(output) ? `it writes the disk "${output}"` : null;
  }
  if (diskWriters.has(base)) {
    const written = base === 'cp' || base === 'mv' || base === 'install' ? args.slice(-1) : args;
    const disk = written.find(isDisk);
    return disk === undefined ? null : `it writes the disk "${disk}"`;
  }
  return null;
}

/** Why a command would stop the machine. */
export function powerProblem(words: readonly Candidate[]): string | null {
  const [program, ...args] = texts(words);
  if (program === undefined || typeof words[0] !== 'string') return null;
  const base = baseName(program);
  if (stoppers.has(base) && !args.some((arg) => harmlessOptions.has(arg))) return `it runs ${base}`;
  if (base === 'init' && args.length === 1 && /^[06]$/.test(args[0] ?? '')) return 'it stops the machine';
  if (base === 'systemctl') {
    const verb = args.find((arg) => !arg.startsWith('-')) ?? '';
    if (/^(poweroff|reboot|halt|kexec|soft-reboot)$/.test(verb)) return `it runs systemctl ${verb}`;
  }
  return null;
}
