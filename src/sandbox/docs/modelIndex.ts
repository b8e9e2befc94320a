import type { Catalog, Model } from '../../core/catalog/catalog.ts';
import type { JsonObject } from '../../core/support/json.ts';

/** `model-index.json`: the content of the interface specification 1.5, and a name. */
export function buildModelIndex({ models }: Catalog): JsonObject {
  return { models: [...models.values()].map(buildEntry) };
}

/** A model is asynchronous if its default endpoint is. */
function buildEntry({ id, families }: Model): JsonObject {
  const [{ title, description, modality, endpoints }] = families;
  const paths = families.flatMap((family) => family.endpoints.map(({ path }) => path));
  return {
    modelId: id,
    name: title,
    description,
    type: modality,
    endpoints: [...new Set(paths)],
    pollEndpoint: endpoints[0].pollPath,
  };
}
