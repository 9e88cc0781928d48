/** What tools show before the text of a line, and how a message calls it. */
const prefixes: readonly (readonly [prefix: RegExp, called: string])[] = [
  [/^ *\d+\t/, 'the line numbers that read shows'],
  [/^(?:.+?:\d+:|.+?-\d+-)/, 'the paths and line numbers that grep shows'],
];

/** The lines of `old` without such a prefix; null if a line lacks it. */
function withoutPrefix(old: string, prefix: RegExp): string | null {
  const lines = old.split(/\r?\n/);
  if (!lines.every((line) => line === '' || prefix.test(line))) return null;
  return lines.map((line) => line.replace(prefix, '')).join('\n');
}

const spelled: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** `\n`, `\t`, `\"` and the like replaced by their characters. */
function unescaped(old: string): string {
  return old.replace(/\\([ntr"'`\\])/g, (_, character: string) => spelled[character] ?? character);
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
};

/** `&lt;`, `&amp;` and the like, as markup has them, replaced by their characters. */
function withoutEntities(old: string): string {
  return old.replace(/&(amp|lt|gt|quot|apos|#39);/g, (whole, name: string) => entities[name] ?? whole);
}

/** How `old` may have been written otherwise than meant, and how a message calls it. */
const writings: readonly (readonly [meant: (old: string) => string, called: string])[] = [
  [unescaped, 'written with a backslash (\\n, \\t, \\")'],
  [withoutEntities, 'written as entities (&lt;, &amp;, &quot;)'],
];

/** What in `old`, from where it was copied or how it was written, hides that the rest is in the file; null for nothing. */
export function miscopied(text: string, old: string): string | null {
  const plain = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  const isThere = (part: string | null) => part !== null && part.trim() !== '' && plain.includes(part);
  const called = prefixes.find(([prefix]) => isThere(withoutPrefix(old, prefix)))?.[1];
  if (called !== undefined) return `"old" has ${called}, which are not in the file`;
  const written = writings.find(([meantBy]) => {
    const meant = meantBy(old);
    return meant !== old && isThere(meant.replaceAll('\r\n', '\n'));
  })?.[1];
  return written === undefined ? null : `"old" has characters ${written} that the file has without`;
}
