/** How many characters of the digest that the answer is bound to start an approval id. */
const shownDigest = 12;

/** A new id for a question about the call with this digest. */
export function newApprovalId(digest: string): string {
  return `${idStart(digest)}${crypto.randomUUID().slice(0, 6)}`;
}

/** The common start of all approval ids of a call. */
export function idStart(digest: string): string {
  return `${digest.slice(0, shownDigest)}-`;
}
