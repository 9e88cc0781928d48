/** One test of the low half of an argument, which is all the kernel looks at in the calls below; of `mask` alone where that is given. */
export type Test =
  | { readonly argument: number; readonly hasAny: number }
  | { readonly argument: number; readonly isOneOf: readonly number[] }
  | { readonly argument: number; readonly isNoneOf: readonly number[]; readonly mask?: number };

/** A system call that is refused. */
export interface Refused {
  readonly number: number;
  readonly errno: number;
  /** Refused when all tests of any row hold; without rows always. */
  readonly rows: readonly (readonly Test[])[];
}

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

const LD = 0x20;
const AND = 0x54;
const JEQ = 0x15;
const JGE = 0x35;
const JSET = 0x45;
const RET = 0x06;
/** Instructions that a comparison can pass over. */
const farthest = 255;
const callOffset = 0;
const architectureOffset = 4;
const allow: Instruction = [RET, 0, 0, 0x7fff0000];
const killProcess: Instruction = [RET, 0, 0, 0x80000000];

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

function bodyOf({ rows, errno }: Refused): readonly Instruction[] {
  return rows.length === 0 ? [refuse(errno)] : [...rows.flatMap((tests) => rowOf(tests, errno)), allow];
}

/** Calls that are compared one by one; more are halved first. */
const fewCalls = 3;

/**
 * Looks the call up among those refused, which stand in order. Halves, because the kernel asks a new filter about every call there
 * is, and later this one at each that is refused in part.
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

/** Of what a filter is for, beside what it refuses. */
export interface Numbering {
  /** The architecture, by linux/audit.h; a call in the numbering of another one kills the process. */
  readonly audit: number;
  /** Numbers from `number` on are refused; null for none. */
  readonly above: { readonly number: number; readonly errno: number } | null;
}

/** A filter as `seccomp(2)` takes it (eight bytes an instruction), which allows all calls that are not refused. */
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
