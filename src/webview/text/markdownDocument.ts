import { element, icon } from '../dom.ts';
import { fill } from '../format.ts';
import type { ViewContext } from '../view.ts';
import { createCopyButton } from './copyButton.ts';
import { createMarkdownBlocks } from './markdownBlocks.ts';
import { sanitize } from './sanitize.ts';

/** Markdown as elements. A longer text keeps the elements that did not change, with a selection in them. */
interface MarkdownDocument {
  readonly element: HTMLElement;
  show(text: string, images: ReadonlyMap<string, string>): void;
}

interface Block {
  readonly html: string;
  readonly element: HTMLElement;
}

export function createMarkdownDocument(context: ViewContext): MarkdownDocument {
  const { strings } = context;
  const toBlocks = createMarkdownBlocks((name) => fill(strings.imageLeftOut, { name }));
  const body = element('div', { class: 'markdown' });
  let blocks: readonly Block[] = [];
  return {
    element: body,
    show(text, images) {
      const before = blocks;
      blocks = toBlocks(text, images).map((html, index) => {
        const known = before[index];
        return known?.html === html ? known : { html, element: buildBlock(html, context) };
      });
      for (const [index, { element }] of blocks.entries()) {
        const there = body.children[index];
        if (there === element) continue;
        if (there) there.replaceWith(element);
        else body.append(element);
      }
      while (body.children.length > blocks.length) body.lastElementChild?.remove();
    },
  };
}

function buildBlock(html: string, context: ViewContext): HTMLElement {
  const block = element('div', { class: 'markdown-block' }, [sanitize(html)]);
  for (const link of block.querySelectorAll('a')) link.title = link.href;
  for (const image of block.querySelectorAll('img')) {
    image.addEventListener('error', () => image.replaceWith(icon('file-media'), ` ${image.alt}`));
  }
  for (const table of block.querySelectorAll('table')) {
    const frame = element('div', { class: 'table-frame', attributes: { tabindex: 0 } });
    table.replaceWith(frame);
    frame.append(table);
  }
  for (const code of block.querySelectorAll('pre')) frameCode(code, context);
  return block;
}

/** Adds a bar above the code that shows its language and copies it. */
function frameCode(code: HTMLPreElement, context: ViewContext): void {
  const [, language = ''] = /language-(\S+)/.exec(code.firstElementChild?.className ?? '') ?? [];
  const copy = createCopyButton({ label: context.strings.copyCode, read: () => code.textContent ?? '', context });
  const bar = element('div', { class: 'code-bar' }, [element('span', { text: language }), copy]);
  const frame = element('div', { class: 'code-frame' });
  code.replaceWith(frame);
  code.tabIndex = 0;
  frame.append(bar, code);
}
