/** What the calls of a connection lost with a line that cannot be read; a call is told by the id of its request. */
export interface LostMessage {
  readonly kind: 'nothing' | 'output' | 'answer';
  /** Null where it may be that of any call. */
  readonly id: number | null;
}

const member = '"jsonrpc":"2.0",';
const beginning = new RegExp(
  `^\\{${member}(?:"id":(\\d+),"(?:result|error)"|"method":"(tool/output)?[^"]*"(?:,"params":\\{"id":(\\d+))?)`,
);

/** Reads what a message was for from what is left of it: its beginning, if not more. */
export function readLostMessage(line: string): LostMessage {
  const messages = line.split(member).length - 1;
  // Something else than a node writes there, as what a login starts may do at any time.
  if (messages === 0) return { kind: 'nothing', id: null };
  const [match, answered, output, told] = beginning.exec(line) ?? [];
  if (match === undefined || messages > 1) return { kind: 'answer', id: null };
  if (answered !== undefined) return { kind: 'answer', id: Number(answered) };
  return output === undefined || told === undefined
    ? { kind: 'nothing', id: null }
    : { kind: 'output', id: Number(told) };
}
