/** Computes a value once, on first use. */
export function lazy<T>(build: () => T): () => T {
  let built: { readonly value: T } | null = null;
  return () => (built ??= { value: build() }).value;
}
