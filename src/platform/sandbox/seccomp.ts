import { type Architecture, architectures, type CallName, callNumbers } from './seccomp-calls.ts';

/** One test of the low half of an argument, which is all the kernel looks at in the calls below; of `mask` alone where that is given. */
type Test =
  | { readonly argument: number; readonly hasAny: number }
  | { readonly argument: number; readonly isOneOf: readonly number[] }
  | { readonly argument: number; readonly isNoneOf: readonly number[]; readonly mask?: number };

interface Refusal {
  readonly call: CallName;
  readonly errno: number;
  /** Refused when all tests of any row hold; without rows always. */
  readonly rows: readonly (readonly Test[])[];
}

const EPERM = 1;
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

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

const LD = 0x20;
const AND = 0x54;
const JEQ = 0x15;
const JGE = 0x35;
const JSET = 0x45;
const RET = 0x06;
const callOffset = 0;
const architectureOffset = 4;
const allow: Instruction = [RET, 0, 0, 0x7fff0000];
const killProcess: Instruction = [RET, 0, 0, 0x80000000];
const x32Bit = 0x40000000;

function refuse(errno: number): Instruction {
  return [RET, 0, 0, 0x00050000 | errno];
}

/** The instructions that go on behind `rest` unless the test holds; `rest` is as long as what stands between. */
function testOf(test: Test, rest: number): readonly Instruction[] {
  const word: Instruction = [LD, 0, 0, 16 + test.argument * 8];
  if ('hasAny' in test) return [word, [JSET, 0, rest, test.hasAny]];
  const mask: readonly Instruction[] = 'mask' in test ? [[AND, 0, 0, test.mask]] : [];
  const values = 'isOneOf' in test ? test.isOneOf : test.isNoneOf;
  const compared = values.map((value, index): Instruction => {
    const behind = values.length - index - 1;
    if ('isNoneOf' in test) return [JEQ, behind + rest, 0, value];
    return [JEQ, behind, index === values.length - 1 ? rest : 0, value];
  });
  return [word, ...mask, ...compared];
}

/** One row of tests: all of them hold, and it is refused; else what follows decides. */
function rowOf(tests: readonly Test[], errno: number): readonly Instruction[] {
  let row: readonly Instruction[] = [refuse(errno)];
  for (const test of [...tests].reverse()) row = [...testOf(test, row.length), ...row];
  return row;
}

function bodyOf({ rows, errno }: Refusal): readonly Instruction[] {
  return rows.length === 0 ? [refuse(errno)] : [...rows.flatMap((tests) => rowOf(tests, errno)), allow];
}

/**
 * The filter of a sandbox as `seccomp(2)` takes it (eight bytes an instruction). What it refuses fails with EPERM; a call
 * in the numbering of another architecture kills the process. Without `hasSockets` there are no sockets but pairs; with
 * them IP and the kernel's routing tables. Unix sockets are never to be had: a file system or a network of its own does not
 * keep a process from connecting to one outside.
 */
export function seccompProgram(architecture: Architecture, needs: FilterNeeds): Uint8Array {
  const { audit, column } = architectures[architecture];
  const program: Instruction[] = [
    [LD, 0, 0, architectureOffset],
    [JEQ, 1, 0, audit],
    killProcess,
    [LD, 0, 0, callOffset],
    ...(architecture === 'x64' ? ([[JGE, 0, 1, x32Bit], refuse(EPERM)] as const) : []),
  ];
  for (const refusal of refusals(needs)) {
    const number = callNumbers[refusal.call][column];
    if (number === null) continue;
    const body = bodyOf(refusal);
    program.push([JEQ, 0, body.length, number], ...body);
  }
  program.push(allow);
  return encode(program);
}

/** struct sock_filter: u16 code, u8 jt, u8 jf, u32 k, in the byte order of both architectures. */
function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, jumpTrue, jumpFalse, value]] of program.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, jumpTrue);
    view.setUint8(index * 8 + 3, jumpFalse);
    view.setUint32(index * 8 + 4, value >>> 0, true);
  }
  return bytes;
}
