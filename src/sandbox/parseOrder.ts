import type { Catalog, Endpoint, Modality, ModelFamily } from '../core/catalog/catalog.ts';
import { familyAt } from '../core/catalog/createCatalog.ts';
import { endpoints } from '../core/catalog/endpoints.ts';
import { findModelPrefix, type ModelPrefix } from '../core/catalog/modelPrefixes.ts';
import { isJsonObject, type JsonObject } from '../core/support/json/json.ts';
import type { Call } from './http/call.ts';
import { taskError, type GatewayResponse } from './http/response.ts';
import type { TaskRecord } from './store/taskRecord.ts';

/** A body, with the family and the endpoint that it is for. */
export interface Order {
  readonly endpoint: Endpoint;
  readonly modality: Modality;
  /** Null for a model that is only known by its prefix: its fields are accepted unchecked. */
  readonly family: ModelFamily | null;
  /** Empty if the endpoint accepts none. */
  readonly model: string;
  readonly body: JsonObject;
  /** The task of an earlier request with the same identity. */
  readonly known?: TaskRecord;
  /** Id of a task whose request has an identity. */
  readonly id?: string;
}

/** Finds the family and the endpoint of the body of a POST, or returns the response that refuses it. */
export function parseOrder({ body, path }: Call, catalog: Catalog): Order | GatewayResponse {
  if (!isJsonObject(body)) return taskError(400, 'invalid_request', 'The body must be a JSON object of at most 64 MB.');
  const modelless = findModelless(catalog, path);
  const model = body['model'] ?? '';
  if (typeof model !== 'string') return taskError(400, 'invalid_request', 'model must be of type string.');
  if (modelless) return { ...modelless, model, body };
  if (model === '') return taskError(400, 'missing_model', 'model is missing.');
  const target = findModelTarget(catalog, model, path);
  return 'status' in target ? target : { ...target, model, body };
}

type Target = Pick<Order, 'endpoint' | 'modality' | 'family'>;

function findModelless(catalog: Catalog, path: string): Target | null {
  for (const family of catalog.families) {
    const endpoint = family.endpoints.find((each) => each.path === path && each.takesNoModel);
    if (endpoint) return { endpoint, modality: family.modality, family };
  }
  return null;
}

function findModelTarget(catalog: Catalog, model: string, path: string): Target | GatewayResponse {
  const known = catalog.findModel(model);
  const family = known && familyAt(known, path);
  const endpoint = family?.endpoints.find((each) => each.path === path);
  if (family && endpoint) return { endpoint, modality: family.modality, family };
  const prefix = known ? undefined : findModelPrefix(model);
  const guess = prefix && guessEndpoint(prefix, path);
  if (prefix && guess) return { endpoint: guess, modality: prefix.modality, family: null };
  const usual = known?.families[0].endpoints[0].path ?? prefix?.endpoint.path;
  if (usual === undefined) return taskError(400, 'invalid_model', `model: the sandbox does not know "${model}".`);
  const message = `model: "${model}" is called at ${usual}, not at ${path}.`;
  return taskError(400, 'invalid_model_endpoint', message);
}

const furtherVideoEndpoints: readonly Endpoint[] = [endpoints.legacyVideo, endpoints.klingText, endpoints.klingImage];

/** It is unknown which of the video paths accepts a model without a family, so all of them do. */
function guessEndpoint({ endpoint, modality }: ModelPrefix, path: string): Endpoint | undefined {
  const choices = modality === 'video' ? [endpoint, ...furtherVideoEndpoints] : [endpoint];
  return choices.find((each) => each.path === path);
}
