const controls = /[\u0000-\u001f\u007f]/;

/** `path` on one line of a result: names that hold control characters are quoted and escaped as JSON does it. */
export function oneLinePath(path: string): string {
  return controls.test(path) ? JSON.stringify(path) : path;
}

/** A value in the quotes of a message, on one line likewise: the name of a file must not pass for further lines of it. */
export function inQuotes(value: string): string {
  return controls.test(value) ? JSON.stringify(value) : `"${value}"`;
}
