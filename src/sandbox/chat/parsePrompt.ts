import type { ChatDialect } from '../../core/catalog/catalog.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/support/json/json.ts';
import { numberOf, textOf } from '../media/taskBody.ts';

/** The content of a chat body, whatever its API format. */
export interface ChatPrompt {
  readonly system: string;
  /** The last message of the user. */
  readonly text: string;
  /** Limit of the response in tokens. Null for no limit. */
  readonly maxTokens: number | null;
}

/** Returns what is wrong with a body that is not valid, starting with its field. */
export function parsePrompt(body: JsonObject, dialect: ChatDialect): ChatPrompt | { readonly problem: string } {
  const name = dialect === 'responses' ? 'input' : 'messages';
  const problem = checkMessages(body[name], name);
  if (problem !== null) return { problem };
  const limits = [body['max_tokens'], body['max_completion_tokens'], body['max_output_tokens']].map(numberOf);
  const maxTokens = limits.find((each) => each !== null) ?? null;
  // Without it, this API format returns an error, as observed.
  if (dialect === 'messages' && maxTokens === null) return { problem: 'max_tokens is missing.' };
  const messages = parseMessages(body[name]);
  const instructions = [body['system'], body['instructions']].map(textIn);
  const system = [...instructions, ...messages.filter(({ role }) => role === 'system').map(({ text }) => text)];
  const text = (messages.findLast(({ role }) => role === 'user') ?? messages.at(-1))?.text ?? '';
  return { system: system.filter((each) => each !== '').join('\n'), text, maxTokens };
}

function checkMessages(value: JsonValue | undefined, name: string): string | null {
  if (value === undefined || value === null || value === '') return `${name} is missing.`;
  if (typeof value === 'string' && name === 'input') return null;
  if (!Array.isArray(value)) return `${name} must be of type array.`;
  if (value.length === 0) return `${name} has 0 items, at least 1 is needed.`;
  const wrong = value.findIndex((each) => !isJsonObject(each));
  return wrong === -1 ? null : `${name}[${String(wrong)}] must be of type object.`;
}

function parseMessages(value: JsonValue | undefined) {
  if (typeof value === 'string') return [{ role: 'user', text: value }];
  return (Array.isArray(value) ? value : []).filter(isJsonObject).map((message) => {
    const role = textOf(message['role']);
    return { role: role === 'developer' ? 'system' : role, text: textIn(message['content'] ?? message['text']) };
  });
}

/** Returns a string, or the text among parts of any kind. */
function textIn(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const texts = value.map((part: JsonValue) => (isJsonObject(part) ? part['text'] : part));
  return texts.filter((text) => typeof text === 'string').join('\n');
}
