import type { JsonObject } from '../support/json/json.ts';
import type { Field } from './field.ts';
import type { Rule } from './rule.ts';

export type Modality = 'image' | 'music' | 'speech' | 'video' | 'chat';

/** The API format of a chat endpoint: how its bodies and responses are written. */
export type ChatDialect = 'completions' | 'responses' | 'messages';

export interface Endpoint {
  /** Path below the base URL, with a leading slash: `/v1/images/generations`. */
  readonly path: string;
  /** Path of the task query with `{task_id}` in it. Null if the response to the POST is the result. */
  readonly pollPath: string | null;
  /** Whether the body has no `model`. */
  readonly takesNoModel?: boolean;
  /** Set if the endpoint returns text, in its own kind of stream. */
  readonly dialect?: ChatDialect;
}

export interface Model {
  readonly id: string;
  /** One for each set of fields, because endpoints of one model may accept different ones. The default first. */
  readonly families: readonly [ModelFamily, ...ModelFamily[]];
}

/** Models that share one set of fields. Pure data: types, checks, IntelliSense and the JSON Schema derive from it. */
export interface ModelFamily {
  /** Kebab-case: `seedream-5-lite`. */
  readonly id: string;
  /** Name for the user: `Seedream 5.0 lite`. */
  readonly title: string;
  /** One sentence for hover, completion and the Models view. */
  readonly description: string;
  readonly modality: Modality;
  /** Model identifiers, the preferred one first. Empty if the endpoint accepts no model. */
  readonly models: readonly string[];
  /** Starts of identifiers that the family covers without listing them, for example `mj_`. */
  readonly prefixes?: readonly string[];
  /** The default endpoint first. */
  readonly endpoints: readonly [Endpoint, ...Endpoint[]];
  /** Required fields first, then by how often they are used. `model` itself is not included. */
  readonly fields: readonly Field[];
  readonly rules: readonly Rule[];
  /**
   * A whole job for a new user, without its model. `New Job File` and snippets start from it. Has `gen.endpoint` if the
   * endpoint of the family is not the default of its first model.
   */
  readonly sample: JsonObject;
}

export interface Catalog {
  readonly families: readonly ModelFamily[];
  /** The models that families list, by exact identifier. */
  readonly models: ReadonlyMap<string, Model>;
  /**
   * Returns a listed model, or else one that a family covers by its longest prefix, unless a longer prefix in
   * `modelPrefixes.ts` has another meaning.
   */
  findModel(id: string): Model | undefined;
  /** Fields of a family by name and by alias. */
  fieldsOf(family: ModelFamily): ReadonlyMap<string, Field>;
}
