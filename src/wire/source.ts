/**
 * Finds the text of a value in JSON. `JSON.parse` rounds numbers beyond 53 bits, but an id must be returned as it was sent (JSON-RPC
 * 2.0, section 5), so such ids are copied from the source. Every text here has passed `JSON.parse`.
 */

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(text.charAt(at))) at += 1;
  return at;
}

/** The position after the closing quote of the string at `from`. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The position after the value at `from`. */
function valueEnd(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return stringEnd(text, from);
  let at = from;
  if (first !== '{' && first !== '[') {
    while (at < text.length && !/[,\]} \t\r\n]/.test(text.charAt(at))) at += 1;
    return at;
  }
  let depth = 0;
  do {
    const char = text[at];
    if (char === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (char === '{' || char === '[') depth += 1;
    if (char === '}' || char === ']') depth -= 1;
    at += 1;
  } while (depth > 0 && at < text.length);
  return at;
}

/** Start of the value of the member `key` in the object at `from`; the last of duplicates counts, as in `JSON.parse`. Null for none. */
function memberStart(text: string, from: number, key: string): number | null {
  if (text[from] !== '{') return null;
  let found: number | null = null;
  let at = skipBlanks(text, from + 1);
  while (text[at] === '"') {
    const nameEnd = stringEnd(text, at);
    const start = skipBlanks(text, skipBlanks(text, nameEnd) + 1);
    if (JSON.parse(text.slice(at, nameEnd)) === key) found = start;
    at = skipBlanks(text, valueEnd(text, start));
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
  return found;
}

/** The text of the value at a path of member names in valid JSON; null for none. */
export function sourceAt(text: string, path: readonly string[]): string | null {
  let at = skipBlanks(text, 0);
  for (const key of path) {
    const found = memberStart(text, at, key);
    if (found === null) return null;
    at = found;
  }
  return text.slice(at, valueEnd(text, at));
}

/** The texts of the elements of a valid JSON array, in order. */
export function elementSources(text: string): readonly string[] {
  const sources: string[] = [];
  let at = skipBlanks(text, skipBlanks(text, 0) + 1);
  while (at < text.length && text[at] !== ']') {
    const end = valueEnd(text, at);
    sources.push(text.slice(at, end));
    at = skipBlanks(text, end);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
  return sources;
}
