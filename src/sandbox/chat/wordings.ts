import type { JsonObject } from '../../core/support/json/json.ts';
import { formatEvent } from '../http/response.ts';

/** A finished answer, before it is converted to an API format. */
export interface Reply {
  /** Letters and digits. Each API format adds its own prefix. */
  readonly id: string;
  readonly model: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /** Markdown, in the pieces in which it is streamed. */
  readonly pieces: readonly string[];
  /** Why it ends: nothing is missing, or it has reached its limit, or a filter has stopped it. */
  readonly end: keyof typeof ends;
  readonly usage: { readonly input: number; readonly output: number };
  readonly amountUsd: number;
}

/** The end of an answer in the words of each API format. Null: the format has no word, because nothing is missing. */
const ends = {
  whole: { completions: 'stop', responses: null, messages: 'end_turn' },
  limit: { completions: 'length', responses: 'max_output_tokens', messages: 'max_tokens' },
  filter: { completions: 'content_filter', responses: 'content_filter', messages: 'refusal' },
} as const;

/** How each API format writes a response: as a whole, and as events, each of which ends with an empty line. */
export const wordings = {
  completions: { buildBody: buildCompletion, buildEvents: buildCompletionEvents },
  responses: { buildBody: buildResponsesBody, buildEvents: buildResponseEvents },
  messages: { buildBody: buildMessage, buildEvents: buildMessageEvents },
} as const;

/** `/v1/chat/completions`. */
function buildCompletion(reply: Reply): JsonObject {
  const message = { role: 'assistant', content: textOf(reply) };
  return {
    ...completionHead(reply, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: ends[reply.end].completions }],
    ...completionCharge(reply),
  };
}

function buildCompletionEvents(reply: Reply): readonly string[] {
  const chunk = (delta: JsonObject, finish: string | null = null): string =>
    formatEvent({
      ...completionHead(reply, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...reply.pieces.map((content) => chunk({ content })),
    chunk({}, ends[reply.end].completions),
    formatEvent({ ...completionHead(reply, 'chat.completion.chunk'), choices: [], ...completionCharge(reply) }),
    'data: [DONE]\n\n',
  ];
}

function completionHead({ id, createdAt, model }: Reply, object: string): JsonObject {
  return { id: `chatcmpl-${id}`, object, created: createdAt, model };
}

function completionCharge({ usage: { input, output }, amountUsd }: Reply): JsonObject {
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return { usage, amount_usd: amountUsd };
}

/** An event whose name is also in its data. */
interface TypedEvent extends JsonObject {
  readonly type: string;
}

/** `/v1/responses`. The first item of the output is a reasoning item without content, as such models return. */
function buildResponsesBody(reply: Reply): JsonObject {
  const { input, output } = reply.usage;
  const reason = ends[reply.end].responses;
  return {
    ...responseHead(reply),
    status: reason ? 'incomplete' : 'completed',
    incomplete_details: reason && { reason },
    output: [buildReasoning(reply), buildOutputMessage(reply)],
    usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
    amount_usd: reply.amountUsd,
  };
}

function buildResponseEvents(reply: Reply): readonly string[] {
  const itemId = `msg_${reply.id}`;
  const at = { item_id: itemId, output_index: 1, content_index: 0 };
  const open = { ...responseHead(reply), status: 'in_progress', output: [], usage: null };
  const text = textOf(reply);
  const part = { type: 'output_text', text, annotations: [] };
  const events: readonly TypedEvent[] = [
    { type: 'response.created', response: open },
    { type: 'response.in_progress', response: open },
    { type: 'response.output_item.added', output_index: 0, item: buildReasoning(reply) },
    { type: 'response.output_item.done', output_index: 0, item: buildReasoning(reply) },
    { type: 'response.output_item.added', output_index: 1, item: { ...buildOutputMessage(reply), content: [] } },
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    ...reply.pieces.map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
    { type: 'response.output_text.done', ...at, text },
    { type: 'response.content_part.done', ...at, part },
    { type: 'response.output_item.done', output_index: 1, item: buildOutputMessage(reply) },
    { type: reply.end === 'whole' ? 'response.completed' : 'response.incomplete', response: buildResponsesBody(reply) },
  ];
  return events.map((event, index) => formatEvent({ ...event, sequence_number: index }, event.type));
}

function responseHead({ id, createdAt, model }: Reply): JsonObject {
  return { id: `resp_${id}`, object: 'response', created_at: createdAt, model, error: null };
}

function buildReasoning({ id }: Reply): JsonObject {
  return { id: `rs_${id}`, type: 'reasoning', summary: [] };
}

function buildOutputMessage(reply: Reply): JsonObject {
  const content = [{ type: 'output_text', text: textOf(reply), annotations: [] }];
  return { id: `msg_${reply.id}`, type: 'message', status: 'completed', role: 'assistant', content };
}

/** `/v1/messages`. */
function buildMessage(reply: Reply): JsonObject {
  return {
    ...messageHead(reply),
    content: [{ type: 'text', text: textOf(reply) }],
    ...stopOf(reply),
    usage: { input_tokens: reply.usage.input, output_tokens: reply.usage.output },
    amount_usd: reply.amountUsd,
  };
}

function buildMessageEvents(reply: Reply): readonly string[] {
  const { input, output } = reply.usage;
  const open = { ...messageHead(reply), content: [], stop_reason: null, stop_sequence: null };
  const events: readonly TypedEvent[] = [
    { type: 'message_start', message: { ...open, usage: { input_tokens: input, output_tokens: 0 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...reply.pieces.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stopOf(reply), usage: { output_tokens: output }, amount_usd: reply.amountUsd },
    { type: 'message_stop' },
  ];
  return events.map((event) => formatEvent(event, event.type));
}

function messageHead({ id, model }: Reply): JsonObject {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model };
}

function stopOf({ end }: Reply): JsonObject {
  return { stop_reason: ends[end].messages, stop_sequence: null };
}

function textOf({ pieces }: Reply): string {
  return pieces.join('');
}
