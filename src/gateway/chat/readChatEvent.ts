import { redactBriefly } from '../../core/support/text/redact.ts';
import { normalizeTaskResponse } from '../wire/normalizeTaskResponse.ts';
import { readErrorText } from '../wire/readError.ts';
import { readAmount, readArray, readCode, readObject, readText, type WireObject } from '../wire/readWire.ts';
import type { ChatUpdate } from './chatUpdate.ts';
import { readCompletions, readImageUpdates } from './readCompletions.ts';
import { readMessages } from './readMessages.ts';
import { readResponses } from './readResponses.ts';

/**
 * Reads one event of a stream, or a whole response, in any of the API formats, because gateways have been observed to
 * mix them. Empty if nothing in it is known.
 */
export function readChatEvent(event: WireObject): readonly ChatUpdate[] {
  const content = readCompletions(event) ?? readResponses(event) ?? readMessages(event);
  return [...(content ?? readOther(event)), ...readError(event), ...readCharge(event)];
}

/** Reads the images of a synchronous model, or an envelope that is a refusal. */
function readOther(event: WireObject): readonly ChatUpdate[] {
  const images = [...readArray(event['data']), ...readArray(event['images'])].flatMap(readImageUpdates);
  if (images.length > 0) return [...images, { kind: 'complete' }];
  if (hasError(event)) return [];
  const response = normalizeTaskResponse(event);
  return response.kind === 'error'
    ? [{ kind: 'failure', code: response.code, message: redactBriefly(response.message) }]
    : [];
}

function readError(event: WireObject): readonly ChatUpdate[] {
  if (!hasError(event)) return [];
  const error = readObject(event['error']);
  const type = readText(error?.['type']);
  const code = readCode(error?.['code']) ?? type ?? readCode(event['code']);
  return [{ kind: 'failure', code, message: redactBriefly(readErrorText(event) ?? code ?? '') }];
}

/** Some streams have an error member in every chunk, null or empty. */
function hasError(event: WireObject): boolean {
  if (readText(event['type']) === 'error') return true;
  // A failed response is recognized by its status, in `readResponses`.
  if (event['object'] === 'response') return false;
  return readText(event['error']) !== null || Object.keys(readObject(event['error']) ?? {}).length > 0;
}

function readCharge(event: WireObject): readonly ChatUpdate[] {
  const places = [event, event['usage'], event['response'], readObject(event['response'])?.['usage'], event['message']];
  const amounts = places.map((place) => readAmount(readObject(place) ?? {}));
  const amountUsd = amounts.find((amount) => amount !== null);
  return amountUsd === undefined || amountUsd === null ? [] : [{ kind: 'amount', amountUsd }];
}
