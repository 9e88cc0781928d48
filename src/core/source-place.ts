/** The place of a rule or value for messages: its source, and the line (from 1) if there is one. */
export function sourcePlace({
  source,
  line,
}: {
  readonly source: string;
  readonly line: number | null;
}): string {
  return line === null ? source : `${source}:${line}`;
}
