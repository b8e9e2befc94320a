const dialect = /^https?:\/\/json-schema\.org\//;

/**
 * Whether a file holds a JSON Schema: a JSON object whose root has a dialect of JSON Schema as its `$schema`. A
 * settings file of another tool has a `$schema` too, which names the schema that describes the file. Such a file must
 * not be overwritten.
 */
export function isSchemaText(text: string): boolean {
  try {
    const root = JSON.parse(text) as { readonly $schema?: unknown } | null;
    const named = root?.$schema;
    return typeof named === 'string' && dialect.test(named);
  } catch {
    return false;
  }
}
