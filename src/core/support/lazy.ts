export function lazy<T>(build: () => T): () => T {
  let built: { readonly value: T } | null = null;
  return () => (built ??= { value: build() }).value;
}

/** Computes a value for each key once, on first use. */
export function lazyByKey<T>(build: (key: string) => T): (key: string) => T {
  const built = new Map<string, { readonly value: T }>();
  return (key) => {
    const known = built.get(key) ?? { value: build(key) };
    built.set(key, known);
    return known.value;
  };
}
