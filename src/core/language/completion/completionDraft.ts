import type { Completion } from '../languageService.ts';

/** A completion before it has a position in the list. */
export type CompletionDraft = Omit<Completion, 'sortText'>;

/** What a draft writes. */
export type Insertion = Pick<CompletionDraft, 'insertText' | 'isSnippet' | 'triggersNext'>;

/** Escapes text for a snippet, so that it contains no tab stop and ends none. */
export function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}
