import type { JsonObject } from '../../support/json/json.ts';
import type { Modality } from '../catalog.ts';
import type { Field } from '../field.ts';

/**
 * What a gateway publishes about its models (interface specification 1.6, with observed shapes). Plain JSON data that
 * parts exchange. It is not the specification, so it only ever warns.
 */
export interface ModelIndex {
  /** Version of the API description: `1.5.18`. Null if it is not known. */
  readonly version: string | null;
  /** `2026-05-13`: the date since which clients must read the integration notes again. Null if there is none. */
  readonly breakingSince: string | null;
  readonly models: readonly IndexedModel[];
  /** Paths with a POST in the API description, without those that only represent an `#alias`. */
  readonly paths: readonly string[];
  readonly schemas: readonly IndexedSchema[];
  readonly samples: readonly IndexedSample[];
}

export interface IndexedModel {
  readonly id: string;
  readonly title: string | null;
  readonly description: string | null;
  /** Null if the index does not state it. Then the path determines it. */
  readonly modality: Modality | null;
  readonly endpoints: readonly IndexedEndpoint[];
  /** Path of the task query with `{task_id}`. Null for a synchronous model. */
  readonly pollPath: string | null;
}

export interface IndexedEndpoint {
  /** The path to call: with a leading slash, without the alias. */
  readonly path: string;
  /** The name after `#`. It names a schema and is never called. */
  readonly alias: string | null;
}

/** The body of one path, or of one alias of it. */
export interface IndexedSchema extends IndexedEndpoint {
  /** Identifiers that its `model` accepts. Empty if it does not list any. */
  readonly models: readonly string[];
  /** The fields without `model`. Every constraint is `observed`. */
  readonly fields: readonly Field[];
  readonly required: readonly string[];
}

/** A body that the gateway uses to test its models. */
export interface IndexedSample {
  readonly title: string | null;
  readonly model: string | null;
  /** Null for the default endpoint of the model. */
  readonly endpoint: string | null;
  /** The body without `model`. */
  readonly body: JsonObject;
}

/** Joins what each document of a gateway says. The later of two dates is used, because one may be out of date. */
export function buildModelIndex(parts: readonly Partial<ModelIndex>[]): ModelIndex {
  const empty: ModelIndex = { version: null, breakingSince: null, models: [], paths: [], schemas: [], samples: [] };
  const dates = parts.flatMap(({ breakingSince }) => breakingSince ?? []);
  return Object.assign(empty, ...parts, { breakingSince: dates.toSorted().at(-1) ?? null }) as ModelIndex;
}

/** The API description that the bundled families are based on (interface specification 9). */
export const bundledDescription = { version: '1.5.18', breakingSince: '2026-05-13' } as const;

/**
 * Whether a document of a gateway may use this name for a field. Other names are left out: no API has them, but they
 * could be Markdown or snippets.
 */
export function isPublishedFieldName(name: string): boolean {
  return /^[\w.-]{1,80}$/.test(name);
}

export function isPublishedModelId(id: string): boolean {
  return /^[\w./:@-]{1,200}$/.test(id);
}
