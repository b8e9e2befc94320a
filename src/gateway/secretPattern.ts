/** What HTML calls the signs that it reserves. */
const entities: ReadonlyMap<string, string> = new Map([
  ['&', '|amp'],
  ['<', '|lt'],
  ['>', '|gt'],
  ['"', '|quot'],
  ["'", '|apos'],
]);

/**
 * Builds a pattern that finds the secrets as they are, and as JSON, strings of JSON in it, URLs and HTML spell them. It
 * compares a character of the text with a few others, however many escapes there are.
 */
export function buildSecretPattern(secrets: readonly string[]): RegExp {
  // The number of backslashes says how deep an escape is, so any number counts as one.
  const bare = secrets.map((secret) => secret.replace(/\\+/g, '\\')).filter((secret) => secret !== '\\');
  // One secret may contain another.
  const longestFirst = bare.toSorted((one, other) => other.length - one.length);
  const sources = longestFirst.map((secret) =>
    secret
      .split('')
      .map(spell)
      .join(String.raw`\\{0,15}`),
  );
  // A match may begin only at the first of several backslashes. Otherwise, each of them would be tried.
  return new RegExp(sources.map((source) => String.raw`(?:(?<!\\)\\{1,15})?${source}`).join('|') || '(?!)', 'gi');
}

function spell(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(4, '0');
  const short = hex.replace(/^00/, '');
  const isPlain = /\w/.test(character);
  const url = `%(?:25){0,3}${short}|`;
  const html = `(?:&|u0026)(?:#0{0,5}${code}|#x0{0,5}${short}${entities.get(character) ?? ''});|`;
  return String.raw`(?:${isPlain ? '' : url + html}u${hex}|\u${hex})${character === '\\' ? '{1,15}' : ''}`;
}
