/** Controls (C0, DEL, C1), line ends of Unicode and turns of the reading direction. */
const moving = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** `path` on one line: names with characters that end a line or move what is shown are quoted and escaped as in JSON. */
export function oneLinePath(path: string): string {
  return moving.test(path) ? quoted(path) : path;
}

/** A value in quotes for a message, on one line: a file name must not pass for further lines of it. */
export function inQuotes(value: string): string {
  return moving.test(value) ? quoted(value) : `"${value}"`;
}

/** A sentence on one line, whatever texts it quotes; such characters are escaped as in JSON. */
export function onOneLine(sentence: string): string {
  return moving.test(sentence) ? escapeMoving(sentence) : sentence;
}

function quoted(text: string): string {
  return escapeMoving(JSON.stringify(text));
}

function escapeMoving(text: string): string {
  return text.replace(new RegExp(moving, 'g'), escapeOne);
}

/** JSON.stringify leaves those past the controls of ASCII as they are. */
function escapeOne(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? JSON.stringify(character).slice(1, -1) : `\\u${code.toString(16).padStart(4, '0')}`;
}
