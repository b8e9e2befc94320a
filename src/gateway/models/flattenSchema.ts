import { readArray, readObject, type WireObject } from '../wire/readWire.ts';

/** Reads schemas of one document. The document is foreign, so every walk through it is counted and ends. */
export interface SchemaReader {
  /** Resolves references and `allOf` of a schema into one object. Null beyond the limits. */
  flatten(schema: unknown): WireObject | null;
  /**
   * Returns the branches of `oneOf` or `anyOf`, each merged with the keywords beside them. A schema without branches is
   * returned itself.
   */
  listBranches(schema: WireObject): readonly WireObject[];
  /** Returns the target of a local reference. Null for a remote one, which is never fetched. */
  resolve(value: unknown): WireObject | null;
}

const maxDepth = 24;
/** Limit for a whole document. Gateways need a few thousand. */
const maxSteps = 50_000;

export function createSchemaReader(root: WireObject): SchemaReader {
  let steps = 0;
  const flatten = (schema: unknown, trail: readonly unknown[]): WireObject | null => {
    const object = readObject(schema);
    steps += 1;
    // A schema inside itself adds nothing.
    if (!object || steps > maxSteps || trail.length > maxDepth || trail.includes(object)) return null;
    const inner = [...trail, object];
    const { $ref, allOf, ...own } = object;
    const target = typeof $ref === 'string' ? flatten(followReference(root, $ref), inner) : {};
    if (!target) return null;
    const parts = flattenAll(readArray(allOf), inner);
    return [target, ...parts].reduceRight<WireObject>((joined, part) => joinSchemas(part, joined), own);
  };
  const flattenAll = (schemas: readonly unknown[], trail: readonly unknown[]): readonly WireObject[] =>
    schemas.map((schema) => flatten(schema, trail)).filter((schema) => schema !== null);
  return {
    flatten: (schema) => flatten(schema, []),
    listBranches(schema) {
      const { oneOf, anyOf, ...own } = schema;
      const branches = flattenAll([...readArray(oneOf), ...readArray(anyOf)], []);
      const telling = branches.filter((branch) => branch['type'] !== 'null');
      return telling.length > 0 ? telling.map((branch) => joinSchemas(branch, own)) : [own];
    },
    resolve(value) {
      const object = readObject(value);
      const reference = object?.['$ref'];
      return typeof reference === 'string' ? readObject(followReference(root, reference)) : object;
    },
  };
}

/** `over` wins, except that properties and required names are merged. */
function joinSchemas(under: WireObject, over: WireObject): WireObject {
  const properties = { ...readObject(under['properties']), ...readObject(over['properties']) };
  const required = [...readArray(under['required']), ...readArray(over['required'])];
  return {
    ...under,
    ...over,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Follows `#/components/schemas/Image`, with the escapes of JSON Pointer (RFC 6901). */
function followReference(root: WireObject, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let value: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const object = readObject(value);
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!object || !Object.hasOwn(object, key)) return undefined;
    value = object[key];
  }
  return value;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
