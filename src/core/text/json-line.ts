/** Characters that are no line end in JSON, but are to readers that know all of Unicode's, such as Python's `splitlines`. */
const lineEnds = /[\u0085\u2028\u2029]/g;

/** A value as JSON on one line for any reader; `null` for what JSON cannot express. */
export function jsonLine(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  return json.replace(lineEnds, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
