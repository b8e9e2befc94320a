import type { JsonObject } from '../../core/support/json/json.ts';
import { formatEvent } from '../http/response.ts';
import { failureMessage, textOfReply, type Reply, type TypedEvent, type Wording } from './reply.ts';

/** `/v1/responses`. The first item of the output is a reasoning item without content, as such models return. */
export const responses: Wording = {
  buildResponse: buildResponse,
  buildEvents(reply) {
    const itemId = `msg_${reply.id}`;
    const at = { item_id: itemId, output_index: 1, content_index: 0 };
    const open = { ...buildHead(reply), status: 'in_progress', output: [], usage: null };
    const text = textOfReply(reply);
    const part = { type: 'output_text', text, annotations: [] };
    const events: readonly TypedEvent[] = [
      { type: 'response.created', response: open },
      { type: 'response.in_progress', response: open },
      { type: 'response.output_item.added', output_index: 0, item: buildReasoning(reply) },
      { type: 'response.output_item.done', output_index: 0, item: buildReasoning(reply) },
      { type: 'response.output_item.added', output_index: 1, item: { ...buildMessage(reply), content: [] } },
      { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
      ...reply.pieces.map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
      { type: 'response.output_text.done', ...at, text },
      { type: 'response.content_part.done', ...at, part },
      { type: 'response.output_item.done', output_index: 1, item: buildMessage(reply) },
      { type: reply.isCut ? 'response.incomplete' : 'response.completed', response: buildResponse(reply) },
    ];
    return events.map((event, index) => formatEvent({ ...event, sequence_number: index }, event.type));
  },
  failure: formatEvent({ type: 'error', code: 'server_error', message: failureMessage, param: null }, 'error'),
};

function buildHead({ id, createdAt, model }: Reply): JsonObject {
  return { id: `resp_${id}`, object: 'response', created_at: createdAt, model, error: null };
}

function buildResponse(reply: Reply): JsonObject {
  const { isCut, amountUsd } = reply;
  const { input, output } = reply.usage;
  return {
    ...buildHead(reply),
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: [buildReasoning(reply), buildMessage(reply)],
    usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
    amount_usd: amountUsd,
  };
}

function buildReasoning({ id }: Reply): JsonObject {
  return { id: `rs_${id}`, type: 'reasoning', summary: [] };
}

function buildMessage(reply: Reply): JsonObject {
  const content = [{ type: 'output_text', text: textOfReply(reply), annotations: [] }];
  return { id: `msg_${reply.id}`, type: 'message', status: 'completed', role: 'assistant', content };
}
