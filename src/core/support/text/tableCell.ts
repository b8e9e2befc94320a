/** Returns text that stays one cell of a table of Markdown, whatever it holds. */
export function tableCell(text: string): string {
  return text.replaceAll(/[\\|<>`*_[\]]/g, '\\$&').replaceAll(/\s+/g, ' ');
}
