import MarkdownIt, { type Token } from 'markdown-it';

/** Turns Markdown into the HTML of its top-level blocks, in their order; it still has to be sanitised. */
export type MarkdownBlocks = (text: string, images: Images) => readonly string[];

/** Addresses that may load, by the name that the text uses. */
export type Images = ReadonlyMap<string, string>;

/**
 * Block by block, so that of a text that grows only the last ones are drawn anew. HTML in the text stays text; an image
 * without an address becomes the words of `leftOut`.
 */
export function createMarkdownBlocks(leftOut: (name: string) => string): MarkdownBlocks {
  const markdown = new MarkdownIt({ html: false, linkify: true });
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  const { escapeHtml } = markdown.utils;
  markdown.renderer.rules.image = (tokens, index, options, environment, self) => {
    const token = tokens[index];
    const source = String(token?.attrGet('src') ?? '');
    const words = self.renderInlineAsText(token?.children ?? [], options, environment);
    const images = environment?.['images'] as Images | undefined;
    const uri = images?.get(decodeName(source));
    if (uri !== undefined) return `<img src="${escapeHtml(uri)}" alt="${escapeHtml(words)}">`;
    return `<span class="left-out">${escapeHtml(leftOut(words || source.slice(0, 80)))}</span>`;
  };
  return (text, images) => {
    const environment = { images };
    // References are resolved over the whole text, so a block alone renders as it does in its place.
    const tokens = markdown.parse(text, environment);
    return splitTokens(tokens.map(withoutStyle)).map((block) =>
      markdown.renderer.render(block, markdown.options, environment),
    );
  };
}

/** One list for each block on the top level. */
function splitTokens(tokens: readonly Token[]): readonly Token[][] {
  const blocks: Token[][] = [];
  let block: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    block.push(token);
    depth += token.nesting;
    if (depth > 0) continue;
    blocks.push(block);
    block = [];
  }
  return blocks;
}

/** The page's policy allows no style attributes; columns of a table are the only place that has them. */
function withoutStyle(token: Token): Token {
  const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
  if (align !== undefined) token.attrs = [['align', align]];
  return token;
}

function decodeName(name: string): string {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
}
