import type { JsonObject, JsonValue } from '../../support/json/json.ts';
import type { Endpoint, Modality, ModelFamily } from '../catalog.ts';
import type { Field } from '../field.ts';
import { isReservedKey } from '../reservedKeys.ts';
import type { Rule } from '../rule.ts';
import type { IndexedModel, IndexedSample } from './modelIndex.ts';

/** The description of a model that the index does not describe. */
export const liveDescription = 'From the model index of your gateway.';

export interface PublishedFields {
  readonly fields: readonly Field[];
  readonly required: readonly string[];
}

interface LiveFamilyParts {
  readonly model: Pick<IndexedModel, 'id' | 'title' | 'description'>;
  readonly modality: Modality;
  readonly endpoint: Endpoint;
  readonly published: PublishedFields;
  readonly samples: readonly IndexedSample[];
}

/** Everything in the family is observed: it warns and never stops a submit. */
export function buildLiveFamily({ model, modality, endpoint, published, samples }: LiveFamilyParts): ModelFamily {
  const { fields, required } = published;
  const isRequired = (field: Field): boolean => required.includes(field.name);
  return {
    id: `live/${model.id}${endpoint.path}`,
    title: model.title ?? model.id,
    description: model.description ?? liveDescription,
    modality,
    models: [model.id],
    endpoints: [endpoint],
    fields: [...fields.filter(isRequired), ...fields.filter((field) => !isRequired(field))],
    rules: buildRequiredRules(required),
    sample: findSample(model.id, endpoint, samples) ?? toJob(buildSample(fields, required)),
  };
}

/** A field that only the index requires must not stop a submit, as `isRequired` does. A rule can warn. */
export function buildRequiredRules(names: readonly string[]): readonly Rule[] {
  return names.map((name) => ({ kind: 'one-of', fields: [name], source: 'observed' }));
}

/** The fields of a model that the index lists without a schema. */
export const unknownFields: PublishedFields = {
  fields: [
    {
      name: 'prompt',
      type: { kind: 'string' },
      typeSource: 'observed',
      isProse: true,
      description: 'What to generate.',
    },
  ],
  required: [],
};

/** Returns the fields for a path that the specification does not assign to the family, where they only warn. */
export function softenFields({ fields }: ModelFamily): PublishedFields {
  return {
    fields: fields.map(softenField),
    required: fields.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
  };
}

function softenField({ type, constraints, ...field }: Field): Field {
  return {
    ...field,
    isRequired: false,
    type: type.kind === 'object' ? { kind: 'object', fields: type.fields.map(softenField) } : type,
    typeSource: 'observed',
    ...(constraints ? { constraints: constraints.map((each) => ({ ...each, source: 'observed' }) as const) } : {}),
  };
}

function findSample(
  modelId: string,
  { path }: Pick<Endpoint, 'path'>,
  samples: readonly IndexedSample[],
): JsonObject | null {
  const own = samples.filter(({ model }) => model === modelId);
  const sample = own.find(({ endpoint }) => endpoint === path) ?? own.find(({ endpoint }) => endpoint === null);
  return sample ? toJob(sample.body) : null;
}

/** Converts a body to the keys of a job. A reserved key can only be set under `request`. */
export function toJob(body: JsonObject): JsonObject {
  const entries = Object.entries(body).filter(([key]) => key !== 'model');
  const reserved = entries.filter(([key]) => isReservedKey(key));
  const fields = Object.fromEntries(entries.filter(([key]) => !isReservedKey(key)));
  return reserved.length > 0 ? { ...fields, request: Object.fromEntries(reserved) } : fields;
}

const examplePrompt = 'A lighthouse at dawn above a calm sea';

/** Builds the smallest sample that the schema allows, with a prompt. */
function buildSample(fields: readonly Field[], required: readonly string[]): JsonObject {
  const prompt = fields.find(({ isProse, type }) => isProse && type.kind === 'string');
  const needed = fields.filter((field) => field === prompt || required.includes(field.name));
  return Object.fromEntries(needed.map((field) => [field.name, exampleOf(field)]));
}

function exampleOf({ type, constraints = [], isProse, isMedia, default: assumed }: Field): JsonValue {
  if (assumed !== undefined) return assumed;
  const [value] = constraints.flatMap((each) => (each.kind === 'enum' ? each.values : []));
  if (value !== undefined) return value;
  const [least] = constraints.flatMap((each) => (each.kind === 'range' ? [each.min ?? each.max ?? 1] : []));
  if (type.kind === 'number' || type.kind === 'integer') return least ?? 1;
  if (type.kind === 'boolean') return false;
  if (type.kind === 'array') {
    return [exampleOf({ name: '', description: '', type: type.items, ...(isMedia ? { isMedia } : {}) })];
  }
  if (type.kind === 'object') {
    const required = type.fields.filter(({ isRequired }) => isRequired);
    return Object.fromEntries(required.map((field) => [field.name, exampleOf(field)]));
  }
  return isMedia ? 'https://example.com/input.png' : isProse ? examplePrompt : 'text';
}
