import type { IndexedSchema, ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import { parseYamlValue } from '../../core/support/json/parseYamlValue.ts';
import { leadingToken } from '../../core/support/text/leadingToken.ts';
import { parseArray, parseJsonOrUndefined, parseObject, parseText, type WireObject } from '../wire/wireObject.ts';
import { buildFields, listModels, createSchemaReader, type SchemaReader } from './buildFields.ts';
import { parseBreakingSince, parseEndpoint } from './sharedParts.ts';

const maxPaths = 2_000;
const maxBranches = 200;

/** Parses `openapi/en.import.yaml`. Null if it is something else. Paths that cannot be read are left out. */
export function parseApiDescription(document: string): Omit<ModelIndex, 'models' | 'samples'> | null {
  const isJson = /^\s*\{/.test(document);
  const root = parseObject((isJson ? parseJsonOrUndefined(document) : undefined) ?? parseYamlValue(document));
  const paths = parseObject(root?.['paths']);
  if (!root || !paths) return null;
  const reader = createSchemaReader(root);
  const posts = Object.entries(paths)
    .slice(0, maxPaths)
    .flatMap(([place, item]) => {
      const endpoint = parseEndpoint(place);
      const post = parseObject(reader.resolve(item)?.['post']);
      return endpoint && post ? [{ endpoint, post }] : [];
    });
  return {
    version: parseVersion(parseObject(root['info'])),
    breakingSince: parseBreakingSince(root),
    paths: posts.filter(({ endpoint }) => endpoint.alias === null).map(({ endpoint }) => endpoint.path),
    schemas: posts.flatMap(({ endpoint: { path, alias }, post }) =>
      parseBodies(post, reader).map((body): IndexedSchema => ({ path, alias, ...parseBody(body, reader) })),
    ),
  };
}

/** Returns the version as a string, because YAML reads `1.5` as a number. */
function parseVersion(info: WireObject | null): string | null {
  const version = info?.['version'];
  return leadingToken(typeof version === 'number' ? String(version) : (parseText(version) ?? ''));
}

/** Returns a body for each branch, because each set of models may have its own. */
function parseBodies(post: WireObject, reader: SchemaReader): readonly WireObject[] {
  const content = parseObject(reader.resolve(post['requestBody'])?.['content']) ?? {};
  const json = Object.entries(content).find(([mediaType]) => /json/i.test(mediaType));
  const schema = reader.flatten(parseObject(json?.[1])?.['schema']);
  return schema ? reader.listBranches(schema).slice(0, maxBranches) : [];
}

function parseBody(schema: WireObject, reader: SchemaReader): Pick<IndexedSchema, 'models' | 'fields' | 'required'> {
  const fields = buildFields(schema, reader);
  const names = new Set(fields.map(({ name }) => name));
  const required = parseArray(schema['required']).filter((name) => typeof name === 'string' && names.has(name));
  return { models: listModels(schema, reader), fields, required: [...new Set(required as string[])] };
}
