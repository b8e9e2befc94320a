/** Writes a count with its noun in English: `1 file`, `2 files`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Names the counts that are not 0. */
export function listCounts(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
}
