import { constants } from 'node:os';
import { bindLibc, errnoCall, errnoReader } from '../../system/libc-library.ts';

/** Thrown when a file's extended attributes (xattr(7)) could not all be copied. */
export class AttributesLost extends Error {
  /** The one that could not; null if they could not even be listed. */
  readonly attribute: string | null;
  constructor(attribute: string | null) {
    super(`the attribute ${attribute ?? 'list'} could not be copied`);
    this.attribute = attribute;
  }
}

/** Calls on an open file's attributes; null for one that does not exist. They throw the system's EIO, or AttributesLost. */
interface Attributes {
  list(descriptor: number): readonly string[];
  read(descriptor: number, name: string): Buffer | null;
  set(descriptor: number, name: string, value: Buffer): void;
  remove(descriptor: number, name: string): void;
}

const { EIO, ENODATA, ENOSYS, ENOTSUP, EOPNOTSUPP } = constants.errno;
/** Errors of a file system or a system that keeps no attributes, or not those. */
const unsupported: readonly number[] = [ENOSYS, ENOTSUP, EOPNOTSUPP];
/** Errors that say that a file has no such attribute. */
const without: readonly number[] = [...unsupported, ENODATA];

/** Access control list: who else may read and write the file; the group bits of its mode only bound it. */
const accessList = 'system.posix_acl_access';
/** Attributes of the old content: hashes, and the capabilities that the kernel removes on every write. */
const ofContent = new Set(['security.ima', 'security.evm', 'security.capability']);

let loading: Promise<Attributes | null> | null = null;

function load(): Promise<Attributes | null> {
  loading ??= open();
  return loading;
}

function open(): Promise<Attributes | null> {
  // All return a size below 64 KiB or 0, and -1 on failure.
  const returns = 'i32' as const;
  return bindLibc(({ dlopen, read }, library) => {
    const { symbols } = dlopen(library, {
      flistxattr: { args: ['i32', 'ptr', 'u64'], returns },
      fgetxattr: { args: ['i32', 'ptr', 'ptr', 'u64'], returns },
      fsetxattr: { args: ['i32', 'ptr', 'ptr', 'u64', 'i32'], returns },
      fremovexattr: { args: ['i32', 'ptr'], returns },
      ...errnoCall,
    });
    const errno = errnoReader(symbols, read);
    const spelled = (name: string) => Buffer.from(`${name}\0`, 'latin1');
    /** Throws for the call that just failed, unless its errno is an expected one. */
    const requireErrno = (expected: readonly number[], name: string | null): void => {
      const code = errno();
      if (code !== null && expected.includes(code)) return;
      // On such a disk nothing is overwritten in place either.
      throw code === EIO ? Object.assign(new Error('EIO'), { code: 'EIO' }) : new AttributesLost(name);
    };
    const filled = (fill: (into: Buffer | null, room: number) => number): Buffer | null => {
      const size = fill(null, 0);
      if (size <= 0) return size < 0 ? null : Buffer.alloc(0);
      const into = Buffer.alloc(size);
      const count = fill(into, size);
      return count < 0 ? null : into.subarray(0, count);
    };
    return {
      list(descriptor) {
        const names = filled((into, room) => symbols.flistxattr(descriptor, into, room));
        if (names === null) requireErrno(unsupported, null);
        return names?.toString('latin1').split('\0').filter(Boolean) ?? [];
      },
      read(descriptor, name) {
        const value = filled((into, room) => symbols.fgetxattr(descriptor, spelled(name), into, room));
        if (value === null) requireErrno(without, name);
        return value;
      },
      set(descriptor, name, value) {
        const bytes = value.length > 0 ? value : null;
        if (symbols.fsetxattr(descriptor, spelled(name), bytes, value.length, 0) !== 0)
          requireErrno([], name);
      },
      remove(descriptor, name) {
        if (symbols.fremovexattr(descriptor, spelled(name)) !== 0) requireErrno([], name);
      },
    };
  });
}

/**
 * Copies the extended attributes, including the access control list, from the open file `from` to the open file `to`, and
 * removes a list inherited from the folder if `from` has none. Call it before setting the mode: a group that the list shuts
 * out has its bits in the mode. Does nothing outside Linux and Bun. Throws `AttributesLost`, or the system's EIO.
 */
export async function keepAttributes(from: number, to: number): Promise<void> {
  const attributes = await load();
  if (attributes === null) return;
  const names = attributes.list(from).filter((name) => !ofContent.has(name));
  for (const name of names) {
    const value = attributes.read(from, name);
    if (value === null || attributes.read(to, name)?.equals(value) === true) continue;
    attributes.set(to, name, value);
  }
  const isInherited = !names.includes(accessList) && attributes.list(to).includes(accessList);
  if (isInherited) attributes.remove(to, accessList);
}
