import type { Field } from '../field.ts';
import type { IndexedModel, IndexedSchema, ModelIndex } from './modelIndex.ts';

/** The fields that a gateway publishes for one model on one path. */
export interface PublishedFields {
  readonly fields: readonly Field[];
  readonly required: readonly string[];
}

/**
 * Joins the schemas that describe a model on a path: those whose `model` lists it, else those of its aliases, else the
 * one of the path itself if `takesGeneral` is set. Null if there is none.
 */
export function findSchema(
  index: ModelIndex,
  model: Pick<IndexedModel, 'id' | 'endpoints'>,
  { path, takesGeneral }: { readonly path: string; readonly takesGeneral: boolean },
): PublishedFields | null {
  const onPath = index.schemas.filter((schema) => schema.path === path);
  const choices: readonly (() => readonly IndexedSchema[])[] = [
    () => onPath.filter(({ models }) => models.includes(model.id)),
    () => onPath.filter(({ alias, models }) => alias !== null && models.length === 0 && isAliasOf(alias, path, model)),
    () => (takesGeneral ? onPath.filter(({ alias, models }) => alias === null && models.length === 0) : []),
  ];
  for (const choose of choices) {
    const schemas = choose();
    if (schemas.length > 0) return joinSchemas(schemas);
  }
  return null;
}

/** An alias belongs to a model that lists it, or whose identifier is, or begins with, the alias. */
function isAliasOf(alias: string, path: string, { id, endpoints }: Pick<IndexedModel, 'id' | 'endpoints'>): boolean {
  if (endpoints.some((endpoint) => endpoint.path === path && endpoint.alias === alias)) return true;
  const [name, start] = [id.toLowerCase(), alias.toLowerCase()];
  return name === start || (start.length > 2 && name.startsWith(`${start}-`));
}

/** The first schema that has a field defines it. A field is required if all schemas require it. */
function joinSchemas(schemas: readonly IndexedSchema[]): PublishedFields {
  const fields = new Map<string, Field>();
  for (const field of schemas.flatMap((schema) => schema.fields)) {
    if (!fields.has(field.name)) fields.set(field.name, field);
  }
  const required = [...fields.keys()].filter((name) => schemas.every((schema) => schema.required.includes(name)));
  return { fields: [...fields.values()], required };
}
