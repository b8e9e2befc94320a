/** Slugs become parts of file names: longer ones say no more. */
const maxSlugLength = 80;

/** Words of any script with single hyphens between them: `Crème brûlée, 2×` is `creme-brulee-2`. */
export function slug(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return Array.from(words.replace(/^-/, '')).slice(0, maxSlugLength).join('').replace(/-$/, '');
}
