/**
 * Whether a document of a gateway may use this name for a field. Other names are left out: no API has them, but they
 * could be Markdown or snippets.
 */
export function isPublishedFieldName(name: string): boolean {
  return /^[\w.-]{1,80}$/.test(name);
}

/** Whether a document of a gateway may use this name for a model. */
export function isPublishedModelId(id: string): boolean {
  return /^[\w./:@-]{1,200}$/.test(id);
}
