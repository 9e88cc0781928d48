import { withEscaped } from './json-line.ts';

const controls = /[\u0000-\u001f\u007f]/;
/** Those that JSON.stringify leaves: DEL, the controls C1, line ends of Unicode and turns of the reading direction. */
const leftByJson = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** `path` on one line of a list: names with controls, or what turns the reading direction, are quoted and escaped as in JSON. */
export function oneLinePath(path: string): string {
  if (!controls.test(path) && !leftByJson.test(path)) return path;
  return withEscaped(JSON.stringify(path), new RegExp(leftByJson, 'g'));
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
