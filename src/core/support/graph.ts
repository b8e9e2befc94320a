/** The names that each name needs. */
export type Graph = ReadonlyMap<string, Iterable<string>>;

/** Returns, for each name that another one needs, the names that need it, in the order of the graph. */
export function invertGraph(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>();
  for (const [name, needed] of graph) {
    for (const each of needed) {
      const known = dependents.get(each);
      if (known) known.push(name);
      else dependents.set(each, [name]);
    }
  }
  return dependents;
}
