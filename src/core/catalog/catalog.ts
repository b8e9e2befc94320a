import type { Field } from './field.ts';
import type { Rule } from './rule.ts';

export type Modality = 'image' | 'music' | 'speech' | 'video' | 'chat';

/** One callable path of the gateway. */
export interface Endpoint {
  /** Path below the base URL, with a leading slash: `/v1/images/generations`. */
  readonly path: string;
  /** Path of the task query with `{task_id}` in it; null when the answer to the POST is the result. */
  readonly pollPath: string | null;
  /** The body has no `model`. */
  readonly takesNoModel?: boolean;
}

export interface Model {
  /** The identifier sent as `model`. */
  readonly id: string;
  readonly family: ModelFamily;
}

/** Models that share one set of fields. Pure data: types, checks, IntelliSense and the JSON Schema derive from it. */
export interface ModelFamily {
  /** Kebab-case; names the file `families/<id>.ts`. */
  readonly id: string;
  /** For people: `Seedream 5.0 lite`. */
  readonly title: string;
  /** One sentence for hover, completion and the Models view. */
  readonly description: string;
  readonly modality: Modality;
  /** Model identifiers, the preferred one first. */
  readonly models: readonly string[];
  /** The default endpoint first. */
  readonly endpoints: readonly [Endpoint, ...Endpoint[]];
  /** Required fields first, then by how often they are used. `model` itself is not among them. */
  readonly fields: readonly Field[];
  readonly rules: readonly Rule[];
  /** A whole job for a newcomer; `New Job File` and snippets start from it. */
  readonly sample: Readonly<Record<string, string | number | boolean>>;
}

/** All families and models known. Look-ups are by exact identifier and take constant time. */
export interface Catalog {
  readonly families: readonly ModelFamily[];
  readonly models: ReadonlyMap<string, Model>;
  /** Fields of a family by name and by alias. */
  fieldsOf(family: ModelFamily): ReadonlyMap<string, Field>;
}
