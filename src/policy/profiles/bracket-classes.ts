interface Reading {
  /** Whether a backslash quotes what follows it inside a class. */
  readonly quotes: boolean;
  /** Whether `[:alpha:]` and its kin are read inside a class. */
  readonly names: boolean;
}

const readings: readonly Reading[] = [true, false].flatMap((quotes) =>
  [true, false].map((names) => ({ quotes, names })),
);

/** The index behind the class that opens at `start`, or null when the text ends inside it. */
function endOfClass(text: string, start: number, { quotes, names }: Reading): number | null {
  let at = start + 1;
  if (text[at] === '^') at += 1;
  // A closing bracket right at the beginning is a member.
  if (text[at] === ']') at += 1;
  for (; at < text.length; at += 1) {
    const char = text[at];
    if (char === ']') return at + 1;
    if (char === '\\' && quotes) at += 1;
    else if (char === '[' && names && /[:.=]/.test(text[at + 1] ?? '')) {
      const end = text.indexOf(`${text[at + 1]}]`, at + 2);
      if (end === -1) return null;
      at = end + 1;
    }
  }
  return null;
}

function endsOutside(text: string, reading: Reading): boolean {
  for (let at = 0; at < text.length; ) {
    if (text[at] === '\\') at += 2;
    else if (text[at] !== '[') at += 1;
    else {
      const end = endOfClass(text, at, reading);
      if (end === null) return false;
      at = end;
    }
  }
  return true;
}

/**
 * Whether a regular expression that was cut out at its delimiter ends outside every class, however a program reads classes:
 * some take a delimiter inside one for a member, and read on where others end.
 */
export function closesClasses(pattern: string): boolean {
  return !pattern.includes('[') || readings.every((reading) => endsOutside(pattern, reading));
}
