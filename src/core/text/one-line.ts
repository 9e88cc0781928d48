const controls = /[\u0000-\u001f\u007f]/;

/** `path` on one line: names with control characters are quoted and escaped as in JSON. */
export function oneLinePath(path: string): string {
  return controls.test(path) ? JSON.stringify(path) : path;
}

/** A value in quotes for a message, on one line: a file name must not pass for further lines of it. */
export function inQuotes(value: string): string {
  return controls.test(value) ? JSON.stringify(value) : `"${value}"`;
}

/** A sentence on one line, whatever texts it quotes; control characters are escaped as in JSON. */
export function onOneLine(sentence: string): string {
  return controls.test(sentence) ? sentence.replace(/[\u0000-\u001f\u007f]/g, escapeControl) : sentence;
}

function escapeControl(character: string): string {
  return character === '\u007f' ? '\\u007f' : JSON.stringify(character).slice(1, -1);
}
