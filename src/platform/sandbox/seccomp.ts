import { type Architecture, architectures, type CallName, callNumbers } from './seccomp-calls.ts';
import { encodeFilter, type Refused, type Test } from './seccomp-filter.ts';

interface Refusal extends Omit<Refused, 'number'> {
  readonly call: CallName;
}

const EPERM = 1;
/** The bit of x32 call numbers, another numbering of x64 calls. */
const x32Bit = 0x40000000;
/** Read by programs as "this kernel is too old", so that they fall back on calls that can be inspected. */
const ENOSYS = 38;

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
/** The socket type without SOCK_CLOEXEC and SOCK_NONBLOCK. */
const socketKind = 0xf;
/** CLONE_NEWNS, _NEWCGROUP, _NEWUTS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET. */
const newNamespaces = 0x7e020000;
const CLONE_NEWTIME = 0x80;
/** TIOCSTI types into a terminal, TIOCLINUX pastes into one, TIOCSETD loads line disciplines. */
const terminalCalls = [0x5412, 0x541c, 0x5423];
/** O_CREAT and __O_TMPFILE: open reads its mode only with these. */
const creating = 0x400040;
/** S_ISUID and S_ISGID: a file that others would run as us. */
const setId = 0o6000;

/** Calls that reach into other processes, the kernel, or what the sandbox is made of. */
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
    // Its mode is in memory, which a filter cannot read.
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
      // A datagram socket (SOCK_RAW is the same) can send to any other, even if it is paired.
      rows: [
        [{ argument: 0, isNoneOf: [AF_UNIX] }],
        [{ argument: 1, isNoneOf: [SOCK_STREAM, SOCK_SEQPACKET], mask: socketKind }],
      ],
    },
  ];
}

/** Setting a limit of another process can end it like a signal: its processor time, the size of its files. */
const limitsOfOthers: Refusal = {
  call: 'prlimit64',
  errno: EPERM,
  rows: [[{ argument: 0, isNoneOf: [0] }]],
};

/** The properties of a sandbox on which its filter depends. */
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
 * The filter of a sandbox for `seccomp(2)` (eight bytes an instruction). Refused calls fail with EPERM, or ENOSYS if programs
 * fall back on another; a call in another architecture's numbering kills the process. Without `hasSockets`, only socket pairs
 * are allowed; with it, IP and the kernel's routing tables too. Unix sockets never are: a file system or network of its own
 * does not keep a process from connecting to one outside.
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
