/** Characters that are no line end in JSON, but are to readers that know all of Unicode's, such as Python's `splitlines`. */
const lineEnds = /[\u0085\u2028\u2029]/g;

/** JSON with the UTF-16 units that a global pattern finds in its texts written as escapes. */
export function withEscaped(json: string, units: RegExp): string {
  return json.replace(units, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A value as JSON on one line for any reader; `null` for what JSON cannot express. */
export function jsonLine(value: unknown): string {
  return withEscaped(JSON.stringify(value) ?? 'null', lineEnds);
}
