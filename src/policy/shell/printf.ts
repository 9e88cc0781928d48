const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** Resolves the escapes of `printf` and `echo -e`. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|0?([0-7]{1,3})|([\s\S]))/g,
    (whole, hex?: string, wide?: string, octal?: string, char = '') => {
      const code = hex ?? wide;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return escapes[char] ?? whole;
    },
  );
}

/** Most characters that a format may produce: it is reused while words remain. */
const longest = 131_072;

function formatted(format: string, words: readonly string[]): string {
  const left = [...words];
  let text = '';
  do {
    const before = left.length;
    text += unescaped(format).replace(
      /%(?:%|[-+ #0]*(?:[1-9]\d*)?(?:\.\d+)?([sbqdiuxXofc]))/g,
      (_, kind?: string) => {
        if (kind === undefined) return '%';
        const word = left.shift() ?? '';
        return kind === 'b' ? unescaped(word) : word;
      },
    );
    if (left.length === before) break;
  } while (left.length > 0 && text.length < longest);
  return text;
}

/** The output of `printf` for its arguments. */
export function printfText(words: readonly string[]): string {
  const [format = '', ...rest] = words[0] === '--' ? words.slice(1) : words;
  return formatted(format, rest);
}

/** The output of `echo` for its arguments. */
export function echoText(words: readonly string[]): string {
  const from = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const text = from === -1 ? '' : words.slice(from).join(' ');
  const options = words.slice(0, from === -1 ? undefined : from);
  return options.some((word) => word.includes('e')) ? unescaped(text) : text;
}
