import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { pathOnly } from '../files/folder-pin.ts';
import { placeOfOpen } from '../files/stats.ts';
import type { SystemCalls } from '../system/system-calls.ts';
import type { LandlockRule } from './sandbox-spec.ts';

// landlock(7), linux/landlock.h; the numbers are the same on every architecture.
const createRuleset = 444;
const addRule = 445;
const restrictSelf = 446;
const VERSION = 1;
const PATH_BENEATH = 1;

const EXECUTE = 1n << 0n;
const WRITE_FILE = 1n << 1n;
const READ_FILE = 1n << 2n;
const READ_DIR = 1n << 3n;
const MAKE_CHAR = 1n << 6n;
const MAKE_BLOCK = 1n << 11n;
const TRUNCATE = 1n << 14n;
const IOCTL_DEV = 1n << 15n;

/** File system rights known to a version: 13 at first, then REFER, TRUNCATE and, in version 5, IOCTL_DEV. */
function fileRights(version: number): bigint {
  const count = version >= 5 ? 16n : version >= 3 ? 15n : version >= 2 ? 14n : 13n;
  return (1n << count) - 1n;
}

const connectAndBind = 3n;
const abstractSocketsAndSignals = 3n;

const ofFile = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;

const rights: Readonly<Record<LandlockRule['access'], bigint>> = {
  list: READ_DIR,
  read: EXECUTE | READ_FILE | READ_DIR,
  use: READ_FILE | WRITE_FILE | READ_DIR | TRUNCATE | IOCTL_DEV,
  write: ((1n << 16n) - 1n) & ~(MAKE_CHAR | MAKE_BLOCK),
};

/** The kernel's version of Landlock; 0 for none. */
export function landlockVersion(calls: SystemCalls): number {
  return Math.max(0, calls.call(createRuleset, 0, 0, VERSION));
}

/**
 * Restricts this thread and all it starts to what the rules allow; paths that are missing, or lead through a link now unless they
 * are to be used, are left out. Returns false if the kernel refuses. Cannot be undone.
 */
export function restrictByLandlock(
  calls: SystemCalls,
  rules: readonly LandlockRule[],
  hasNetwork: boolean,
): boolean {
  const version = landlockVersion(calls);
  if (version === 0) return false;
  const handled = fileRights(version);
  const network = version >= 4 && !hasNetwork ? connectAndBind : 0n;
  const attributes = BigUint64Array.of(handled, network, version >= 6 ? abstractSocketsAndSignals : 0n);
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const ruleset = calls.call(createRuleset, new Uint8Array(attributes.buffer), size, 0);
  if (ruleset < 0) return false;
  for (const rule of rules) if (!allow(calls, ruleset, rule, handled)) return false;
  return calls.call(restrictSelf, ruleset, 0) === 0;
}

function allow(
  calls: SystemCalls,
  ruleset: number,
  { path, access }: LandlockRule,
  handled: bigint,
): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, pathOnly | constants.O_RDONLY);
  } catch {
    return true;
  }
  try {
    // Elsewhere, a link took its place: what runs in another sandbox may put one there.
    if (access !== 'use' && placeOfOpen(descriptor) !== path) return true;
    const wanted = rights[access] & handled & (fstatSync(descriptor).isDirectory() ? handled : ofFile);
    if (wanted === 0n) return true;
    // struct landlock_path_beneath_attr is packed: rights, then the descriptor.
    const attributes = new Uint8Array(12);
    const view = new DataView(attributes.buffer);
    view.setBigUint64(0, wanted, true);
    view.setInt32(8, descriptor, true);
    return calls.call(addRule, ruleset, PATH_BENEATH, attributes, 0) === 0;
  } catch {
    return true;
  } finally {
    closeSync(descriptor);
  }
}
