/**
 * Returns the ids to show, so that nothing moves while results arrive: known ids keep their order, even if a new sort
 * key would move them. `sorted` holds all ids to show in the order of a fresh list. An id that is new to the list, but
 * not to the sheet, such as one that a filter has hidden, follows its neighbor in `sorted`.
 */
export function keepOrder(before: readonly string[], sorted: readonly string[]): readonly string[] {
  const wanted = new Set(sorted);
  const kept = before.filter((id) => wanted.has(id));
  const known = new Set(kept);
  const followers = new Map<string | null, string[]>();
  let neighbor: string | null = null;
  for (const id of sorted) {
    if (known.has(id)) {
      neighbor = id;
      continue;
    }
    const list = followers.get(neighbor);
    if (list) list.push(id);
    else followers.set(neighbor, [id]);
  }
  return [...(followers.get(null) ?? []), ...kept.flatMap((id) => [id, ...(followers.get(id) ?? [])])];
}
