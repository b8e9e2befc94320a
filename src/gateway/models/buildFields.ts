import type { Constraint, Field, FieldType } from '../../core/catalog/field.ts';
import { isMediaFieldName } from '../../core/catalog/mediaFields.ts';
import { isPublishedFieldName, isPublishedModelId } from '../../core/catalog/published/modelIndex.ts';
import { isReservedKey } from '../../core/catalog/reservedKeys.ts';
import { parseArray, parseNumber, parseObject, textAt, type WireObject } from '../wire/wireObject.ts';
import { plainText } from './sharedParts.ts';

const maxFields = 300;
const maxValues = 500;
const maxDepth = 5;

/** Returns the properties of a flat schema as fields, without `model` and the names that a job file reserves. */
export function buildFields(schema: WireObject, reader: SchemaReader, depth = 0): readonly Field[] {
  const properties = Object.entries(parseObject(schema['properties']) ?? {}).slice(0, maxFields);
  const required = new Set(parseArray(schema['required']));
  return properties.flatMap(([name, property]): readonly Field[] => {
    if (!isPublishedFieldName(name) || (depth === 0 && (name === 'model' || isReservedKey(name)))) return [];
    const flat = reader.flatten(property);
    if (!flat || flat['readOnly'] === true) return [];
    const field = buildField(name, { flat, reader, depth });
    // At the root, a rule reports a missing field, because a rule can warn.
    return [depth > 0 && required.has(name) ? { ...field, isRequired: true } : field];
  });
}

interface Property {
  readonly flat: WireObject;
  readonly reader: SchemaReader;
  readonly depth: number;
}

const proseNames: ReadonlySet<string> = new Set(['prompt', 'text', 'input', 'lyrics', 'negative_prompt', 'ssml']);

function buildField(name: string, property: Property): Field {
  const { flat, reader } = property;
  const branches = reader.listBranches(flat);
  const types = branches.map((branch) => buildType({ ...property, flat: branch }));
  const [type = { kind: 'unknown' } as const] = types;
  const isOne = types.every(({ kind }) => kind === type.kind);
  const constraints = isOne ? buildConstraints(branches) : [];
  const assumed = flat['default'];
  return {
    name,
    type: isOne ? type : { kind: 'unknown' },
    typeSource: 'observed',
    description: plainText(flat['description'] ?? flat['title']) ?? '',
    ...(isScalar(assumed) ? { default: assumed } : {}),
    ...(constraints.length > 0 ? { constraints } : {}),
    ...(isOne && type.kind === 'string' && proseNames.has(name) ? { isProse: true } : {}),
    ...(isMediaFieldName(name) ? { isMedia: true } : {}),
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function buildType({ flat, reader, depth }: Property): FieldType {
  const kinds = [flat['type']].flat().filter((kind) => typeof kind === 'string' && kind !== 'null');
  const [kind] = kinds.length === 1 ? kinds : [impliedKind(flat, kinds)];
  switch (kind) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'integer':
      return { kind };
    case 'array': {
      const items = depth < maxDepth ? reader.flatten(flat['items']) : null;
      return { kind, items: items ? buildItemType({ flat: items, reader, depth: depth + 1 }) : { kind: 'unknown' } };
    }
    case 'object': {
      const isOpen = depth >= maxDepth || !parseObject(flat['properties']) || isTruthy(flat['additionalProperties']);
      return isOpen ? { kind: 'unknown' } : { kind, fields: buildFields(flat, reader, depth + 1) };
    }
    default:
      return { kind: 'unknown' };
  }
}

/** Items of several kinds may be any value. */
function buildItemType(item: Property): FieldType {
  const types = item.reader.listBranches(item.flat).map((flat) => buildType({ ...item, flat }));
  const [first] = types;
  return first && types.length === 1 ? first : { kind: 'unknown' };
}

/** Returns the type that other keywords imply, because schemas often leave the type out. */
function impliedKind(flat: WireObject, kinds: readonly unknown[]): string | null {
  if (kinds.length > 1) return null;
  if (parseObject(flat['properties'])) return 'object';
  if (parseObject(flat['items'])) return 'array';
  return listValues(flat).length > 0 ? 'string' : null;
}

/** Free-form members are not a list of fields. */
function isTruthy(value: unknown): boolean {
  return value === true || parseObject(value) !== null;
}

/** Branches of one kind allow what any of them allows, so only closed lists in all of them restrict the value. */
function buildConstraints(branches: readonly WireObject[]): readonly Constraint[] {
  const lists = branches.map(listValues);
  const values = lists.every((list) => list.length > 0) ? [...new Set(lists.flat())].slice(0, maxValues) : [];
  const [only] = branches.length === 1 ? branches : [];
  return [
    ...(values.length > 0 ? [{ kind: 'enum', values, source: 'observed' } as const] : []),
    ...(only ? buildBounds(only) : []),
  ];
}

/** A `pattern` is left out, because a foreign regular expression could keep the editor busy for ever. */
function buildBounds(schema: WireObject): readonly Constraint[] {
  const bounds = (kind: 'range' | 'length' | 'items', low: unknown, high: unknown): readonly Constraint[] => {
    const [min, max] = [parseNumber(low), parseNumber(high)];
    if (min === null && max === null) return [];
    return [{ kind, source: 'observed', ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) }];
  };
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  return [
    ...bounds('range', minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum),
    ...bounds('length', schema['minLength'], schema['maxLength']),
    ...bounds('items', schema['minItems'], schema['maxItems']),
  ];
}

