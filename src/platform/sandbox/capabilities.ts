import type { SystemCalls } from '../system/system-calls.ts';

// capabilities(7), linux/capability.h.
const capget = { x64: 125, arm64: 90 } as const;
const capset = { x64: 126, arm64: 91 } as const;
const VERSION_3 = 0x20080522;
const PR_CAPBSET_DROP = 24;
const most = 64;

/** CAP_CHOWN, CAP_DAC_OVERRIDE and CAP_FOWNER: Landlock decides which files these open, and a workspace may be another user's. */
const kept: readonly number[] = [0, 1, 3];

/**
 * Drops the capabilities of this process and all it starts, except those over owners and modes of files: the others of root
 * reach the clock, devices and the whole file system past Landlock. Returns false if the kernel refuses.
 */
export function dropCapabilities(calls: SystemCalls): boolean {
  const { arch } = process;
  if (arch !== 'x64' && arch !== 'arm64') return false;
  // struct __user_cap_header_struct: version, process. The sets follow in two halves: effective, permitted, inheritable.
  const header = Uint32Array.of(VERSION_3, 0);
  const sets = new Uint32Array(6);
  const bytesOf = (words: Uint32Array) => new Uint8Array(words.buffer);
  if (calls.call(capget[arch], bytesOf(header), bytesOf(sets)) !== 0) return false;
  if (sets.every((half) => half === 0)) return true;
  // Without the right to do this nothing is lost: no new privileges can be gained, not even by a set-user-id program.
  for (let capability = 0; capability < most; capability += 1)
    if (!kept.includes(capability)) calls.prctl(PR_CAPBSET_DROP, capability);
  const mask = kept.reduce((bits, capability) => bits | (1 << capability), 0);
  const left = sets.map((half, index) => (index < 3 ? half & mask : 0));
  return calls.call(capset[arch], bytesOf(header), bytesOf(left)) === 0;
}
