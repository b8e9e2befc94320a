/** Joins sentences with a space, unless a full-width mark ends the one before. Empty sentences are left out. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences
    .filter(Boolean)
    .reduce((text, next) => (text === '' || /[。！？]$/.test(text) ? `${text}${next}` : `${text} ${next}`), '');
}
