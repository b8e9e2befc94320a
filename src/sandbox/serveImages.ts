import { readFile } from 'node:fs/promises';
import type { JsonObject } from '../core/support/json/json.ts';
import { planAtOnce } from './createTask.ts';
import type { GatewayParts } from './gatewayParts.ts';
import { jsonResponse, taskError, type GatewayResponse } from './http/response.ts';
import { fileNameOf } from './media/mediaSpec.ts';
import { planImages } from './media/planImages.ts';
import type { Order } from './parseOrder.ts';
import { toUnixSeconds } from './views/phase.ts';

/** Duration of such a call at speed 1, in ms. */
const durationMs = 2500;

/** Handles the POST of a synchronous image model, with the response of the interface specification 2.4. */
export async function serveImages(
  parts: GatewayParts,
  order: Order,
  { baseUrl }: { readonly baseUrl: string },
): Promise<GatewayResponse> {
  const record = planAtOnce(parts, order);
  if (record.failure !== null) return taskError(400, 'generation_failed', record.failure);
  await parts.tasks.add(record);
  const specs = planImages(record.body);
  parts.media.prepare(record.id, specs);
  await parts.pause(durationMs);
  const isInline = record.body['response_format'] === 'b64_json';
  const items = specs.map(async (spec): Promise<JsonObject> => {
    if (!isInline) return { url: `${baseUrl}/files/${record.id}/${fileNameOf(spec)}` };
    const bytes = await readFile(await parts.media.ensure(record.id, spec));
    return { b64_json: bytes.toString('base64') };
  });
  const data = await Promise.all(items);
  return jsonResponse(200, { created: toUnixSeconds(record.createdAtMs), data, amount_usd: record.amountUsd });
}
