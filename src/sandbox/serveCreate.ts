import { serveChat } from './chat/serveChat.ts';
import { checkBody } from './checkBody.ts';
import { createTask } from './createTask.ts';
import type { GatewayParts } from './gatewayParts.ts';
import type { Call } from './http/call.ts';
import { taskError, type GatewayResponse } from './http/response.ts';
import { findUnmakeable } from './media/planMedia.ts';
import { parseOrder, type Order } from './parseOrder.ts';
import { serveImages } from './serveImages.ts';

/** Handles the POST of any endpoint that makes something: a task, or synchronous images or text. */
export async function serveCreate(
  parts: GatewayParts,
  call: Call,
  context: { readonly baseUrl: string },
): Promise<GatewayResponse> {
  const order = parseOrder(call, parts.catalog);
  if ('status' in order) return order;
  const problem = findProblem(order);
  if (problem !== null) return taskError(400, 'invalid_request', problem);
  const { dialect, pollPath } = order.endpoint;
  if (dialect) return serveChat(parts, order, dialect);
  return pollPath === null ? serveImages(parts, order, context) : createTask(parts, order);
}

function findProblem({ family, modality, endpoint, body }: Order): string | null {
  const problem = family && checkBody(family, body);
  return problem ?? (endpoint.dialect ? null : findUnmakeable(modality, body));
}
