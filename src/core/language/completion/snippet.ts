/** Text as a snippet has it: what would be a tab stop or end one is written out. */
export function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}
