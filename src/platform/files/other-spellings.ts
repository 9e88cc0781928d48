import { decodeStrictly } from '../../core/text/utf8.ts';

/** The characters of `\303\251`, as git and ls write bytes; null if a text has none of them, or other bytes than UTF-8. */
function fromOctal(text: string): string | null {
  if (!/\\[0-3][0-7]{2}/.test(text)) return null;
  const bytes = Buffer.from(text).toString('latin1');
  const meant = bytes.replace(/\\([0-3][0-7]{2})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return decodeStrictly(Buffer.from(meant, 'latin1'));
}

/** How a relative path may be meant that is spelled as other programs do: octal bytes, the `a/` of a diff, a root that is the workspace. */
export function otherSpellings(given: string): readonly string[] {
  const bare = /^"(.+)"$/s.exec(given)?.[1] ?? given;
  const plain = fromOctal(bare) ?? bare;
  const spellings = [
    plain,
    plain.replace(/^[ab]\//, ''),
    plain.replace(/^\/+/, ''),
    plain.replaceAll('\\', '/'),
  ];
  return [...new Set(spellings)].filter((one) => one !== given && one !== '' && !one.startsWith('/'));
}
