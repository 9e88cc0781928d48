/** A member of an object whose value is no array or object, up to the comma behind it. */
const plainMember =
  /\s*"([^"\\]{0,100})"\s*:\s*("(?:[^"\\]|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\s*,/y;

/** The id, as it is written, of the request that a line of JSON begins with; `null` where its first members tell of none. */
export function requestId(start: Uint8Array): string {
  const text = Buffer.from(start).toString('utf8');
  plainMember.lastIndex = text.indexOf('{') + 1;
  if (text.slice(0, plainMember.lastIndex).trim() !== '{') return 'null';
  const members = new Map<string, string>();
  for (let match = plainMember.exec(text); match !== null; match = plainMember.exec(text))
    members.set(match[1] ?? '', match[2] ?? '');
  const id = members.get('id') ?? '';
  const isRequest = members.get('method')?.startsWith('"') === true;
  return isRequest && /^(?:"|-?\d)/.test(id) && isJson(id) ? id : 'null';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
