import type { JsonObject } from '../../core/support/json/json.ts';
import type { GatewayParts } from '../gatewayParts.ts';

/** The input of an action. `body` is empty if none was sent. */
export interface AssetContext {
  readonly parts: Pick<GatewayParts, 'assets' | 'now' | 'speed'>;
  readonly body: JsonObject;
}

/** The `data` of the response, or why there is none. */
export type AssetOutcome = { readonly data: JsonObject | null } | { readonly problem: string };

export type AssetAction = (context: AssetContext) => Promise<AssetOutcome>;
