/** `%G?` in a pretty format (also `%-G`, `%+G`, `% G`), `%(signature)` and `%(*signature)` in a ref format, and the sort key. */
const signature = /%[-+ ]?G|%\(\*?signature|^[-*:\w]*signature/;

/** Whether a format or a sort key makes git verify signatures, for which it runs gpg or another configured program. */
export function asksForSignature(text: string): boolean {
  return signature.test(text);
}
