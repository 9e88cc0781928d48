/** What stands before the text of a line where it was shown, and what that is called. */
const prefixes: readonly (readonly [prefix: RegExp, called: string])[] = [
  [/^ *\d+\t/, 'the line numbers that read shows'],
  [/^(?:.+?:\d+:|.+?-\d+-)/, 'the paths and line numbers that grep shows'],
];

/** The lines of `old` without what stood before each of them; null where one has no such thing. */
function withoutPrefix(old: string, prefix: RegExp): string | null {
  const lines = old.split(/\r?\n/);
  if (!lines.every((line) => line === '' || prefix.test(line))) return null;
  return lines.map((line) => line.replace(prefix, '')).join('\n');
}

const spelled: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** `\n`, `\t`, `\"` and such as the characters that they stand for. */
function unescaped(old: string): string {
  return old.replace(/\\([ntr"'`\\])/g, (_, character: string) => spelled[character] ?? character);
}

/** What `old` has that comes from where it was copied from, or was written in, and hides that the rest of it is in the file; null for no such thing. */
export function miscopied(text: string, old: string): string | null {
  const plain = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  const isThere = (part: string | null) => part !== null && part.trim() !== '' && plain.includes(part);
  const called = prefixes.find(([prefix]) => isThere(withoutPrefix(old, prefix)))?.[1];
  if (called !== undefined) return `"old" has ${called}, which are not in the file`;
  const meant = unescaped(old);
  if (meant === old || !isThere(meant.replaceAll('\r\n', '\n'))) return null;
  return '"old" has characters written with a backslash (\\n, \\t, \\") that the file has without';
}
