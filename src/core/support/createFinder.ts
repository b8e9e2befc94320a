/** Shorter lists are searched as fast without an index. */
const minIndexed = 20;

/** Returns a search for the first item with a key. Lists do not change: a long one is indexed once, on first use. */
export function createFinder<T, K>(keyOf: (item: T) => K): <U extends T>(items: readonly U[], key: K) => U | undefined {
  const indexes = new WeakMap<readonly T[], ReadonlyMap<K, T>>();
  return <U extends T>(items: readonly U[], key: K) => {
    if (items.length < minIndexed) return items.find((item) => keyOf(item) === key);
    const index = indexes.get(items) ?? new Map(items.toReversed().map((item) => [keyOf(item), item]));
    indexes.set(items, index);
    return index.get(key) as U | undefined;
  };
}
