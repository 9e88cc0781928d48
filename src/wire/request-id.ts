/** Matches a value that is no array or object. */
const plainValue = String.raw`("(?:[^"\\]|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)`;
const plainName = String.raw`\s*"([^"\\]{0,100})"\s*:\s*`;
/** A member with such a value and the comma after it. */
const firstMember = new RegExp(`${plainName}${plainValue}\\s*,`, 'y');
/** The comma and a member at the end of a text. */
const lastMember = new RegExp(`,${plainName}${plainValue}\\s*$`);
/** Most members read at the end of a line: a request has four. */
const mostLast = 8;

/**
 * The id, as written, of the request in a JSON line of which only the first and last bytes are known; `null` if the members there do
 * not show one. (Clients write it first, or after the params.)
 */
export function requestId(start: Uint8Array, end: Uint8Array): string {
  const first = textOf(start);
  firstMember.lastIndex = first.indexOf('{') + 1;
  if (first.slice(0, firstMember.lastIndex).trim() !== '{') return 'null';
  const members = new Map<string, string>();
  for (let match = firstMember.exec(first); match !== null; match = firstMember.exec(first))
    members.set(match[1] ?? '', match[2] ?? '');
  for (const [name, value] of lastMembers(textOf(end))) members.set(name, value);
  const id = members.get('id') ?? '';
  const isRequest = members.get('method')?.startsWith('"') === true;
  return isRequest && /^(?:"[^\ufffd]*$|-?\d)/.test(id) && isJson(id) ? id : 'null';
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

/** The last members of the object at the end of a text, in order. */
function lastMembers(text: string): readonly (readonly [name: string, value: string])[] {
  const members: [name: string, value: string][] = [];
  let rest = text.trimEnd();
  if (!rest.endsWith('}')) return members;
  rest = rest.slice(0, -1);
  while (members.length < mostLast) {
    const match = lastMember.exec(rest);
    if (match === null) break;
    members.unshift([match[1] ?? '', match[2] ?? '']);
    rest = rest.slice(0, match.index);
  }
  return members;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
