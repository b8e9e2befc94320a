import { endpoints } from '../../catalog/endpoints.ts';
import type { ChatDialect, Endpoint } from '../../catalog/catalog.ts';
import type { PlannedRequest } from '../../jobFile/request.ts';
import type { ChatCall } from '../gatewayPort.ts';

/** UTF-16 units of an answer that tasks, journal and runs file keep. The file has all of it. */
export const maxChatTextLength = 100_000;

/** The address that a text gives an image of its own answer until that has a file name; `number` counts from 1. */
export function imageMark(number: number): string {
  return `genwright-result:${number}`;
}

/** How the answer to a request is read where it is text; null where it is not. */
export function buildChatCall(
  { endpoint, modality, body }: Pick<PlannedRequest, 'endpoint' | 'modality' | 'body'>,
  onText: ChatCall['onText'],
): ChatCall | null {
  const dialect = dialectOf(endpoint);
  return dialect && { dialect, isStreamed: body['stream'] === true, makesImages: modality === 'image', onText };
}

function dialectOf(path: string): ChatDialect | null {
  const known: readonly Endpoint[] = Object.values(endpoints);
  return known.find((each) => each.path === path)?.dialect ?? null;
}
