/** Whether a string is sent unchanged: web URLs, `data:` URIs and registered assets. */
export function isUrl(value: string): boolean {
  return /^(https?|data|asset):/i.test(value);
}