/** Lists strings only: a closed list of numbers has no constraint. */
function listValues(schema: WireObject): readonly string[] {
  const values = 'const' in schema ? [schema['const']] : parseArray(schema['enum']);
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === values.filter((value) => value !== null).length ? texts : [];
}

/** Lists the identifiers that a body's `model` accepts or has as its example. */
export function listModels(schema: WireObject, reader: SchemaReader): readonly string[] {
  const model = reader.flatten(parseObject(schema['properties'])?.['model']);
  if (!model) return [];
  const listed = reader.listBranches(model).flatMap(listValues);
  const example = textAt(model, 'default', 'example', 'examples.0');
  const ids = listed.length > 0 || example === null ? listed : [example];
  return [...new Set(ids)].filter(isPublishedModelId);
}

export type SchemaReader = ReturnType<typeof createSchemaReader>;

const maxTrail = 24;
/** Limit for a whole document. Gateways need a few thousand. */
const maxSteps = 50_000;

/** Parses schemas of one document. The document is foreign, so every walk through it is counted and ends. */
export function createSchemaReader(root: WireObject) {
  let steps = 0;
  const flatten = (schema: unknown, trail: readonly unknown[]): WireObject | null => {
    const object = parseObject(schema);
    steps += 1;
    // A schema inside itself adds nothing.
    if (!object || steps > maxSteps || trail.length > maxTrail || trail.includes(object)) return null;
    const inner = [...trail, object];
    const { $ref, allOf, ...own } = object;
    const target = typeof $ref === 'string' ? flatten(followReference(root, $ref), inner) : {};
    if (!target) return null;
    const parts = flattenAll(parseArray(allOf), inner);
    return [target, ...parts].reduceRight<WireObject>((joined, part) => joinSchemas(part, joined), own);
  };
  const flattenAll = (schemas: readonly unknown[], trail: readonly unknown[]): readonly WireObject[] =>
    schemas.map((schema) => flatten(schema, trail)).filter((schema) => schema !== null);
  return {
    /** Resolves references and `allOf` of a schema into one object. Null beyond the limits. */
    flatten: (schema: unknown): WireObject | null => flatten(schema, []),
    /** Returns the branches of `oneOf` or `anyOf`, each merged with the keywords beside them, or the schema itself. */
    listBranches(schema: WireObject): readonly WireObject[] {
      const { oneOf, anyOf, ...own } = schema;
      const branches = flattenAll([...parseArray(oneOf), ...parseArray(anyOf)], []);
      const telling = branches.filter((branch) => branch['type'] !== 'null');
      return telling.length > 0 ? telling.map((branch) => joinSchemas(branch, own)) : [own];
    },
    /** Returns the target of a local reference. Null for a remote one, which is never fetched. */
    resolve(value: unknown): WireObject | null {
      const object = parseObject(value);
      const reference = object?.['$ref'];
      return typeof reference === 'string' ? parseObject(followReference(root, reference)) : object;
    },
  };
}

/** `over` wins, except that properties and required names are merged. */
function joinSchemas(under: WireObject, over: WireObject): WireObject {
  const properties = { ...parseObject(under['properties']), ...parseObject(over['properties']) };
  const required = [...parseArray(under['required']), ...parseArray(over['required'])];
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
    const object = parseObject(value);
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
