import type { Completion } from '../languageService.ts';

/** A completion without its position in the list. */
export type Draft = Omit<Completion, 'sortText'>;

/** Escapes text for a snippet, so that it contains no tab stop and ends none. */
export function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}
