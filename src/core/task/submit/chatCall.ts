import { findDialect } from '../../catalog/endpoints.ts';
import type { PlannedRequest } from '../../jobFile/request.ts';
import type { ChatCall } from '../gatewayPort.ts';

/**
 * Maximum length, in UTF-16 units, of a chat response in tasks, journal and runs file. The saved file has all of it.
 */
export const maxChatTextLength = 100_000;

/**
 * Returns the URL that represents an image of the same response in a text until the image has a file name. `number`
 * counts from 1.
 */
export function imageMark(number: number): string {
  return `genwright-result:${number}`;
}

/** Returns how the response to a request is read if it is text. Null if it is not. */
export function buildChatCall(
  { endpoint, modality, body }: Pick<PlannedRequest, 'endpoint' | 'modality' | 'body'>,
  onText: ChatCall['onText'],
): ChatCall | null {
  const dialect = findDialect(endpoint);
  return dialect && { dialect, isStreamed: body['stream'] === true, makesImages: modality === 'image', onText };
}
