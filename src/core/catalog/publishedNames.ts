/** Whether a gateway's document may name a field like this. Others are left out: no API has them, but Markdown and snippets do. */
export function isFieldName(name: string): boolean {
  return /^[\w.-]{1,80}$/.test(name);
}

/** Whether a gateway's document may name a model like this. */
export function isModelId(id: string): boolean {
  return /^[\w./:@-]{1,200}$/.test(id);
}
