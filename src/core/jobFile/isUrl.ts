/** What goes to the gateway as it stands: web addresses, `data:` URIs and registered assets. */
export function isUrl(value: string): boolean {
  return /^(https?|data|asset):/i.test(value);
}
