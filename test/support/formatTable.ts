/** Aligns columns for the terminal: numbers to the right, words to the left. */
export function formatTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isNumeric = columns.map((_, column) => rows.every((row) => /^([\d.]*|–)$/.test(row[column] ?? '')));
  const format = (line: readonly string[]): string =>
    line
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [format(columns), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(format)].join('\n');
}
