import type { JsonObject } from '../../core/support/json/json.ts';
import { formatEvent } from '../http/response.ts';
import { failureMessage, textOfReply, type Reply, type Wording } from './reply.ts';

/** `/v1/chat/completions`. Images are beside the content, in a separate list. */
export const completions: Wording = {
  buildResponse(reply) {
    const message = { role: 'assistant', content: textOfReply(reply), ...imagesOf(reply) };
    return {
      ...head(reply, 'chat.completion'),
      choices: [{ index: 0, message, finish_reason: finishOf(reply) }],
      ...charge(reply),
    };
  },
  buildEvents(reply) {
    const chunk = (delta: JsonObject, finish: string | null = null): string =>
      formatEvent({
        ...head(reply, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...reply.pieces.map((content) => chunk({ content })),
      ...(reply.images.length > 0 ? [chunk(imagesOf(reply))] : []),
      chunk({}, finishOf(reply)),
      formatEvent({ ...head(reply, 'chat.completion.chunk'), choices: [], ...charge(reply) }),
      'data: [DONE]\n\n',
    ];
  },
  failure: formatEvent({ error: { code: 'upstream_error', message: failureMessage, type: 'server_error' } }),
};

function head({ id, createdAt, model }: Reply, object: string): JsonObject {
  return { id: `chatcmpl-${id}`, object, created: createdAt, model };
}

function imagesOf({ images }: Reply): JsonObject {
  if (images.length === 0) return {};
  return { images: images.map((url) => ({ type: 'image_url', image_url: { url } })) };
}

function finishOf({ isCut }: Reply): string {
  return isCut ? 'length' : 'stop';
}

function charge({ usage: { input, output }, amountUsd }: Reply): JsonObject {
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return { usage, amount_usd: amountUsd };
}
