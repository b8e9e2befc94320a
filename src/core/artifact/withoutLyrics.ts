/** Lyrics belong to their clip: where results are counted or listed, a lyrics file is not a separate result. */
export function withoutLyrics<A extends { readonly path: string }>(artifacts: readonly A[]): readonly A[] {
  const others = artifacts.filter(({ path }) => !path.endsWith('.lyrics.txt'));
  return others.length > 0 ? others : artifacts;
}
