/** Slugs become parts of file names. Longer ones add no information. */
const maxSlugLength = 80;

const latinMarks = /(?<=\p{Script=Latin})\p{M}+/gu;
const betweenWords = /[^\p{L}\p{N}\p{M}]+/gu;

/** Words of any script with single hyphens between them: `Crème brûlée, 2×` is `creme-brulee-2`. */
export function slug(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(latinMarks, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(betweenWords, '-');
  return Array.from(words.replace(/^-/, '')).slice(0, maxSlugLength).join('').replace(/-$/, '');
}
