import { isJsonObject, type JsonObject } from '../../core/support/json/json.ts';
import type { Call } from '../http/call.ts';
import { jsonResponse, type GatewayResponse } from '../http/response.ts';
import type { AssetAction, AssetContext } from './assetAction.ts';
import { assetActions } from './assetActions.ts';
import { groupActions } from './groupActions.ts';

/** Actions by the path after `/v1/assets/`. */
const actions: ReadonlyMap<string, AssetAction> = new Map([
  ...Object.entries(assetActions),
  ...Object.entries(groupActions).map(([name, action]) => [`group/${name}`, action] as const),
]);

/** A logical failure is HTTP 200 with `success: false`, as observed for such gateways. */
export async function serveAssets(parts: AssetContext['parts'], call: Call): Promise<GatewayResponse> {
  const action = actions.get(call.path.slice('/v1/assets/'.length));
  if (!action) return refuse(404, `The sandbox does not have ${call.path}.`);
  const body = objectOf(call);
  if (!body) return refuse(400, 'The body must be a JSON object.');
  const outcome = await action({ parts, body });
  if ('problem' in outcome) return refuse(200, outcome.problem);
  return jsonResponse(200, { success: true, message: '', data: outcome.data });
}

function objectOf({ body }: Call): JsonObject | null {
  if (body.kind === 'none') return {};
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : null;
}

function refuse(status: number, message: string): GatewayResponse {
  return jsonResponse(status, { success: false, message, data: null });
}
