import { answerImages } from './answerImages.ts';
import { answerChat } from './chat/answerChat.ts';
import { checkBody } from './checkBody.ts';
import { createTask } from './createTask.ts';
import type { GatewayParts } from './gatewayParts.ts';
import { taskError, type Answer } from './http/answer.ts';
import type { Call } from './http/readCall.ts';
import { findUnmakeable } from './media/planMedia.ts';
import { readOrder, type Order } from './readOrder.ts';

/** Handles the POST of any endpoint that makes something: a task, or synchronous images or text. */
export async function answerCreate(
  parts: GatewayParts,
  call: Call,
  context: { readonly baseUrl: string },
): Promise<Answer> {
  const order = readOrder(call, parts.catalog);
  if ('status' in order) return order;
  const fault = findFault(order);
  if (fault !== null) return taskError(400, 'invalid_request', fault);
  const { dialect, pollPath } = order.endpoint;
  if (dialect) return answerChat(parts, order, dialect);
  return pollPath === null ? answerImages(parts, order, context) : createTask(parts, order);
}

function findFault({ family, modality, endpoint, body }: Order): string | null {
  const fault = family && checkBody(family, body);
  return fault ?? (endpoint.dialect ? null : findUnmakeable(modality, body));
}
