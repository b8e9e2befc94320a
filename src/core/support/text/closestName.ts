import { distance } from 'fastest-levenshtein';

/** A value in the wrong field may be megabytes long, and the time grows with the product of both lengths. */
const maxNameLength = 100;

/**
 * Returns the candidate that a mistyped name most likely means, or undefined if none is similar: about a third of its
 * characters, or `limit`, may differ. Case is ignored, and two swapped adjacent characters count as one difference.
 */
export function closestName(
  name: string,
  candidates: Iterable<string>,
  limit = Math.max(1, Math.round(name.length / 3)),
): string | undefined {
  if (name.length > maxNameLength) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const candidateDistance = isSwapped(wanted, other) ? 1 : distance(wanted, other);
    if (candidateDistance >= bestDistance) continue;
    best = candidate;
    bestDistance = candidateDistance;
  }
  return best;
}

function isSwapped(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at < one.length && one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2) === other;
}
