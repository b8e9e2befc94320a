import type { JsonObject } from '../../core/support/json/json.ts';
import { formatEvent } from '../http/response.ts';
import { failureMessage, textOfReply, type Reply, type TypedEvent, type Wording } from './reply.ts';

/** `/v1/messages`. */
export const messages: Wording = {
  buildResponse: (reply) => ({
    ...head(reply),
    content: [{ type: 'text', text: textOfReply(reply) }],
    ...finishOf(reply),
    usage: { input_tokens: reply.usage.input, output_tokens: reply.usage.output },
    amount_usd: reply.amountUsd,
  }),
  buildEvents(reply) {
    const { input, output } = reply.usage;
    const open = { ...head(reply), content: [], stop_reason: null, stop_sequence: null };
    const events: readonly TypedEvent[] = [
      { type: 'message_start', message: { ...open, usage: { input_tokens: input, output_tokens: 0 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      ...reply.pieces.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: finishOf(reply),
        usage: { output_tokens: output },
        amount_usd: reply.amountUsd,
      },
      { type: 'message_stop' },
    ];
    return events.map((event) => formatEvent(event, event.type));
  },
  failure: formatEvent({ type: 'error', error: { type: 'overloaded_error', message: failureMessage } }, 'error'),
};

function head({ id, model }: Reply): JsonObject {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model };
}

function finishOf({ isCut }: Reply): JsonObject {
  return { stop_reason: isCut ? 'max_tokens' : 'end_turn', stop_sequence: null };
}
