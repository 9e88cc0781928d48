import { setOf } from '../programs/words.ts';

/** Operators of `test`, `[` and `[[` that test the file their operand names. */
export const fileTests = setOf('-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S');

/** Operators that test the operand text. */
export const textTests: ReadonlySet<string> = new Set(['-z', '-n']);

/** Operators that compare two files. */
export const fileComparisons: ReadonlySet<string> = new Set(['-nt', '-ot', '-ef']);

/** Operators that compare numbers; `[[` evaluates their operands as arithmetic. */
export const numberComparisons = setOf('-eq -ne -lt -le -gt -ge');
