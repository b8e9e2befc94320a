import type { Catalog, ModelFamily } from '../../core/catalog/catalog.ts';
import type { JsonObject, JsonValue } from '../../core/support/json.ts';
import { buildSampleBody } from './wireBody.ts';

/** `test-cases.json`: a body for each model and each of its families, and for endpoints without a model. */
export function buildTestCases({ models, families }: Catalog): JsonValue {
  const modelless = families.filter(({ endpoints: [{ takesNoModel }] }) => takesNoModel);
  return [
    ...[...models.values()].flatMap(({ id, families }) => families.map((family) => buildTestCase(family, id))),
    ...modelless.map((family) => buildTestCase(family, null)),
  ];
}

/** Uses the first endpoint of the family. */
function buildTestCase(family: ModelFamily, model: string | null): JsonObject {
  const [endpoint] = family.endpoints;
  return { model, endpoint: endpoint.path, payload: buildSampleBody(family, endpoint, model ?? '') };
}
