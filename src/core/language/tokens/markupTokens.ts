import type { SemanticToken } from '../languageService.ts';

/** `[Verse]`, `[Chorus 2]`: sections of a song. */
const sectionPattern = /\[[^\][\n]{1,60}\]/g;

/** `<break time="1s"/>` on one line. */
const tagPattern = /<\/?[A-Za-z][\w:.-]*(?:\s[^<>]*)?>/g;

/** A name with its value inside a tag. YAML may escape the quotes. */
const attributePattern = /(?<![\w:.-])([\w:.-]+)\s*=\s*(\\?"[^"]*"|'[^']*')/g;

/** Lists the sections of lyrics in text that starts at an offset. */
export function listSectionTokens(text: string, offset: number): readonly SemanticToken[] {
  return [...text.matchAll(sectionPattern)].map(({ 0: section, index }) => ({
    start: offset + index,
    end: offset + index + section.length,
    type: 'type',
  }));
}

/** Lists the tags of SSML. The text between them is spoken. */
export function listTagTokens(text: string, offset: number): readonly SemanticToken[] {
  return [...text.matchAll(tagPattern)].flatMap(({ 0: tag, index }) => readTag(tag, offset + index));
}

function readTag(tag: string, offset: number): readonly SemanticToken[] {
  const name = /^<\/?[\w:.-]+/.exec(tag)?.[0] ?? '<';
  const closing = /\/?>$/.exec(tag)?.[0] ?? '';
  const attributes = [...tag.matchAll(attributePattern)].flatMap(({ 0: all, 1: key = '', 2: value = '', index }) => {
    const end = offset + index + all.length;
    return [
      { start: offset + index, end: offset + index + key.length, type: 'property' },
      { start: end - value.length, end, type: 'string' },
    ] as const;
  });
  const end = offset + tag.length;
  return [
    { start: offset, end: offset + name.length, type: 'type' },
    ...attributes,
    { start: end - closing.length, end, type: 'type' },
  ];
}
