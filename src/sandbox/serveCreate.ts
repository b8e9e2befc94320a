import { serveChat } from './chat/serveChat.ts';
import { checkBody } from './checkBody.ts';
import { createTask } from './createTask.ts';
import type { GatewayParts } from './gatewayParts.ts';
import type { Call } from './http/readCall.ts';
import { taskError, type GatewayResponse } from './http/response.ts';
import { findUnmakeable } from './media/planMedia.ts';
import { readOrder, type Order } from './readOrder.ts';
import { serveImages } from './serveImages.ts';

/** Handles the POST of any endpoint that makes something: a task, or synchronous images or text. */
export async function serveCreate(
  parts: GatewayParts,
  call: Call,
  context: { readonly baseUrl: string },
): Promise<GatewayResponse> {
  const order = readOrder(call, parts.catalog);
  if ('status' in order) return order;
  const fault = findFault(order);
  if (fault !== null) return taskError(400, 'invalid_request', fault);
  const { dialect, pollPath } = order.endpoint;
  if (dialect) return serveChat(parts, order, dialect);
  return pollPath === null ? serveImages(parts, order, context) : createTask(parts, order);
}

function findFault({ family, modality, endpoint, body }: Order): string | null {
  const fault = family && checkBody(family, body);
  return fault ?? (endpoint.dialect ? null : findUnmakeable(modality, body));
}
