import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { GatewayParts } from './gatewayParts.ts';
import type { CallHead } from './http/call.ts';
import { errorResponse, textBody, type GatewayResponse, type WholeBody } from './http/response.ts';
import { fileNameOf, mediaTypeOf, type MediaSpec } from './media/mediaSpec.ts';
import { planMedia } from './media/planMedia.ts';

/** Handles GET and HEAD of a result file, whole or in part. It does not exist before its task has succeeded. */
export async function serveFile(
  { tasks, media, now }: GatewayParts,
  call: CallHead,
  { taskId, name }: { taskId: string; name: string },
): Promise<GatewayResponse> {
  const task = await tasks.find(taskId);
  const isReady = task !== null && task.failure === null && task.endsAtMs <= now();
  const spec = isReady ? planMedia(task).find((each) => fileNameOf(each) === name) : undefined;
  if (!spec) return errorResponse(404, 'not_found', 'The sandbox has no such file.');
  const file = await media.ensure(taskId, spec);
  return buildFileResponse({ file, spec, sizeBytes: (await stat(file)).size, range: call.headers['range'] });
}

interface ServedFile {
  readonly file: string;
  readonly spec: MediaSpec;
  readonly sizeBytes: number;
  /** The `Range` header. */
  readonly range: string | undefined;
}

function buildFileResponse({ file, spec, sizeBytes, range }: ServedFile): GatewayResponse {
  const headers = { 'content-type': mediaTypeOf(spec), 'accept-ranges': 'bytes', 'cache-control': 'private' };
  const part = parseByteRange(range, sizeBytes);
  if (part === null) return { status: 200, headers, body: fileBody(file, 0, sizeBytes) };
  const total = String(sizeBytes);
  if (part === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${total}` }, body: textBody('') };
  }
  const contentRange = `bytes ${String(part.first)}-${String(part.last)}/${total}`;
  const body = fileBody(file, part.first, part.last - part.first + 1);
  return { status: 206, headers: { ...headers, 'content-range': contentRange }, body };
}

/** `countBytes` of `open` is never 0, because an empty part is never requested. */
function fileBody(file: string, start: number, sizeBytes: number): WholeBody {
  const open = (countBytes: number) => createReadStream(file, { start, end: start + countBytes - 1 });
  return { kind: 'whole', sizeBytes, open };
}

/**
 * Parses a `Range` header for a body of `sizeBytes` into its first and last byte. Null: send everything, as RFC 9110 requires for a missing header,
 * another unit, several ranges or an invalid value. `unsatisfiable`: respond with 416.
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): { readonly first: number; readonly last: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const count = Number(to);
    return count === 0 || sizeBytes === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, sizeBytes - count), last: sizeBytes - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  if (first >= sizeBytes) return 'unsatisfiable';
  return { first, last: to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}
