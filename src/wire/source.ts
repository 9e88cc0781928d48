/**
 * Finds the text of one value in a JSON text. `JSON.parse` rounds numbers past 53 bits, but an id has to come back as it
 * was sent (JSON-RPC 2.0, section 5), so such ids are echoed from the source. Every text here has passed `JSON.parse`.
 */

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(text.charAt(at))) at += 1;
  return at;
}

/** The position after the closing quote of the string that starts at `from`. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The position after the value that starts at `from`. */
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

/** Where the value of the last member called `key` starts in the object at `from`; the last of duplicates counts, as in `JSON.parse`. */
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

/** The text of the value that a path of member names leads to in a valid JSON text, or null when there is none. */
export function sourceAt(text: string, path: readonly string[]): string | null {
  let at = skipBlanks(text, 0);
  for (const key of path) {
    const found = memberStart(text, at, key);
    if (found === null) return null;
    at = found;
  }
  return text.slice(at, valueEnd(text, at));
}

/** The texts of the elements of a valid JSON text that is an array, in order. */
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
