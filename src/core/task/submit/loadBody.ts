import { maxDataUriBytes } from '../../jobFile/lookups.ts';
import { emptyDisposable, type Disposable } from '../../support/disposable.ts';
import { stringifyJson } from '../../support/json/json.ts';
import type { RequestBody } from '../gatewayPort.ts';
import type { TaskError } from '../model/task.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import type { BodyRoom, SizedBody } from '../pace/bodyRoom.ts';
import type { InputPort } from '../ports.ts';
import { uploadPattern } from './fillTask.ts';

type LoadedBody = { readonly ok: true; readonly body: RequestBody } | { readonly ok: false; readonly error: TaskError };

/**
 * Returns the JSON to be sent, with the bytes of local files in it. The files are read now and compared with the plan.
 * Dispose it when the response is there: until then the body occupies memory.
 */
export async function loadBody(
  entry: TaskEntry,
  { bodies, inputs }: { readonly bodies: BodyRoom; readonly inputs: InputPort },
  signal: AbortSignal,
): Promise<LoadedBody & Disposable> {
  const json = stringifyJson(entry.task.request.body);
  if (entry.uploads.length === 0) return { ok: true, body: [json], ...emptyDisposable };
  return bodies.load(async (): Promise<LoadedBody & SizedBody> => {
    const { task, boundary, uploads } = entry;
    const place = { jobFile: task.jobFile, boundary, maxBytes: maxDataUriBytes };
    // By content hash: a file that is used several times is read once.
    const dataUrls = new Map<string, Uint8Array>();
    for (const upload of uploads) {
      const outcome = await inputs.read(upload, place);
      signal.throwIfAborted();
      if (!outcome.ok) return { ...outcome, bytes: 0 };
      dataUrls.set(upload.sha256, outcome.dataUrl);
    }
    const bytes = [...dataUrls.values()].reduce((sum, { length }) => sum + length, 0);
    return { ok: true, body: insertFiles(json, dataUrls), bytes };
  }, signal);
}

/** Replaces the placeholders with the files, in one pass and without a copy of their bytes. */
function insertFiles(json: string, dataUrls: ReadonlyMap<string, Uint8Array>): RequestBody {
  const pieces: (string | Uint8Array)[] = [];
  let end = 0;
  for (const { 0: placeholder, 1: sha256 = '', index } of json.matchAll(uploadPattern)) {
    const dataUrl = dataUrls.get(sha256);
    if (!dataUrl) continue;
    pieces.push(`${json.slice(end, index)}"`, dataUrl);
    // The closing quote of the placeholder becomes the closing quote of the data URL.
    end = index + placeholder.length - 1;
  }
  return [...pieces, json.slice(end)];
}
