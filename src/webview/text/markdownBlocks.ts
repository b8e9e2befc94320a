import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { decodeName } from '../../core/support/text/decodeName.ts';

/** Turns Markdown into the HTML of its top-level blocks, in their order. The HTML still has to be sanitized. */
type MarkdownBlocks = (text: string, images: Images) => readonly string[];

/** URLs that may load, by the name that the text uses. */
type Images = ReadonlyMap<string, string>;

/**
 * Works block by block, so that only the last blocks of a growing text are drawn again. HTML in the text stays text. An
 * image without a URL is replaced by the words of `leftOut`. Beyond CommonMark, it knows tables, task lists, `<br>`, and
 * emphasis beside Chinese and Japanese punctuation.
 */
export function createMarkdownBlocks(leftOut: (name: string) => string): MarkdownBlocks {
  const markdown = new MarkdownIt({ html: false, linkify: true }).use(cjkFriendly).use(addLineBreaks);
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
    // References are resolved over the whole text, so a single block renders as it does in the text.
    const tokens = markdown.parse(text, environment);
    markTasks(tokens);
    return splitTokens(tokens.map(withoutStyle)).map((block) =>
      markdown.renderer.render(block, markdown.options, environment),
    );
  };
}

/** In a cell of a table, `<br>` is the only way to write a line break. */
function addLineBreaks({ inline }: Parser): void {
  inline.ruler.before('autolink', 'line_break', (state, silent) => {
    const [tag] = /^<br *\/?>/i.exec(state.src.slice(state.pos, state.pos + 8)) ?? [];
    if (tag === undefined) return false;
    if (!silent) state.push('hardbreak', 'br', 0);
    state.pos += tag.length;
    return true;
  });
}

/** Replaces the `[ ]` or `[x]` at the start of the items of a task list with a box. */
function markTasks(tokens: readonly Token[]): void {
  for (const [index, item] of tokens.entries()) {
    const first = tokens[index + 2]?.children?.[0];
    const [marker = '', mark] = /^\[([ x])\](?=\s)/i.exec(first?.content ?? '') ?? [];
    if (
      item.type !== 'list_item_open' ||
      tokens[index + 1]?.type !== 'paragraph_open' ||
      first?.type !== 'text' ||
      !mark
    )
      continue;
    item.attrJoin('class', 'task');
    first.content = (mark === ' ' ? '\u2610' : '\u2611') + first.content.slice(marker.length);
  }
}

/** Returns one list of tokens for each top-level block. */
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

/** The policy of the page allows no style attributes. Only columns of a table have them. */
function withoutStyle(token: Token): Token {
  const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
  if (align !== undefined) token.attrs = [['align', align]];
  return token;
}
