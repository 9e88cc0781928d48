/** Operators of `test`, `[` and `[[` that look at the file which their operand names. */
export const fileTests: ReadonlySet<string> = new Set(
  '-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S'.split(' '),
);

/** Operators that look at their operand itself. */
export const textTests: ReadonlySet<string> = new Set(['-z', '-n']);

/** Operators between two words that name files. */
export const fileComparisons: ReadonlySet<string> = new Set(['-nt', '-ot', '-ef']);

/** Operators between numbers, which `[[` computes of what they are given. */
export const numberComparisons: ReadonlySet<string> = new Set('-eq -ne -lt -le -gt -ge'.split(' '));
