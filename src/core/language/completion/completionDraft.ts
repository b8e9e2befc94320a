import type { Modality } from '../../catalog/catalog.ts';
import type { Completion } from '../languageService.ts';
import type { CompletionContext } from '../layout/findCompletionContext.ts';

export type CompletionDraft = Omit<Completion, 'sortText'>;

export type KeyContext = Extract<CompletionContext, { kind: 'key' }>;

/** What follows the name of a new key, with the cursor at its value: on lines, and in braces. */
const keyForms = {
  value: { lines: ': ', flow: ': ' },
  // YAML changes no character of a block scalar.
  prose: { lines: ': |\n  $0', flow: ': ' },
  map: { lines: ':\n  $0', flow: ': {$0}' },
  list: { lines: ':\n  - $0', flow: ': [$0]' },
  maps: { lines: ':\n  - $0', flow: ': [{$0}]' },
} as const;

/** Writes a key. Its name alone if it has a colon already. `asks`: the list of its values, or its keys, opens next. */
export function writeNewKey(
  name: string,
  { hasColon, isFlow }: KeyContext,
  { form, asks = false }: { readonly form: keyof typeof keyForms; readonly asks?: boolean },
): Pick<CompletionDraft, 'insertText' | 'isSnippet' | 'triggersNext'> {
  if (hasColon) return { insertText: name };
  const insertText = name + keyForms[form][isFlow ? 'flow' : 'lines'];
  return {
    insertText,
    ...(insertText.includes('$0') ? { isSnippet: true } : {}),
    ...(asks ? { triggersNext: true } : {}),
  };
}

/** Words that users enter who know what they want to make, but no model. They are compared and never shown. */
export const goalWords: Readonly<Record<Modality, string>> = {
  image: 'image picture photo drawing',
  music: 'music song',
  speech: 'speech voice narration tts',
  video: 'video clip film movie',
  chat: 'chat text story',
};
