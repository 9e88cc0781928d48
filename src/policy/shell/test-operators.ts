/** Operators of `test`, `[` and `[[` that test the file their operand names. */
export const fileTests: ReadonlySet<string> = new Set(
  '-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S'.split(' '),
);

/** Operators that test the operand text. */
export const textTests: ReadonlySet<string> = new Set(['-z', '-n']);

/** Operators that compare two files. */
export const fileComparisons: ReadonlySet<string> = new Set(['-nt', '-ot', '-ef']);

/** Operators that compare numbers; `[[` evaluates their operands as arithmetic. */
export const numberComparisons: ReadonlySet<string> = new Set('-eq -ne -lt -le -gt -ge'.split(' '));
