import { isUtf8 } from 'node:buffer';
import type { CallOutcome, SubmitCall } from '../core/task/gatewayPort.ts';
import { buildToldRefusal } from '../core/task/model/codeOfRefusal.ts';
import { type ApiResponse, isSuccess, type WholeResponse } from './http.ts';
import { normalizeTaskResponse } from './wire/normalizeTaskResponse.ts';
import { parseResponse } from './wire/parseResponse.ts';
import { buildRefusal, describeText } from './wire/refusal.ts';
import { parseAmount, parseObject } from './wire/wireObject.ts';

/** Not for the texts of chat endpoints. `now` is Unix ms. */
export function classifyResponse(
  response: ApiResponse,
  { request, isSynchronous = false, now }: Partial<Pick<SubmitCall, 'request' | 'isSynchronous'>> & { now: number },
): CallOutcome {
  if (response.kind !== 'response') return response;
  if (!isSuccess(response)) return { kind: 'refused', refusal: buildRefusal(response, now) };
  const text = response.body.toString('utf8');
  const body = parseResponse(text);
  if (body === undefined && isFile(response, isSynchronous)) {
    const source = { kind: 'bytes', bytes: response.body, mediaType: mediaTypeOf(response) || null } as const;
    return { kind: 'result', amountUsd: null, deliveries: [{ source, title: null, lyrics: null }], text: null };
  }
  const said = normalizeTaskResponse(body, request);
  if (said.kind === 'error') return { kind: 'refused', refusal: buildToldRefusal(said, response.status) };
  if (said.kind === 'task') {
    return { ...said, text: said.view.deliveries.length === 0 ? describeText(text, maxKeptLength) : '' };
  }
  const message = describeText(text) || 'an empty response';
  const amountUsd = parseAmount(parseObject(body) ?? {});
  return { kind: 'unclear', message, text: describeText(text, maxKeptLength), isJson: body !== undefined, amountUsd };
}

/** Limit of a response that is kept because it cannot be used, in UTF-16 units. */
const maxKeptLength = 4_000;

/** How images, audio and video begin, as Latin-1. */
const mediaStart = /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF|FORM|OggS|fLaC|ID3|\xff[\xe2-\xfd]|....ftyp|.E\xdf\xa3)/s;

/**
 * The type of a response may be missing or wrong, but bytes that no text contains mean media. If the response is not the
 * result, they may name a task in a way that nobody can read.
 */
function isFile(response: WholeResponse, isSynchronous: boolean): boolean {
  const mediaType = mediaTypeOf(response);
  if (response.body.length === 0) return false;
  if (/^(audio|image|video)\//.test(mediaType) || mediaStart.test(response.body.toString('latin1', 0, 8))) return true;
  if (!isSynchronous) return false;
  return mediaType === 'application/octet-stream' || (!mediaType.startsWith('text/') && !isUtf8(response.body));
}

function mediaTypeOf({ headers }: WholeResponse): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
