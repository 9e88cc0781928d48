/** `%G?` of a pretty format (also `%-G`, `%+G`, `% G`), `%(signature)` of a ref format (`%(*signature)`: of the tagged object), and the sort key. */
const signature = /%[-+ ]?G|%\(\*?signature|^[-*:\w]*signature/;

/** Whether a format or a sort key makes git verify signatures, for which it starts gpg or another configured program. */
export function asksForSignature(text: string): boolean {
  return signature.test(text);
}
