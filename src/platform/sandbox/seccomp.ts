import { type Architecture, architectures, type CallName, callNumbers } from './seccomp-calls.ts';
import { encodeFilter, type Refused, type Test } from './seccomp-filter.ts';

interface Refusal extends Omit<Refused, 'number'> {
  readonly call: CallName;
}

const EPERM = 1;
/** The numbering of x32, which means the calls of x64 by others. */
const x32Bit = 0x40000000;
/** What programs take as "this kernel is too old", and fall back on what can be looked into. */
const ENOSYS = 38;

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
/** What is the kind of a socket, beside SOCK_CLOEXEC and SOCK_NONBLOCK. */
const socketKind = 0xf;
/** CLONE_NEWNS, _NEWCGROUP, _NEWUTS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET. */
const newNamespaces = 0x7e020000;
const CLONE_NEWTIME = 0x80;
/** TIOCSTI types into a terminal, TIOCLINUX pastes into one, TIOCSETD loads line disciplines. */
const terminalCalls = [0x5412, 0x541c, 0x5423];
/** O_CREAT and __O_TMPFILE: only with these is the mode of an open read. */
const creating = 0x400040;
/** S_ISUID and S_ISGID: a file that others would run as us. */
const setId = 0o6000;

/** What reaches into other processes, the kernel, or what the sandbox is made of. */
const always: readonly CallName[] = [
  ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'pidfd_getfd', 'kcmp'] as const),
  ...(['kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module', 'reboot'] as const),
  ...(['mount', 'umount2', 'pivot_root', 'chroot', 'move_mount', 'open_tree', 'open_tree_attr'] as const),
  ...(['fsopen', 'fsconfig', 'fsmount', 'fspick', 'mount_setattr', 'setns', 'open_by_handle_at'] as const),
  ...(['add_key', 'request_key', 'keyctl', 'bpf', 'userfaultfd', 'perf_event_open'] as const),
  ...(['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'fanotify_init'] as const),
  ...(['swapon', 'swapoff', 'acct', 'quotactl', 'quotactl_fd', 'syslog', 'vhangup'] as const),
  ...(['settimeofday', 'clock_settime', 'sethostname', 'setdomainname', 'iopl', 'ioperm'] as const),
  ...(['modify_ldt', 'uselib', 'lookup_dcookie', 'move_pages', 'migrate_pages'] as const),
];

const creates: Test = { argument: 1, hasAny: creating };

function onFiles(): readonly Refusal[] {
  const ofMode = (call: CallName, argument: number, ...others: readonly Test[]): Refusal => ({
    call,
    errno: EPERM,
    rows: [[...others, { argument, hasAny: setId }]],
  });
  return [
    ofMode('chmod', 1),
    ofMode('fchmod', 1),
    ofMode('fchmodat', 2),
    ofMode('fchmodat2', 2),
    ofMode('creat', 1),
    ofMode('mknod', 1),
    ofMode('mknodat', 2),
    ofMode('open', 2, creates),
    ofMode('openat', 3, { argument: 2, hasAny: creating }),
    // Its mode lies in memory, where a filter cannot look.
    { call: 'openat2', errno: ENOSYS, rows: [] },
  ];
}

function onSockets(families: readonly number[]): readonly Refusal[] {
  const route: readonly Test[] = [
    { argument: 0, isOneOf: [AF_NETLINK] },
    { argument: 2, isNoneOf: [NETLINK_ROUTE] },
  ];
  return [
    { call: 'socket', errno: EPERM, rows: [[{ argument: 0, isNoneOf: families }], route] },
    {
      call: 'socketpair',
      errno: EPERM,
      // One of datagrams (SOCK_RAW is the same) sends to every other, whatever it is paired with.
      rows: [
        [{ argument: 0, isNoneOf: [AF_UNIX] }],
        [{ argument: 1, isNoneOf: [SOCK_STREAM, SOCK_SEQPACKET], mask: socketKind }],
      ],
    },
  ];
}

/** A limit of another process ends it as a signal would: its time on a processor, the size of its files. */
const limitsOfOthers: Refusal = {
  call: 'prlimit64',
  errno: EPERM,
  rows: [[{ argument: 0, isNoneOf: [0] }]],
};

/** What of a sandbox its filter depends on. */
export interface FilterNeeds {
  readonly hasSockets: boolean;
  /** Whether processes outside can be named inside. */
  readonly seesProcesses: boolean;
}

function refusals({ hasSockets, seesProcesses }: FilterNeeds): readonly Refusal[] {
  return [
    ...always.map((call): Refusal => ({ call, errno: EPERM, rows: [] })),
    { call: 'unshare', errno: EPERM, rows: [[{ argument: 0, hasAny: newNamespaces | CLONE_NEWTIME }]] },
    { call: 'clone', errno: EPERM, rows: [[{ argument: 0, hasAny: newNamespaces }]] },
    { call: 'clone3', errno: ENOSYS, rows: [] },
    { call: 'ioctl', errno: EPERM, rows: [[{ argument: 1, isOneOf: terminalCalls }]] },
    ...(seesProcesses ? [limitsOfOthers] : []),
    ...onFiles(),
    ...onSockets(hasSockets ? [AF_INET, AF_INET6, AF_NETLINK] : []),
  ];
}

/**
 * The filter of a sandbox as `seccomp(2)` takes it (eight bytes an instruction). What it refuses fails with EPERM; a call
 * in the numbering of another architecture kills the process. Without `hasSockets` there are no sockets but pairs; with
 * them IP and the kernel's routing tables. Unix sockets are never to be had: a file system or a network of its own does not
 * keep a process from connecting to one outside.
 */
export function seccompProgram(architecture: Architecture, needs: FilterNeeds): Uint8Array {
  const { audit, column } = architectures[architecture];
  const refused = refusals(needs).flatMap(({ call, ...how }): readonly Refused[] => {
    const number = callNumbers[call][column];
    return number === null ? [] : [{ ...how, number }];
  });
  return encodeFilter(refused, {
    audit,
    above: architecture === 'x64' ? { number: x32Bit, errno: EPERM } : null,
  });
}
