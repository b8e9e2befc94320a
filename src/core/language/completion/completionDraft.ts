import type { Modality } from '../../catalog/catalog.ts';
import type { Completion } from '../languageService.ts';

/** A completion before it has a position in the list. */
export type CompletionDraft = Omit<Completion, 'sortText'>;

/** What a draft writes. */
export type Insertion = Pick<CompletionDraft, 'insertText' | 'isSnippet' | 'triggersNext'>;

/** Escapes text for a snippet, so that it contains no tab stop and ends none. */
export function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}

/** Words that users enter who know what they want to make, but no model. They are compared and never shown. */
export const goalWords: Readonly<Record<Modality, string>> = {
  image: 'image picture photo drawing',
  music: 'music song',
  speech: 'speech voice narration tts',
  video: 'video clip film movie',
  chat: 'chat text story',
};
