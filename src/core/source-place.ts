/** Where a rule or a value stands, as messages name it: its source, with the line (from 1) where there is one. */
export function sourcePlace({
  source,
  line,
}: {
  readonly source: string;
  readonly line: number | null;
}): string {
  return line === null ? source : `${source}:${line}`;
}
