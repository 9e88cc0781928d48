/** The time `seconds` after `now` in ISO 8601; `now` is in milliseconds since 1970. */
export function timeAfter(seconds: number, now = Date.now()): string {
  return new Date(now + seconds * 1000).toISOString();
}
