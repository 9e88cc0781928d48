/** What is within a line to JSON and ends one to readers that know every line end of Unicode, such as `splitlines` of Python. */
const lineEnds = /[\u0085\u2028\u2029]/g;

/** A value as JSON that is one line to whoever reads it; `null` for what JSON cannot express. */
export function jsonLine(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  return json.replace(lineEnds, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
