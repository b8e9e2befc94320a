import type { JsonObject } from '../support/json.ts';
import type { Modality } from './catalog.ts';
import type { Field } from './field.ts';

/**
 * What a gateway publishes of its models (interface specification 1.6; shapes observed). Plain JSON data: parts exchange
 * it and the disk keeps it. It is the gateway's word but not the specification, so what it says only ever warns.
 */
export interface ModelIndex {
  /** Of the API description: `1.5.18`; null when it is not known. */
  readonly version: string | null;
  /** `2026-05-13`: since when clients must read the integration notes again; null when nothing says so. */
  readonly breakingSince: string | null;
  readonly models: readonly IndexedModel[];
  /** Paths that the API description takes a POST at, without those that stand for an `#alias` only. */
  readonly paths: readonly string[];
  readonly schemas: readonly IndexedSchema[];
  readonly samples: readonly IndexedSample[];
}

export interface IndexedModel {
  readonly id: string;
  readonly title: string | null;
  readonly description: string | null;
  /** Null when the index does not say; the path then tells. */
  readonly modality: Modality | null;
  readonly endpoints: readonly IndexedEndpoint[];
  /** Path of the task query with `{task_id}`; null for a model that answers at once. */
  readonly pollPath: string | null;
}

export interface IndexedEndpoint {
  /** What is called: with a leading slash, without the alias. */
  readonly path: string;
  /** What stood behind `#`: names a schema and is never called. */
  readonly alias: string | null;
}

/** The body of one path, or of one alias of it. */
export interface IndexedSchema extends IndexedEndpoint {
  /** Identifiers that its `model` takes; empty when it does not say. */
  readonly models: readonly string[];
  /** Without `model`; every constraint is `observed`. */
  readonly fields: readonly Field[];
  readonly required: readonly string[];
}

/** A body that the gateway tests its models with. */
export interface IndexedSample {
  readonly title: string | null;
  readonly model: string | null;
  /** Null for the default endpoint of the model. */
  readonly endpoint: string | null;
  /** Without `model`. */
  readonly body: JsonObject;
}

/** What `model-index.json` tells. */
export interface PublishedModels {
  readonly breakingSince: string | null;
  readonly models: readonly IndexedModel[];
}

/** What `openapi/en.import.yaml` tells. */
export interface PublishedApi {
  readonly version: string | null;
  readonly breakingSince: string | null;
  readonly paths: readonly string[];
  readonly schemas: readonly IndexedSchema[];
}

/** The documents of a gateway; null for one that could never be read. */
export interface IndexDocuments {
  readonly models: PublishedModels | null;
  readonly api: PublishedApi | null;
  /** What `test-cases.json` tells. */
  readonly samples: readonly IndexedSample[] | null;
}

/** The later of two dates counts: one document may be behind. */
export function buildModelIndex({ models, api, samples }: IndexDocuments): ModelIndex {
  const dates = [models?.breakingSince ?? null, api?.breakingSince ?? null].filter((date) => date !== null);
  return {
    version: api?.version ?? null,
    breakingSince: dates.toSorted().at(-1) ?? null,
    models: models?.models ?? [],
    paths: api?.paths ?? [],
    schemas: api?.schemas ?? [],
    samples: samples ?? [],
  };
}

/** The description that the bundled families were written from (interface specification 9). */
export const bundledDescription = { version: '1.5.18', breakingSince: '2026-05-13' } as const;
