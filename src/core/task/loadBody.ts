import { maxDataUriBytes } from '../jobFile/lookups.ts';
import { stringifyJson } from '../support/json.ts';
import { uploadMark } from './fillTask.ts';
import type { TaskError } from './task.ts';
import type { Watch } from './watch.ts';

export type BodyAnswer =
  { readonly ok: true; readonly body: string } | { readonly ok: false; readonly error: TaskError };

/** The JSON to be sent, with the bytes of local files in it. They are read now and checked against what was planned. */
export async function loadBody({ entry, ports, signal }: Watch): Promise<BodyAnswer> {
  const { task, boundary, uploads } = entry();
  let body = stringifyJson(task.request.body);
  for (const upload of uploads) {
    const place = { jobFile: task.jobFile, boundary, maxBytes: maxDataUriBytes };
    const answer = await ports.inputs.read(upload, place);
    signal.throwIfAborted();
    if (!answer.ok) return answer;
    const url = JSON.stringify(answer.dataUrl);
    body = body.replaceAll(JSON.stringify(uploadMark(upload.sha256)), () => url);
  }
  return { ok: true, body };
}
