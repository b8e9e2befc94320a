/** Works something out when it is first asked for, once. */
export function lazy<T>(build: () => T): () => T {
  let built: { readonly value: T } | null = null;
  return () => (built ??= { value: build() }).value;
}
