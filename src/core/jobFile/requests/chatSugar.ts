import type { ChatDialect } from '../../catalog/catalog.ts';
import { assertNever } from '../../support/assertNever.ts';
import { isPlanList, type PlanObject, type PlanValue } from '../planValue.ts';

/** Sent to Messages, which requires it, if a job does not set it. */
export const defaultMaxTokens = 4096;

/**
 * Converts `prompt` and `system` to the fields of a chat endpoint, and sets `stream` unless the job sets it. `messages`
 * of the job are sent before the prompt.
 */
export function applyChatSugar(fields: PlanObject, dialect: ChatDialect): PlanObject {
  const { prompt, system, ...rest } = fields;
  const body: PlanObject = { ...rest, stream: rest['stream'] ?? true };
  switch (dialect) {
    case 'completions':
      return withMessages(body, [...message('system', system), ...messagesOf(rest), ...message('user', prompt)]);
    case 'responses': {
      const input = prompt === undefined || 'input' in rest ? {} : { input: prompt };
      return { ...body, ...(system === undefined ? {} : { instructions: system }), ...input };
    }
    case 'messages': {
      const maxTokens = rest['max_tokens'] ?? defaultMaxTokens;
      const own = { ...body, max_tokens: maxTokens, ...(system === undefined ? {} : { system }) };
      return withMessages(own, [...messagesOf(rest), ...message('user', prompt)]);
    }
    default:
      return assertNever(dialect);
  }
}

function message(role: string, content: PlanValue | undefined): readonly PlanObject[] {
  return content === undefined ? [] : [{ role, content }];
}

function messagesOf({ messages }: PlanObject): readonly PlanValue[] {
  return isPlanList(messages) ? messages : [];
}

/** A value that is not a list is left to the checks. */
function withMessages(body: PlanObject, messages: readonly PlanValue[]): PlanObject {
  return messages.length === 0 ? body : { ...body, messages };
}
