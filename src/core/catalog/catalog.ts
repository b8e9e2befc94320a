import type { Field } from './field.ts';
import type { JsonObject } from '../support/json.ts';
import type { Rule } from './rule.ts';

export type Modality = 'image' | 'music' | 'speech' | 'video' | 'chat';

/** How a chat endpoint words its bodies and its answers. */
export type ChatDialect = 'completions' | 'responses' | 'messages';

/** One callable path of the gateway. */
export interface Endpoint {
  /** Path below the base URL, with a leading slash: `/v1/images/generations`. */
  readonly path: string;
  /** Path of the task query with `{task_id}` in it; null when the answer to the POST is the result. */
  readonly pollPath: string | null;
  /** The body has no `model`. */
  readonly takesNoModel?: boolean;
  /** Set where the endpoint answers with text, in a stream of its own kind. */
  readonly dialect?: ChatDialect;
}

export interface Model {
  /** The identifier sent as `model`. */
  readonly id: string;
  /** One for each set of fields: endpoints of one model may take different ones. The default first. */
  readonly families: readonly [ModelFamily, ...ModelFamily[]];
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
  /** Model identifiers, the preferred one first. Empty where the endpoint takes no model. */
  readonly models: readonly string[];
  /** How identifiers start that the family covers without listing them, for example `mj_`. */
  readonly prefixes?: readonly string[];
  /** The default endpoint first. */
  readonly endpoints: readonly [Endpoint, ...Endpoint[]];
  /** Required fields first, then by how often they are used. `model` itself is not among them. */
  readonly fields: readonly Field[];
  readonly rules: readonly Rule[];
  /**
   * A whole job for a newcomer, without its model; `New Job File` and snippets start from it. Has `gen.endpoint` where
   * the endpoint of the family is not the default of its first model.
   */
  readonly sample: JsonObject;
}

/** All families and models known. */
export interface Catalog {
  readonly families: readonly ModelFamily[];
  /** The models that families list, by exact identifier. */
  readonly models: ReadonlyMap<string, Model>;
  /**
   * A listed model, else one that a family covers by its longest prefix, unless a longer one in `modelPrefixes.ts` says
   * that it is something else.
   */
  findModel(id: string): Model | undefined;
  /** Fields of a family by name and by alias. */
  fieldsOf(family: ModelFamily): ReadonlyMap<string, Field>;
}
