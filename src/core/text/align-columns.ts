/** Wider cells overflow their column. */
const mostWidth = 40;

/** Lines of cells; each column but the last is padded to its widest cell of at most 40 characters. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => {
      const width = row[column]?.length ?? 0;
      return width > mostWidth ? widest : Math.max(widest, width);
    }, 0),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}
