import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { GatewayParts } from './gatewayParts.ts';
import type { CallHead } from './http/call.ts';
import { errorResponse, textResponse, type GatewayResponse } from './http/response.ts';
import { fileNameOf, mediaTypes, planMedia } from './media/planMedia.ts';
import { cueOf } from './media/taskBody.ts';

/** Handles GET and HEAD of a file of a task that has succeeded, whole or in part. That of a video needs no name. */
export async function serveFile(
  { tasks, media, now }: GatewayParts,
  { headers: { range } }: CallHead,
  [taskId = '', name = '1.mp4']: readonly string[],
): Promise<GatewayResponse> {
  const task = await tasks.find(taskId);
  const isMade = task !== null && task.failure === null && cueOf(task.body) !== 'empty';
  const spec = isMade && task.endsAtMs <= now() ? planMedia(task).find((each) => fileNameOf(each) === name) : undefined;
  if (!spec) return errorResponse(404, 'not_found', 'The sandbox has no such file.');
  const file = await media.ensure(taskId, spec);
  const { size } = await stat(file);
  const headers = { 'content-type': mediaTypes[spec.format], 'accept-ranges': 'bytes', 'cache-control': 'private' };
  const asked = parseByteRange(range, size);
  if (asked === 'unsatisfiable') {
    return textResponse(416, '', { ...headers, 'content-range': `bytes */${String(size)}` });
  }
  const { first, last } = asked ?? { first: 0, last: size - 1 };
  const sizeBytes = last - first + 1;
  const contentRange = { 'content-range': `bytes ${String(first)}-${String(last)}/${String(size)}` };
  return {
    status: asked ? 206 : 200,
    headers: { ...headers, 'content-length': String(sizeBytes), ...(asked ? contentRange : {}) },
    body: createReadStream(file, { start: first, end: last }),
    sizeBytes,
  };
}

/**
 * Parses a `Range` header for a body of `sizeBytes` into its first and last byte. Null: send the whole body. A missing or
 * invalid header gives null, and so does a range from the end (`bytes=-500`). `unsatisfiable`: respond with 416.
 */
function parseByteRange(header: string | undefined, sizeBytes: number) {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  const [first, last] = [Number(from), to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)];
  if (from === '' || (to !== '' && Number(to) < first)) return null;
  return first < sizeBytes ? { first, last } : 'unsatisfiable';
}
