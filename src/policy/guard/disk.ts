import { isAbsolute, join, normalize } from 'node:path';
import { ownValue } from '../../core/record.ts';
import { awkNames, sedNames } from '../programs/base-name.ts';
import { each, setOf } from '../programs/words.ts';
import { devicesFilled } from '../programs/written.ts';
import type { Words } from '../rules/pattern.ts';
import { calledBy, harmlessOptions } from './targets.ts';

const makers = setOf('mkfs mke2fs mkswap wipefs blkdiscard mkdosfs mkntfs newfs scrub nwipe');
/** Matches the normalized path of a disk, a partition or the memory of the machine. */
const diskName =
  /^\/dev\/(sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|disk\d|rdisk\d|disk\/by-|dm-\d|md\d|mapper\/.|loop\d|zd\d|zvol\/|nbd\d|sr\d|pmem\d|bcache\d|drbd\d|mtd\w*\d|k?mem$|port$)/;

/** When a program that manages disks or volumes destroys their content. */
interface DestroyingForm {
  /** Only if a word matches. */
  readonly by?: RegExp;
  /** Not if a word matches. */
  readonly unless?: RegExp;
  /** Whether a word must name a disk. */
  readonly needsDisk: boolean;
}

const tests = /^(-t|--test|-h|--help)$/;

const destroyers: Readonly<Record<string, DestroyingForm>> = {
  ...each('fdisk gdisk', {
    unless: /^(-l|--list|-x|--list-details|-s|--getsz)$/,
    needsDisk: true,
  }),
  sfdisk: {
    unless:
      /^(-[lJFVn]|-d|--list|--json|--dump|--list-free|--verify|--no-act|-g|--show-geometry|-s|--show-size)$/,
    needsDisk: true,
  },
  sgdisk: {
    by: /^(-[A-Za-z]*[ZzodnR]|--(zap|clear|delete|new|load-backup))/,
    needsDisk: true,
  },
  parted: { by: /^(mklabel|mktable|mkpart|rm|resizepart)\b/, needsDisk: true },
  hdparm: {
    by: /^--(security-erase.*|trim-sector-ranges.*|make-bad-sector|write-sector|repair-sector)$/,
    needsDisk: true,
  },
  nvme: { by: /^(format|sanitize|write-zeroes|write-uncor|delete-ns)$/, needsDisk: true },
  badblocks: { by: /^-(?=\w*w)\w+$/, needsDisk: true },
  cryptsetup: { by: /^(luksFormat|luksErase|erase|reencrypt)$/, needsDisk: true },
  mdadm: { by: /^(--zero-superblock|--create|-C)$/, needsDisk: true },
  ...each('flash_erase flash_eraseall flashcp nandwrite', { needsDisk: true }),
  ...each('pvcreate vgcreate', { unless: tests, needsDisk: true }),
  sg_format: { by: /^(-F|--format|-[A-Za-z]*F[A-Za-z]*)$/, needsDisk: true },
  ...each('pvremove vgremove', { unless: tests, needsDisk: false }),
  zpool: { by: /^(destroy|labelclear|create)$/, needsDisk: false },
  diskutil: {
    by: /^(eraseDisk|eraseVolume|zeroDisk|randomDisk|secureErase|partitionDisk|deleteContainer)$/i,
    needsDisk: false,
  },
};

/** Whether `wipefs` only lists signatures: without an option that erases, or with one for a dry run. */
function onlyLists(base: string, args: readonly string[]): boolean {
  if (base !== 'wipefs') return false;
  const erases = args.some((arg) => /^(-[A-Za-z]*[ao]|--(a|of))/.test(arg));
  return !erases || args.some((arg) => /^(-n|--no-act)$/.test(arg));
}

/** Whether a word names an image file, in which a file system may be made. */
function isImage(word: string, isDisk: (path: string) => boolean): boolean {
  return !word.startsWith('-') && /[./]/.test(word) && !word.startsWith('/dev/') && !isDisk(word);
}

/** Whether a word is a plain file name and not a device in a folder where the command may run. */
function isFileName(word: string, cwds: readonly string[]): boolean {
  const isOther = /^\w[\w-]*$/.test(word) && !diskName.test(`/dev/${word}`);
  return isOther && !cwds.some((cwd) => /^\/dev(?:\/|$)/.test(cwd));
}

function destroys(base: string, args: readonly string[], isDisk: (path: string) => boolean): boolean {
  const form = ownValue(destroyers, base);
  if (form === undefined || args.length === 0) return false;
  const { by, unless, needsDisk } = form;
  if (by !== undefined && !args.some((arg) => by.test(arg))) return false;
  if (unless !== undefined && args.some((arg) => unless.test(arg))) return false;
  return !needsDisk || args.some(isDisk);
}

const inAwk = /(?<!["\w])>>?\s*"(\/dev\/[^"]+)"/g;
const inSed = /(?:^|[\n;{}\d$/!gpI])[^\S\n]*[wW][^\S\n]*(\/dev\/[^\s;}]+)/g;

/** The paths that a program writes, by its known arguments. */
function targetsOf(base: string, args: readonly string[]): readonly string[] {
  const script = awkNames.test(base) ? inAwk : sedNames.test(base) ? inSed : null;
  if (script !== null) return args.flatMap((arg) => [...arg.matchAll(script)].map(([, to = '']) => to));
  return devicesFilled(base, args);
}

/** Whether a path is a disk, seen from any folder where the command may run; `isBlock` looks up block devices. */
export function isDiskFrom(
  path: string,
  cwds: readonly string[],
  isBlock: (path: string) => boolean,
): boolean {
  const named = cwds.map((cwd) => normalize(isAbsolute(path) ? path : join(cwd, path)));
  return named.some((full) => full.startsWith('/dev/') && (diskName.test(full) || isBlock(full)));
}

/** Why a command would wipe a disk; null if it would not. `isBlock` looks up block devices. */
export function diskProblem(
  words: Words,
  cwds: readonly string[],
  isBlock: (path: string) => boolean,
): string | null {
  const called = calledBy(words);
  if (called === null) return null;
  const { base, args } = called;
  const isDisk = (path: string) => isDiskFrom(path, cwds, isBlock);
  const makesDisk = makers.has(base) || base.startsWith('mkfs.') || base.startsWith('newfs_');
  // An unknown argument may be a disk.
  const isHarmless =
    args.length === words.length - 1 &&
    (args.every((arg) => harmlessOptions.has(arg)) || onlyLists(base, args));
  // A bare name is a file only as the last word: one before that may be the value of an option.
  const isPlain = args.length === words.length - 1 && isFileName(args.at(-1) ?? '', cwds);
  const isNamed = isPlain || args.some((arg) => isImage(arg, isBlock));
  const isOnImage = isNamed && !args.some((arg) => arg.startsWith('/dev/'));
  if (makesDisk && !isHarmless && !isOnImage) return `it runs ${base} on a disk`;
  if (destroys(base, args, isDisk)) return `it destroys with ${base} what is on a disk`;
  const disk = targetsOf(base, args).find(isDisk);
  return disk === undefined ? null : `it writes the disk "${disk}"`;
}
