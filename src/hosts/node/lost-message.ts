/** What a connection lost with an unreadable line, and for which call, by the id of its request. */
export interface LostMessage {
  readonly kind: 'nothing' | 'output' | 'answer';
  /** Null if it may belong to any call. */
  readonly id: number | null;
}

const member = '"jsonrpc":"2.0",';
const beginning = new RegExp(
  `^\\{${member}(?:"id":(\\d+),"(?:result|error)"|"method":"(tool/output)?[^"]*"(?:,"params":\\{"id":(\\d+))?)`,
);

/** Finds out what an unreadable message was for from what is left of it, at least its start. */
export function readLostMessage(line: string): LostMessage {
  const messages = line.split(member).length - 1;
  // Something other than a node wrote this, as programs started by a login may do at any time.
  if (messages === 0) return { kind: 'nothing', id: null };
  const [match, answered, output, told] = beginning.exec(line) ?? [];
  if (match === undefined || messages > 1) return { kind: 'answer', id: null };
  if (answered !== undefined) return { kind: 'answer', id: Number(answered) };
  return output === undefined || told === undefined
    ? { kind: 'nothing', id: null }
    : { kind: 'output', id: Number(told) };
}
