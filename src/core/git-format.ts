/** Before the letter may stand what trims or adds a blank or a line; before an atom what follows a tag to its object. */
const signature = /%[-+ ]?G|%\(\*?signature|^[-*:\w]*signature/;

/** Whether a format of git, or an order, has signatures checked, for which git starts other programs. */
export function asksForSignature(text: string): boolean {
  return signature.test(text);
}
