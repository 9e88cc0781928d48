/** Characters that the id of an approval shows of the digest which its answer is bound to. */
const shownDigest = 12;

/** A new id of a question about the call with this digest. */
export function newApprovalId(digest: string): string {
  return `${idStart(digest)}${crypto.randomUUID().slice(0, 6)}`;
}

/** What all ids of approvals of a call begin with. */
export function idStart(digest: string): string {
  return `${digest.slice(0, shownDigest)}-`;
}
