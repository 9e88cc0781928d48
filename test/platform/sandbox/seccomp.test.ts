import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seccompProgram } from '../../../src/platform/sandbox/seccomp.ts';
import { architectures, callNumbers } from '../../../src/platform/sandbox/seccomp-calls.ts';

const allow = 0x7fff0000;
const kill = 0x80000000;
const refused = (errno: number): number => 0x50000 + errno;
const [EPERM, ENOSYS] = [refused(1), refused(38)];

function decide(program: Uint8Array, audit: number, call: number, words: readonly number[]): number {
  return runFilter(program, audit, call, words).answer;
}

/** Runs a filter as the kernel does (linux/filter.h), over the struct seccomp_data of one call, and counts the instructions. */
function runFilter(
  program: Uint8Array,
  audit: number,
  call: number,
  words: readonly number[],
): { readonly answer: number; readonly steps: number } {
  const code = new DataView(program.buffer);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call, true);
  data.setUint32(4, audit, true);
  for (const [index, word] of words.entries()) data.setBigUint64(16 + index * 8, BigInt(word), true);
  let value = 0;
  let steps = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    steps += 1;
    const constant = code.getUint32(at * 8 + 4, true);
    const jump = (holds: boolean): number => code.getUint8(at * 8 + (holds ? 2 : 3));
    switch (code.getUint16(at * 8, true)) {
      case 0x20:
        value = data.getUint32(constant, true);
        break;
      case 0x54:
        value &= constant;
        break;
      case 0x15:
        at += jump(value === constant);
        break;
      case 0x35:
        at += jump(value >= constant);
        break;
      case 0x45:
        at += jump((value & constant) !== 0);
        break;
      case 0x06:
        return { answer: constant, steps };
      default:
        throw new Error('unknown instruction');
    }
  }
  throw new Error('no answer');
}

const { audit } = architectures.x64;
const rows: readonly (readonly [
  name: string,
  call: number,
  words: readonly number[],
  sockets: boolean,
  answer: number,
])[] = [
  ['read', 0, [], true, allow],
  ['ptrace', 101, [], true, EPERM],
  ['io_uring_setup', 425, [], true, EPERM],
  ['fork', 56, [17], true, allow],
  ['clone into a user namespace', 56, [0x10000000 | 17], true, EPERM],
  ['clone3, which fork falls back from', 435, [], true, ENOSYS],
  ['unshare of files', 272, [0x400], true, allow],
  ['unshare of mounts', 272, [0x20000], true, EPERM],
  ['unshare of time', 272, [0x80], true, EPERM],
  ['IP', 41, [2, 1, 0], true, allow],
  ['IPv6', 41, [10, 2, 0], true, allow],
  ['IP without a network', 41, [2, 1, 0], false, EPERM],
  ['routing tables', 41, [16, 3, 0], true, allow],
  ['another netlink', 41, [16, 3, 12], true, EPERM],
  ['a Unix socket', 41, [1, 1, 0], true, EPERM],
  ['a virtual machine’s socket', 41, [40, 1, 0], true, EPERM],
  ['a pair of Unix sockets', 53, [1, 1, 0], false, allow],
  ['a pair that closes with a start of another program', 53, [1, 0x80801, 0], false, allow],
  ['a pair of Unix sockets that keep packets apart', 53, [1, 0x80005, 0], true, allow],
  ['a pair of Unix sockets for datagrams, which reach others', 53, [1, 2, 0], true, EPERM],
  ['the same that closes with a start of another program', 53, [1, 0x80002, 0], false, EPERM],
  ['raw Unix sockets, which are for datagrams', 53, [1, 3, 0], true, EPERM],
  ['a pair of another family', 53, [30, 1, 0], true, EPERM],
  ['a window’s size', 16, [0, 0x5413], true, allow],
  ['TIOCSTI', 16, [0, 0x5412], true, EPERM],
  ['TIOCSTI with what the kernel does not look at', 16, [0, 0x1_0000_5412], true, EPERM],
  ['TIOCLINUX', 16, [0, 0x541c], true, EPERM],
  ['chmod', 90, [0, 0o755], true, allow],
  ['chmod with set-uid', 90, [0, 0o4755], true, EPERM],
  ['fchmodat with set-gid', 268, [0, 0, 0o2755], true, EPERM],
  ['openat that makes no file', 257, [0, 0, 0, 0o4755], true, allow],
  ['openat that makes a file with set-uid', 257, [0, 0, 0x41, 0o4755], true, EPERM],
  ['openat2', 437, [], true, ENOSYS],
  ['a limit of its own', 302, [0, 0, 1], true, allow],
  ['a limit of another process', 302, [77, 0, 1], true, EPERM],
  ['a call of the x32 numbering', 0x40000000, [], true, EPERM],
];

describe('the filter of system calls', () => {
  it.each(rows)('%s', (_, call, words, sockets, answer) => {
    expect(
      decide(seccompProgram('x64', { hasSockets: sockets, seesProcesses: true }), audit, call, words),
    ).toBe(answer);
  });

  it('leaves limits alone where no process outside can be named', () => {
    const program = seccompProgram('x64', { hasSockets: true, seesProcesses: false });
    expect(decide(program, audit, 302, [77, 0, 1])).toBe(allow);
  });

  it('kills a call in the numbering of another architecture', () => {
    expect(decide(seccompProgram('x64', { hasSockets: true, seesProcesses: true }), 0x40000003, 26, [])).toBe(
      kill,
    );
  });

  it.each(['x64', 'arm64'] as const)('on %s refuses all that it knows to refuse', (architecture) => {
    const program = seccompProgram(architecture, { hasSockets: false, seesProcesses: true });
    const { audit: own, column } = architectures[architecture];
    for (const [name, numbers] of Object.entries(callNumbers)) {
      const number = numbers[column];
      if (
        number === null ||
        /^(clone|unshare|ioctl|socketpair|f?ch?mod.*|creat|mknod.*|open(at)?|prlimit64)$/.test(name)
      )
        continue;
      expect(decide(program, own, number, []), name).not.toBe(allow);
    }
  });

  it.each(['x64', 'arm64'] as const)('on %s allows every other call, in few steps', (architecture) => {
    const { audit: own, column } = architectures[architecture];
    const named = new Set<number | null>(Object.values(callNumbers).map((numbers) => numbers[column]));
    for (const hasSockets of [true, false]) {
      const program = seccompProgram(architecture, { hasSockets, seesProcesses: true });
      for (let call = 0; call <= 600; call += 1) {
        const { answer, steps } = runFilter(program, own, call, [0, 0, 0, 0, 0, 0]);
        if (!named.has(call)) expect(answer, String(call)).toBe(allow);
        expect(steps, String(call)).toBeLessThanOrEqual(24);
      }
    }
  });

  it.for([
    ['/usr/include/x86_64-linux-gnu/asm/unistd_64.h', 0],
    ['/usr/include/asm-generic/unistd.h', 1],
  ] as const)('has the numbers of %s', ([file, column], context) => {
    if (!existsSync(file)) context.skip(`there is no ${file}`);
    const known = new Map(
      [...readFileSync(file, 'utf8').matchAll(/__NR(?:3264)?_(\w+)\s+(\d+)/g)].map(([, name, number]) => [
        name,
        Number(number),
      ]),
    );
    for (const [name, numbers] of Object.entries(callNumbers)) {
      const there = known.get(name);
      if (there !== undefined) expect(numbers[column], name).toBe(there);
    }
    expect(known.size).toBeGreaterThan(200);
  });
});
