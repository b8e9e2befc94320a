import type { JsonObject } from '../support/json/json.ts';

/** Fields with what the user asked for. If a request has several, the first one in this list describes it best. */
const promptFields = ['prompt', 'input', 'text', 'gpt_description_prompt', 'ssml', 'lyrics'];

/** Finds the field of a body that has the prompt, and its text. Null if the body has none. */
export function findPrompt(body: JsonObject): { readonly field: string; readonly text: string } | null {
  for (const field of promptFields) {
    const text = body[field];
    if (typeof text === 'string' && text.trim() !== '') return { field, text };
  }
  return null;
}
