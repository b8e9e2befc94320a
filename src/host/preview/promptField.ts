import { toText } from '../../core/jobFile/expression/toText.ts';
import type { JsonObject } from '../../core/support/json/json.ts';

/** Fields that contain what the user wrote, the best one first. */
const promptFields = ['prompt', 'input', 'text', 'gpt_description_prompt'];

/** Returns the name of the field with the prompt. Null if the body has none. */
export function findPromptField(body: JsonObject): string | null {
  return promptFields.find((name) => typeof body[name] === 'string' && body[name] !== '') ?? null;
}

/** Returns the seed as a string, because it may have more digits than a number can hold. */
export function seedOf({ seed }: JsonObject): string | null {
  return seed === undefined || seed === null ? null : toText(seed);
}
