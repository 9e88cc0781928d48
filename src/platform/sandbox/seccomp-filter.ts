/** A test of the low half of an argument, which is all the kernel reads in the calls below; with `mask`, of those bits only. */
export type Test =
  | { readonly argument: number; readonly hasAny: number }
  | { readonly argument: number; readonly isOneOf: readonly number[] }
  | { readonly argument: number; readonly isNoneOf: readonly number[]; readonly mask?: number };

/** A refused system call. */
export interface Refused {
  readonly number: number;
  readonly errno: number;
  /** Refused if all tests of any row hold; without rows, always. */
  readonly rows: readonly (readonly Test[])[];
}

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

const LD = 0x20;
const AND = 0x54;
const JEQ = 0x15;
const JGE = 0x35;
const JSET = 0x45;
const RET = 0x06;
/** Most instructions that a comparison can skip. */
const farthest = 255;
const callOffset = 0;
const architectureOffset = 4;
const allow: Instruction = [RET, 0, 0, 0x7fff0000];
const killProcess: Instruction = [RET, 0, 0, 0x80000000];

function refuse(errno: number): Instruction {
  return [RET, 0, 0, 0x00050000 | errno];
}

/** The instructions that skip the `rest` instructions after them unless the test holds. */
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

/** A row of tests: if all hold, the call is refused; else what follows decides. */
function rowOf(tests: readonly Test[], errno: number): readonly Instruction[] {
  let row: readonly Instruction[] = [refuse(errno)];
  for (const test of [...tests].reverse()) row = [...testOf(test, row.length), ...row];
  return row;
}

function bodyOf({ rows, errno }: Refused): readonly Instruction[] {
  return rows.length === 0 ? [refuse(errno)] : [...rows.flatMap((tests) => rowOf(tests, errno)), allow];
}

/** Most calls compared one by one; more are halved first. */
const fewCalls = 3;

/**
 * Looks up the call among the refused ones, which are sorted. By halving, because the kernel asks a new filter about every
 * existing call, and later about each partly refused one.
 */
function lookUp(refused: readonly Refused[]): readonly Instruction[] {
  const middle = refused.length >> 1;
  const pivot = refused[middle];
  if (pivot === undefined || refused.length <= fewCalls) {
    const found = refused.flatMap((one): readonly Instruction[] => {
      const body = bodyOf(one);
      return [[JEQ, 0, body.length, one.number], ...body];
    });
    return [...found, allow];
  }
  const below = lookUp(refused.slice(0, middle));
  return [[JGE, below.length, 0, pivot.number], ...below, ...lookUp(refused.slice(middle))];
}

/** The system call numbering that a filter is for. */
export interface Numbering {
  /** The architecture (linux/audit.h); a call in another numbering kills the process. */
  readonly audit: number;
  /** Call numbers from `number` on are refused; null for none. */
  readonly above: { readonly number: number; readonly errno: number } | null;
}

/** Encodes a filter for `seccomp(2)` (eight bytes an instruction) that allows all calls that are not refused. */
export function encodeFilter(refused: readonly Refused[], { audit, above }: Numbering): Uint8Array {
  const inOrder = [...refused].sort((a, b) => a.number - b.number);
  return encode([
    [LD, 0, 0, architectureOffset],
    [JEQ, 1, 0, audit],
    killProcess,
    [LD, 0, 0, callOffset],
    ...(above === null ? [] : ([[JGE, 0, 1, above.number], refuse(above.errno)] as const)),
    ...lookUp(inOrder),
  ]);
}

/** struct sock_filter: u16 code, u8 jt, u8 jf, u32 k, in the byte order of both architectures. */
function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, jumpTrue, jumpFalse, value]] of program.entries()) {
    view.setUint16(index * 8, code, true);
    if (Math.max(jumpTrue, jumpFalse) > farthest) throw new RangeError('a jump of the filter is too long');
    view.setUint8(index * 8 + 2, jumpTrue);
    view.setUint8(index * 8 + 3, jumpFalse);
    view.setUint32(index * 8 + 4, value >>> 0, true);
  }
  return bytes;
}
